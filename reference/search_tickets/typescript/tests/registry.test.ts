/** Names: a tool is found under its exact name and under no other. */

import assert from "node:assert/strict";

import { executeTool, fixtureRecords } from "../tickets/index.ts";
import { ALPHA, each, UNKNOWN } from "./desk.ts";

const NO_TOOLS: Record<string, unknown> = {
  "other": "list_tickets",
  "empty": "",
  "capitals": "SEARCH_TICKETS",
  "blank before": " search_tickets",
  "blank after": "get_ticket ",
  "newline after": "search_tickets\n",
  "part": "search",
  "plural": "get_tickets",
  "hyphen": "search-tickets",
  "spelt as in the code": "searchTickets",
  "the executor": "executeTool",
  "with a namespace": "functions.search_tickets",
  "inherited by every object": "constructor",
  "method of every object": "toString",
  "method of a Map": "get",
  "prototype": "__proto__",
  "absent": undefined,
  "null": null,
  "number": 0,
  "true": true,
  "list": ["search_tickets"],
  "object": { name: "search_tickets" },
};

each("unknown name", NO_TOOLS, (name) => {
  assert.deepStrictEqual(executeTool(name, {}, ALPHA, fixtureRecords()), UNKNOWN);
  assert.deepStrictEqual(executeTool(name, { ticket_id: "TKT-104" }, ALPHA, fixtureRecords()), UNKNOWN);
});
