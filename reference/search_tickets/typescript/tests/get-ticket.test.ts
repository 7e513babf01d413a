/** Regression: get_ticket answers as it did before the search came, on its two old fixtures and on the whole store. */

import assert from "node:assert/strict";

import { ALPHA, ALPHA_DENIED, BETA, each, FORBIDDEN, get, INVALID, named, NOT_FOUND, stored, ticket } from "./desk.ts";

const oldFixtures = () =>
  new Map([
    stored("alpha", 104, "Settings crash", "open"),
    stored("beta", 104, "Private billing issue", "closed"),
  ]);

const TABLE: Record<string, [context: typeof ALPHA, args: object, reply: object]> = {
  "own ticket": [ALPHA, { ticket_id: "TKT-104" }, { ok: true, ticket: ticket(104) }],
  "same ID, other tenant": [BETA, { ticket_id: "TKT-104" }, { ok: true, ticket: ticket(104, "beta") }],
  "nobody's ticket": [ALPHA, { ticket_id: "TKT-999" }, NOT_FOUND],
  "no permission": [ALPHA_DENIED, { ticket_id: "TKT-104" }, FORBIDDEN],
  "no permission, nobody's ticket": [ALPHA_DENIED, { ticket_id: "TKT-999" }, FORBIDDEN],
  "own tenant as argument": [ALPHA, { ticket_id: "TKT-104", tenant: "alpha" }, INVALID],
  "other tenant as argument": [ALPHA, { ticket_id: "TKT-104", tenant: "beta" }, INVALID],
  "argument of the search": [ALPHA, { ticket_id: "TKT-104", limit: 5 }, INVALID],
  "no ticket_id": [ALPHA, {}, INVALID],
  "other key alone": [ALPHA, { id: "TKT-104" }, INVALID],
  "own __proto__": [ALPHA, JSON.parse('{"ticket_id": "TKT-104", "__proto__": {}}'), INVALID],
  "__proto__ that holds the ID": [ALPHA, JSON.parse('{"__proto__": {"ticket_id": "TKT-104"}}'), INVALID],
};

const NO_TICKET_IDS: Record<string, unknown> = {
  "null": null,
  "number": 104,
  "list": ["TKT-104"],
  "empty": "",
  "digits alone": "104",
  "two digits": "TKT-10",
  "four digits": "TKT-1040",
  "small letters": "tkt-104",
  "other letters": "ABC-104",
  "blank before": " TKT-104",
  "blank after": "TKT-104 ",
  "newline after": "TKT-104\n",
  "Arabic-Indic digits": "TKT-\u0661\u0660\u0664",
  "store key": "alpha:TKT-104",
};

const NO_OBJECTS: Record<string, unknown> = {
  "absent": undefined,
  "null": null,
  "list": [],
  "pairs": [["ticket_id", "TKT-104"]],
  "text": "TKT-104",
  "number": 1,
  "true": true,
};

each("old fixtures", TABLE, ([context, args, reply]) => {
  assert.deepStrictEqual(get(args, context, oldFixtures()), reply);
});

each("the new store changes nothing", TABLE, ([context, args, reply]) => {
  assert.deepStrictEqual(get(args, context), reply);
});

each("ticket_id has one form", NO_TICKET_IDS, (ticketId) => {
  assert.deepStrictEqual(get({ ticket_id: ticketId }), INVALID);
});

each("arguments are a plain object", NO_OBJECTS, (args) => {
  assert.deepStrictEqual(get(args), INVALID);
});

each("every ticket by its ID", named([101, 102, 104, 107, 110, 112, 115]), (number) => {
  assert.deepStrictEqual(get({ ticket_id: `TKT-${number}` }), { ok: true, ticket: ticket(number) });
});

each("smallest and largest ID", named(["000", "999"]), (number) => {
  const [key, row] = stored("alpha", number, "Edge", "open");
  assert.deepStrictEqual(get({ ticket_id: row.id }, ALPHA, new Map([[key, row]])), {
    ok: true,
    ticket: { id: row.id, title: "Edge", status: "open" },
  });
});
