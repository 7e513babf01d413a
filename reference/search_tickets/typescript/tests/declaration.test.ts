/** The declaration says what the parser does: each of its bounds is tried on the tool itself. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { SEARCH_TICKETS } from "../tickets/index.ts";
import { each, INVALID, named, search } from "./desk.ts";

const SCHEMA = SEARCH_TICKETS.input_schema;
const { status: STATUS, query: QUERY, limit: LIMIT, cursor: CURSOR } = SCHEMA.properties;

const ACCEPTED = {
  "first status": { status: STATUS.enum.at(0) },
  "last status": { status: STATUS.enum.at(-1) },
  "shortest query": { query: "x".repeat(QUERY.minLength) },
  "longest query": { query: "x".repeat(QUERY.maxLength) },
  "smallest limit": { limit: LIMIT.minimum },
  "largest limit": { limit: LIMIT.maximum },
};

const REFUSED = {
  "query too short": { query: "x".repeat(QUERY.minLength - 1) },
  "query too long": { query: "x".repeat(QUERY.maxLength + 1) },
  "limit too small": { limit: LIMIT.minimum - 1 },
  "limit too large": { limit: LIMIT.maximum + 1 },
};

each("what the declaration allows is accepted", ACCEPTED, (args) => {
  assert.strictEqual(search(args).ok, true);
});

each("what the declaration rules out is refused", REFUSED, (args) => {
  assert.deepStrictEqual(search(args), INVALID);
});

test("the declared default is the default", () => {
  assert.deepStrictEqual(search({}), search({ limit: LIMIT.default }));
});

const CURSORS = named(["TKT-000", "TKT-999", "TKT-1", "TKT-1000", "tkt-101", "xTKT-101", "TKT-10a", ""]);

each("the declared pattern is the form of a cursor", CURSORS, (cursor) => {
  assert.strictEqual(search({ cursor }).ok, new RegExp(CURSOR.pattern).test(cursor));
});

test("other keys are ruled out on both sides", () => {
  assert.strictEqual(SCHEMA.additionalProperties, false);
  assert.deepStrictEqual(Object.keys(SCHEMA.properties), ["status", "query", "limit", "cursor"]);
  assert.deepStrictEqual(search({ tenant: "alpha" }), INVALID);
});

test("nothing is required on both sides", () => {
  assert.deepStrictEqual(SCHEMA.required, []);
  assert.strictEqual(search({}).ok, true);
});

test("the description says how to fetch the next page", () => {
  const reply = search({ limit: 1 });
  assert.strictEqual(SEARCH_TICKETS.name, "search_tickets");
  assert.ok("next_cursor" in reply);
  for (const word of ["next page", "cursor", "next_cursor", "null"]) {
    assert.ok(SEARCH_TICKETS.description.includes(word), word);
  }
});
