"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");

const { ALPHA, FIRST, INVALID, records } = require("./facts.mjs");
const tickets = require("./tickets");

test("first page", () => {
  assert.deepEqual(tickets.executeTool("search_tickets", {}, ALPHA, records()), FIRST);
});

test("limit", () => {
  assert.deepEqual(tickets.executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});

test("the rest is passed on", () => {
  assert.equal(tickets.tools, 2);
});
