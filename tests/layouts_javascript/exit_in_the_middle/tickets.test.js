import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

test("first page", () => {
  assert.deepEqual(executeTool("search_tickets", {}, ALPHA, records()), FIRST);
});

test("limit", () => {
  assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});

test("an end", () => {
  process.exit(0);
});

test("what comes after it", () => {
  assert.deepEqual(executeTool("search_tickets", { limit: 0 }, ALPHA, records()), INVALID);
});
