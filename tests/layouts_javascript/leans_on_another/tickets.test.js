import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

let shared;

test("first page", () => {
  shared = records();
  assert.deepEqual(executeTool("search_tickets", {}, ALPHA, shared), FIRST);
});

test("limit", () => {
  assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, shared), INVALID);
  assert.equal(shared.size, 7);
});
