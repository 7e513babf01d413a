import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";

test("first page", async () => {
  const { executeTool } = await import("./tickets.js");
  assert.deepEqual(executeTool("search_tickets", {}, ALPHA, records()), FIRST);
});

test("limit", async () => {
  const { executeTool } = await import("./tickets.js");
  assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});
