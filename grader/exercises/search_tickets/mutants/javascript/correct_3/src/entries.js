/** The table of tools and the way of a call. */
import { publicRow, rowsOf, taken, wanted } from "./rows.js";
import { isId, isLimit, isStatus, isText, plain } from "./checks.js";

const fail = (code) => ({ ok: false, code });

const ENTRIES = new Map([
  ["get_ticket", { needed: ["ticket_id"], checks: new Map([["ticket_id", isId]]), handle: get }],
  [
    "search_tickets",
    {
      needed: [],
      checks: new Map([["cursor", isId], ["limit", isLimit], ["query", isText], ["status", isStatus]]),
      handle: search,
    },
  ],
]);

export function answer(name, args, context, records) {
  const entry = typeof name === "string" ? ENTRIES.get(name) : undefined;
  if (!entry) return fail("unknown_tool");
  if (!accepts(entry, args)) return fail("invalid_arguments");
  const { tenant = "", canReadTickets = true } = context;
  return canReadTickets === false ? fail("forbidden") : entry.handle({ ...args }, tenant, records);
}

function accepts({ needed, checks }, args) {
  if (!plain(args)) return false;
  const names = Object.keys(args);
  return needed.every((name) => names.includes(name)) && names.every((name) => checks.get(name)?.(args[name]) === true);
}

function get({ ticket_id: id }, tenant, records) {
  const ticket = records.get(`${tenant}:${id}`);
  return ticket ? { ok: true, ticket: publicRow(ticket) } : fail("not_found");
}

function search({ status, query = "", limit = 5, cursor = "" }, tenant, records) {
  const size = Number(limit);
  const tickets = taken(wanted(rowsOf(tenant, records), status, query, cursor), size + 1);
  const next = tickets.length > size ? tickets[size - 1].id : null;
  return { next_cursor: next, tickets: tickets.slice(0, size), ok: true };
}
