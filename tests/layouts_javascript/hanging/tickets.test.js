import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

test("limit", () => {
  assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});

test("an answer that never comes", () => {
  while (Date.now()) {
    // on and on
  }
});
