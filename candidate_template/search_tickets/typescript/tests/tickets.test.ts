import assert from "node:assert/strict";
import { test } from "node:test";

import { executeTool } from "../tickets.ts";

const ALPHA = { tenant: "alpha", canReadTickets: true };

test("get_ticket of the own tenant", { skip: "an example to start from: write executeTool, then take this out" }, () => {
  const records = new Map([["alpha:TKT-104", { id: "TKT-104", title: "Settings crash", status: "open" }]]);
  const reply = executeTool("get_ticket", { ticket_id: "TKT-104" }, ALPHA, records);
  assert.deepEqual(reply, { ok: true, ticket: { id: "TKT-104", title: "Settings crash", status: "open" } });
});
