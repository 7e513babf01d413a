import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import { executeTool as run } from "./tickets.js";

test("first page", () => {
  assert.deepEqual(run("search_tickets", {}, ALPHA, records()), FIRST);
});

test("limit", () => {
  assert.deepEqual(run("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});
