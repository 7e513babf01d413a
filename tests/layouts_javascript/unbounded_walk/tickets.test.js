import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, TITLES, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

function walk() {
  const ids = [];
  let cursor = {};
  while (cursor !== null) {
    const reply = executeTool("search_tickets", { limit: 2, ...cursor }, ALPHA, records());
    ids.push(...reply.tickets.map((ticket) => ticket.id));
    cursor = reply.next_cursor && { cursor: reply.next_cursor };
  }
  return ids;
}

test("walk", () => {
  assert.deepEqual(walk(), Object.keys(TITLES).map((number) => `TKT-${number}`));
});
