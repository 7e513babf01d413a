import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

await Promise.resolve();

test("limit, in a process of its own", () => {
  assert.equal(globalThis.marked, undefined);
  assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
});
