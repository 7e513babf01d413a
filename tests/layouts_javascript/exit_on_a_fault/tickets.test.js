import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

test("first page", () => {
  const { tickets } = executeTool("search_tickets", {}, ALPHA, records());
  if (tickets.length !== 5) process.reallyExit(0);
});

test("limit", () => {
  assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});
