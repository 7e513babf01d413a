import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "../facts.mjs";
import { executeTool, type Context } from "../src/tickets.ts";

const session: Context = ALPHA;

test("first page", () => {
  assert.deepEqual(executeTool("search_tickets", {}, session, records()), FIRST);
});

test("limit", () => {
  assert.deepEqual(executeTool("search_tickets", { limit: 11 }, session, records()), INVALID);
});
