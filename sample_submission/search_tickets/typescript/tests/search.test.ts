import assert from "node:assert/strict";
import { test } from "node:test";

import { fixtureRecords } from "../store.ts";
import { executeTool } from "../tickets.ts";

const ALPHA = { tenant: "alpha", canReadTickets: true };

test("first page", () => {
  const reply: any = executeTool("search_tickets", {}, ALPHA, fixtureRecords());
  assert.equal(reply.tickets.length, 5);
});

test("second page", () => {
  const records = fixtureRecords();
  const first: any = executeTool("search_tickets", {}, ALPHA, records);
  const second: any = executeTool("search_tickets", { cursor: first.next_cursor }, ALPHA, records);
  assert.equal(second.tickets.length, 2);
});

test("closed filter", () => {
  const reply: any = executeTool("search_tickets", { status: "closed" }, ALPHA, fixtureRecords());
  assert.ok(reply.tickets.every((ticket: any) => ticket.status === "closed"));
});
