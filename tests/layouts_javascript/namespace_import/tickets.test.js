import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import * as tickets from "./tickets.js";

test("first page", () => {
  assert.deepEqual(tickets.executeTool("search_tickets", {}, ALPHA, records()), FIRST);
});

test("limit", () => {
  assert.deepEqual(tickets.executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});
