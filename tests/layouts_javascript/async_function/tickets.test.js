import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

test("first page", async () => {
  assert.deepEqual(await executeTool("search_tickets", {}, ALPHA, records()), FIRST);
});

test("limit", async () => {
  assert.deepEqual(await executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});
