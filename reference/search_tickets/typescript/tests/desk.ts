/** The desk the tests sit at: who asks, how to ask, and what a complete reply looks like, typed in by hand. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { executeTool, fixtureRecords } from "../tickets/index.ts";

export const ALPHA = { tenant: "alpha", canReadTickets: true };
export const ALPHA_DENIED = { tenant: "alpha", canReadTickets: false };
export const BETA = { tenant: "beta", canReadTickets: true };

export const INVALID = { ok: false, code: "invalid_arguments" };
export const FORBIDDEN = { ok: false, code: "forbidden" };
export const NOT_FOUND = { ok: false, code: "not_found" };
export const UNKNOWN = { ok: false, code: "unknown_tool" };

type Titles = Record<number, [title: string, status: string]>;
export const TICKETS: Record<string, Titles> = {
  alpha: {
    101: ["Login fails after password reset", "open"],
    102: ["CSV export times out", "closed"],
    104: ["Settings crash", "open"],
    107: ["Login page slow on mobile", "open"],
    110: ["Invoice PDF missing logo", "closed"],
    112: ["Settings page shows wrong time zone", "open"],
    115: ["Password reset email delayed", "closed"],
  },
  beta: {
    103: ["Refund not received", "open"],
    104: ["Private billing issue", "closed"],
    108: ["Login fails after SSO change", "open"],
  },
};

/** The type of a reply is what the tests are there to find out. */
type Reply = any;

export function get(args: unknown, context = ALPHA, records = fixtureRecords()): Reply {
  return executeTool("get_ticket", args, context, records);
}

export function search(args: unknown, context = ALPHA, records = fixtureRecords()): Reply {
  return executeTool("search_tickets", args, context, records);
}

export function ticket(number: number, tenant = "alpha") {
  const [title, status] = TICKETS[tenant]![number]!;
  return { id: `TKT-${number}`, title, status };
}

export function page(numbers: number[], next: string | null = null, tenant = "alpha") {
  return { ok: true, tickets: numbers.map((number) => ticket(number, tenant)), next_cursor: next };
}

/** One entry of a store; `number` is text where zeros lead. */
export function stored(
  tenant: string,
  number: number | string,
  title = "Printer jam",
  status = "open",
  internal: object = {},
): [string, { id: string; title: string; status: string }] {
  const id = `TKT-${number}`;
  return [`${tenant}:${id}`, { id, title, status, ...internal }];
}

/** The three-digit IDs of a page, in sequence; the page has to be a success. */
export function ids(reply: Reply): number[] {
  assert.strictEqual(reply.ok, true);
  return reply.tickets.map((shown: { id: string }) => Number(shown.id.replace("TKT-", "")));
}

/** The pages from the first to the one whose next_cursor is null, as lists of IDs. */
export function walk(args: object, context = ALPHA, records = fixtureRecords(), atMost = 20): number[][] {
  const pages: number[][] = [];
  let cursor = {};
  while (pages.length < atMost) {
    const reply = search({ ...args, ...cursor }, context, records);
    pages.push(ids(reply));
    if (reply.next_cursor === null) {
      return pages;
    }
    cursor = { cursor: reply.next_cursor };
  }
  assert.fail(`no end after ${atMost} pages: ${JSON.stringify(pages)}`);
}

/** One test a row of `table`, named by the row's key. */
export function each<Row>(subject: string, table: Record<string, Row>, check: (row: Row) => void): void {
  for (const [name, row] of Object.entries(table)) {
    test(`${subject}: ${name}`, () => check(row));
  }
}

/** A table whose rows name themselves. */
export function named<Row>(rows: Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [JSON.stringify(row), row]));
}
