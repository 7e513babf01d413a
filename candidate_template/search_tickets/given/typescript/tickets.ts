/** The support assistant's tool, get_ticket, as it stands. */

export interface Context {
  tenant: string;
  canReadTickets: boolean;
}

export interface Ticket {
  id: string;
  title: string;
  status: string;
}

export type Reply = { ok: true; ticket: Ticket } | { ok: false; code: string };

const TICKET_ID = /^TKT-[0-9]{3}$/;

/** Answers one tool call; a failure is returned, never thrown. */
export function executeTool(name: unknown, args: unknown, context: Context, records: Map<string, Ticket>): Reply {
  if (name !== "get_ticket") return failure("unknown_tool");
  if (!isPlainObject(args) || Reflect.ownKeys(args).join() !== "ticket_id" || !isTicketId(args.ticket_id)) {
    return failure("invalid_arguments");
  }
  if (context.canReadTickets !== true) return failure("forbidden");
  const ticket = records.get(`${context.tenant}:${args.ticket_id}`);
  if (ticket === undefined) return failure("not_found");
  return { ok: true, ticket: { id: ticket.id, title: ticket.title, status: ticket.status } };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTicketId(value: unknown): value is string {
  return typeof value === "string" && TICKET_ID.test(value);
}

function failure(code: string): Reply {
  return { ok: false, code };
}
