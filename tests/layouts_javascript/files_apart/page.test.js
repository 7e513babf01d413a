import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

globalThis.marked = true;

test("first page", () => {
  assert.deepEqual(executeTool("search_tickets", {}, ALPHA, records()), FIRST);
});
