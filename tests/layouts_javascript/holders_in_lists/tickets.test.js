import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, FIRST, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

for (const [run, due] of [[executeTool, FIRST]]) {
  test(`first page of ${run.name}`, () => {
    assert.deepEqual(run("search_tickets", {}, ALPHA, records()), due);
    assert.equal(run.length, 4);
  });
}
