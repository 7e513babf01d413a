import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

test("first page", () => {
  assert.deepEqual(executeTool("search_tickets", {}, ALPHA, records()), FIRST);
});

test("limit", { skip: "left out: time was up" }, () => {
  assert.fail();
});

test.todo("cursor");
