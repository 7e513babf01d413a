/** What leaves and what stays: public fields alone, as fresh copies, from a store that is never written to. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fixtureRecords } from "../tickets/index.ts";
import { ALPHA, BETA, each, get, ids, INVALID, named, NOT_FOUND, page, search, stored, ticket } from "./desk.ts";

const INTERNAL = { internal_note: "n", note: "n", owner: "alpha", customer: { name: "n" }, _score: 1, Title: "n", it: "n" };
const SHOWN = { id: "TKT-120", title: "Printer jam", status: "open" };

const inside = () => new Map([stored("alpha", 120, "Printer jam", "open", INTERNAL)]);

test("get_ticket shows the public fields alone", () => {
  assert.deepStrictEqual(get({ ticket_id: "TKT-120" }, ALPHA, inside()), { ok: true, ticket: SHOWN });
});

each("a search shows the public fields alone", named([{}, { status: "open" }, { query: "JAM" }]), (args) => {
  assert.deepStrictEqual(search(args, ALPHA, inside()), { ok: true, tickets: [SHOWN], next_cursor: null });
});

each("notes of the fixture store stay inside", named([101, 110]), (number) => {
  assert.deepStrictEqual(get({ ticket_id: `TKT-${number}` }), { ok: true, ticket: ticket(number) });
});

test("a note decides nothing", () => {
  assert.deepStrictEqual(search({ query: "refund" }), page([]));
  assert.deepStrictEqual(search({ query: "escalated" }), page([]));
  assert.deepStrictEqual(search({ query: "security" }, BETA), page([]));
});

const TITLES: Record<string, string> = { "odd": "  MiXed  Title. ", "long": "MiXed, and long: ".repeat(40) };

each("values go out as they are stored", TITLES, (title) => {
  const records = new Map([stored("alpha", 120, title, "closed")]);
  const due = { id: "TKT-120", title, status: "closed" };
  assert.deepStrictEqual(search({ query: "mixed" }, ALPHA, records).tickets, [due]);
  assert.deepStrictEqual(get({ ticket_id: "TKT-120" }, ALPHA, records).ticket, due);
});

test("a ticket with an empty title is a ticket", () => {
  const records = new Map([stored("alpha", 120, "")]);
  assert.deepStrictEqual(ids(search({}, ALPHA, records)), [120]);
  assert.deepStrictEqual(search({ query: " " }, ALPHA, records), page([]));
});

const CALLS = named([
  {},
  { query: "login" },
  { status: "closed", limit: 1 },
  { limit: 2, cursor: "TKT-104" },
  { query: "refund" },
  { limit: 11 },
  { tenant: "beta" },
  null,
]);

each("the store is never written to", CALLS, (args) => {
  const records = fixtureRecords();
  search(args, ALPHA, records);
  search(args, BETA, records);
  get(args, ALPHA, records);
  get({ ticket_id: "TKT-101" }, ALPHA, records);
  assert.deepStrictEqual([...records], [...fixtureRecords()]);
});

test("what a caller does to a search reply changes nothing", () => {
  const records = fixtureRecords();
  const reply = search({ limit: 3 }, ALPHA, records);
  for (const shown of reply.tickets) {
    shown.title = "scribbled";
  }
  reply.tickets.length = 0;
  reply.next_cursor = "scribbled";
  assert.deepStrictEqual(search({ limit: 3 }, ALPHA, records), page([101, 102, 104], "TKT-104"));
  assert.deepStrictEqual(records, fixtureRecords());
});

const FILTERED = named([{ query: "csv", cursor: "TKT-101" }, { status: "closed", limit: 1 }]);

each("what a caller does to a filtered page changes nothing", FILTERED, (args) => {
  const records = fixtureRecords();
  search(args, ALPHA, records).tickets[0].title = "scribbled";
  assert.deepStrictEqual(search(args, ALPHA, records).tickets, [ticket(102)]);
  assert.deepStrictEqual(records, fixtureRecords());
});

each("what a caller does to a ticket changes nothing", named([104, 101]), (number) => {
  const records = fixtureRecords();
  get({ ticket_id: `TKT-${number}` }, ALPHA, records).ticket.title = "scribbled";
  assert.deepStrictEqual(get({ ticket_id: `TKT-${number}` }, ALPHA, records), { ok: true, ticket: ticket(number) });
  assert.deepStrictEqual(records, fixtureRecords());
});

test("what a caller does to a refusal changes nothing", () => {
  search({ limit: 0 }).code = "scribbled";
  assert.deepStrictEqual(search({ limit: 0 }), INVALID);
});

test("one arguments object serves again", () => {
  const records = fixtureRecords();
  const args = { status: "open", query: "e", limit: 2, cursor: "TKT-101" };
  const first = search(args, ALPHA, records);
  assert.deepStrictEqual(ids(first), [104, 107]);
  assert.deepStrictEqual(search(args, ALPHA, records), first);
  const wanted = { ticket_id: "TKT-104" };
  assert.deepStrictEqual(get(wanted), { ok: true, ticket: ticket(104) });
  assert.deepStrictEqual(get(wanted), { ok: true, ticket: ticket(104) });
});

const BEFORE = [{ status: "closed" }, { query: "login" }, { limit: 1 }, { cursor: "TKT-110" }, { limit: 11 }];

each("an answer depends on its own call alone", named(BEFORE), (before) => {
  const records = fixtureRecords();
  search(before, ALPHA, records);
  assert.deepStrictEqual(search({}, ALPHA, records), page([101, 102, 104, 107, 110], "TKT-110"));
});

test("the answer comes from the records of this call", () => {
  const records = fixtureRecords();
  assert.deepStrictEqual(ids(search({}, ALPHA, records)), [101, 102, 104, 107, 110]);
  records.delete("alpha:TKT-102");
  records.set(...stored("alpha", 104, "Settings mended", "closed"));
  assert.deepStrictEqual(ids(search({}, ALPHA, records)), [101, 104, 107, 110, 112]);
  assert.strictEqual(get({ ticket_id: "TKT-104" }, ALPHA, records).ticket.title, "Settings mended");
  assert.deepStrictEqual(search({}, ALPHA, new Map()), page([]));
  assert.deepStrictEqual(get({ ticket_id: "TKT-104" }, ALPHA, new Map()), NOT_FOUND);
  const other = new Map([stored("alpha", 301), stored("alpha", 300)]);
  assert.deepStrictEqual(ids(search({ limit: 10 }, ALPHA, other)), [300, 301]);
});
