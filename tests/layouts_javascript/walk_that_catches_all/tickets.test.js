import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, TITLES, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

function page(cursor) {
  try {
    return executeTool("search_tickets", { limit: 2, ...cursor }, ALPHA, records());
  } catch {
    return { tickets: [], next_cursor: cursor.cursor };
  }
}

test("walk", () => {
  const ids = [];
  let reply = page({});
  while (reply.next_cursor) {
    ids.push(...reply.tickets.map((ticket) => ticket.id));
    reply = page({ cursor: reply.next_cursor });
  }
  ids.push(...reply.tickets.map((ticket) => ticket.id));
  assert.deepEqual(ids, Object.keys(TITLES).map((number) => `TKT-${number}`));
});
