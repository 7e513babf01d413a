import type { Records, Ticket } from "./store.ts";

interface Context {
  tenant: string;
  canReadTickets: boolean;
}

interface CursorState {
  tenant: string;
  position: string;
}

type Args = Record<string, any>;
type Tool = (args: unknown, context: Context, records: Records) => object;

const TICKET_ID = /^TKT-[0-9]{3}$/;
const STATUSES = ["open", "closed"];
const DEFAULT_LIMIT = 5;

function failure(code: string) {
  return { ok: false, code };
}

function isObject(value: unknown): value is Args {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function getTicket(args: unknown, context: Context, records: Records) {
  if (!isObject(args) || Object.keys(args).length !== 1 || !Object.hasOwn(args, "ticket_id")) {
    return failure("invalid_arguments");
  }
  const ticketId: unknown = args.ticket_id;
  if (typeof ticketId !== "string" || !TICKET_ID.test(ticketId)) {
    return failure("invalid_arguments");
  }
  if (!context.canReadTickets) {
    return failure("forbidden");
  }
  const ticket = records.get(`${context.tenant}:${ticketId}`);
  if (!ticket) {
    return failure("not_found");
  }
  return { ok: true, ticket: { id: ticket.id, title: ticket.title, status: ticket.status } };
}

// The cursor is opaque to the caller, so it is safe to keep our paging state in it.
function encodeCursor(state: CursorState): string {
  return Buffer.from(JSON.stringify(state)).toString("base64");
}

function decodeCursor(cursor: string): CursorState {
  return JSON.parse(Buffer.from(cursor, "base64").toString());
}

function searchTickets(args: unknown, context: Context, records: Records) {
  if (!isObject(args)) {
    return failure("invalid_arguments");
  }
  if (Object.hasOwn(args, "status") && !STATUSES.includes(args.status)) {
    return failure("invalid_arguments");
  }
  if (!context.canReadTickets) {
    return failure("forbidden");
  }

  const { status, query } = args;
  const limit = args.limit ?? DEFAULT_LIMIT;
  const start = { tenant: context.tenant, position: "" };
  const { tenant, position } = args.cursor ? decodeCursor(args.cursor) : start;

  const matches: Ticket[] = [];
  for (const [key, ticket] of records) {
    if (!key.startsWith(`${tenant}:`)) {
      continue;
    }
    if (status && ticket.status !== status) {
      continue;
    }
    if (query && !ticket.title.toLowerCase().includes(query.toLowerCase())) {
      continue;
    }
    if (ticket.id > position) {
      matches.push(ticket);
    }
  }
  matches.sort((a, b) => (a.id < b.id ? -1 : 1));

  const page = matches.slice(0, limit);
  const nextCursor = matches.length > limit ? encodeCursor({ tenant, position: page[page.length - 1].id }) : null;
  return { ok: true, tickets: page, next_cursor: nextCursor };
}

const TOOLS = new Map<string, Tool>([
  ["get_ticket", getTicket],
  ["search_tickets", searchTickets],
]);

export function executeTool(name: any, args: unknown, context: Context, records: Records) {
  const tool = TOOLS.get(name);
  if (!tool) {
    return failure("unknown_tool");
  }
  return tool(args, context, records);
}
