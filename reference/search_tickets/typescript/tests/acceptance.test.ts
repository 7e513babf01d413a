/** The thirteen acceptance calls, each reply compared complete. */

import assert from "node:assert/strict";

import { executeTool, fixtureRecords } from "../tickets/index.ts";
import { ALPHA, ALPHA_DENIED, BETA, each, FORBIDDEN, INVALID, page, ticket, UNKNOWN } from "./desk.ts";

const CALLS = {
  A1: [ALPHA, "get_ticket", { ticket_id: "TKT-104" }, { ok: true, ticket: ticket(104) }],
  A2: [ALPHA, "search_tickets", {}, page([101, 102, 104, 107, 110], "TKT-110")],
  A3: [ALPHA, "search_tickets", { cursor: "TKT-110" }, page([112, 115])],
  A4: [ALPHA, "search_tickets", { status: "open", query: "LOGIN" }, page([101, 107])],
  A5: [ALPHA, "search_tickets", { cursor: "TKT-108", limit: 2 }, page([110, 112], "TKT-112")],
  A6: [ALPHA, "search_tickets", { cursor: "TKT-107", limit: 3 }, page([110, 112, 115])],
  A7: [ALPHA, "search_tickets", { status: "closed", limit: 10 }, page([102, 110, 115])],
  A8: [ALPHA, "search_tickets", { query: "refund" }, page([])],
  A9: [ALPHA, "search_tickets", { limit: 11 }, INVALID],
  A10: [ALPHA, "search_tickets", { status: "open", tenant: "alpha" }, INVALID],
  A11: [ALPHA_DENIED, "search_tickets", {}, FORBIDDEN],
  A12: [BETA, "search_tickets", { cursor: "TKT-102", limit: 2 }, page([103, 104], "TKT-104", "beta")],
  A13: [ALPHA, "list_tickets", {}, UNKNOWN],
} as const;

each("acceptance", CALLS, ([context, tool, args, reply]) => {
  assert.deepStrictEqual(executeTool(tool, args, context, fixtureRecords()), reply);
});
