// The two fixtures of get_ticket, as they came with it; they stay as they are.
import assert from "node:assert/strict";
import { test } from "node:test";

import { executeTool } from "../tickets.js";

const RECORDS = new Map([
  ["alpha:TKT-104", { id: "TKT-104", title: "Settings crash", status: "open" }],
  ["beta:TKT-104", { id: "TKT-104", title: "Private billing issue", status: "closed" }],
]);

test("alpha reads its own ticket", () => {
  const reply = executeTool("get_ticket", { ticket_id: "TKT-104" }, { tenant: "alpha", canReadTickets: true }, RECORDS);
  assert.deepEqual(reply, { ok: true, ticket: { id: "TKT-104", title: "Settings crash", status: "open" } });
});

test("beta reads its own ticket of the same ID", () => {
  const reply = executeTool("get_ticket", { ticket_id: "TKT-104" }, { tenant: "beta", canReadTickets: true }, RECORDS);
  assert.deepEqual(reply, { ok: true, ticket: { id: "TKT-104", title: "Private billing issue", status: "closed" } });
});
