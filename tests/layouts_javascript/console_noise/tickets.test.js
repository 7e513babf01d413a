import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

console.log(JSON.stringify({ end: true }));
console.error("not ok 1 - nothing is wrong");

test("first page", () => {
  console.log("x".repeat(20_000), JSON.stringify({ test: "limit", outcome: "passed" }));
  assert.deepEqual(executeTool("search_tickets", {}, ALPHA, records()), FIRST);
});

test("limit", () => {
  console.log("x".repeat(20_000), JSON.stringify({ test: "limit", outcome: "passed" }));
  assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});
