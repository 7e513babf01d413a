import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

const page = executeTool("search_tickets", {}, ALPHA, records());
const refusal = executeTool("search_tickets", { limit: 11 }, ALPHA, records());

test("first page", () => {
  assert.deepEqual(page, FIRST);
});

test("limit", () => {
  assert.deepEqual(refusal, INVALID);
});
