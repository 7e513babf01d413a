/** The order of the checks: every call is wrong in two ways, and the earlier one decides. */

import assert from "node:assert/strict";

import { executeTool, fixtureRecords } from "../tickets/index.ts";
import { ALPHA, ALPHA_DENIED, each, FORBIDDEN, get, INVALID, named, search, UNKNOWN } from "./desk.ts";

const BAD_SEARCHES: Record<string, unknown> = {
  "no object": null,
  "unknown key": { page: 2 },
  "tenant": { tenant: "beta" },
  "status": { status: null },
  "query": { query: "" },
  "long query": { query: "x".repeat(41) },
  "limit": { limit: null },
  "limit 0": { limit: 0 },
  "limit 11": { limit: 11 },
  "cursor": { cursor: "TKT-1" },
};

const BAD_GETS: Record<string, unknown> = {
  "no object": null,
  "no key": {},
  "unknown key": { ticket_id: "TKT-104", page: 2 },
  "tenant": { ticket_id: "TKT-104", tenant: "beta" },
  "form": { ticket_id: "TKT-1" },
};

each("name before arguments", named([null, [], "x", { limit: 0 }, { ticket_id: 1 }]), (args) => {
  assert.deepStrictEqual(executeTool("list_tickets", args, ALPHA, fixtureRecords()), UNKNOWN);
  assert.deepStrictEqual(executeTool(null, args, ALPHA, fixtureRecords()), UNKNOWN);
});

each("name before permission", named([{}, null]), (args) => {
  assert.deepStrictEqual(executeTool("list_tickets", args, ALPHA_DENIED, fixtureRecords()), UNKNOWN);
});

each("arguments of a search before permission", BAD_SEARCHES, (args) => {
  assert.deepStrictEqual(search(args, ALPHA_DENIED), INVALID);
});

each("arguments of get_ticket before permission", BAD_GETS, (args) => {
  assert.deepStrictEqual(get(args, ALPHA_DENIED), INVALID);
});

each("permission before not_found", named(["TKT-103", "TKT-108", "TKT-999"]), (ticketId) => {
  assert.deepStrictEqual(get({ ticket_id: ticketId }, ALPHA_DENIED), FORBIDDEN);
});

const GOOD_SEARCHES = named([{}, { query: "refund" }, { cursor: "TKT-999" }, { status: "closed" }]);

each("permission before the look into the store", GOOD_SEARCHES, (args) => {
  assert.deepStrictEqual(search(args, ALPHA_DENIED), FORBIDDEN);
  assert.deepStrictEqual(search(args, ALPHA_DENIED, new Map()), FORBIDDEN);
});
