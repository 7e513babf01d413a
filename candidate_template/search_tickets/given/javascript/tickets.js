/** The support assistant's tool, get_ticket, as it stands. */

const PUBLIC = ["id", "title", "status"];
const TICKET_ID = /^TKT-[0-9]{3}$/;

/** Answers one tool call; a failure is returned, never thrown. */
export function executeTool(name, args, context, records) {
  if (name !== "get_ticket") return failure("unknown_tool");
  if (!isPlainObject(args) || Reflect.ownKeys(args).join() !== "ticket_id" || !isTicketId(args.ticket_id)) {
    return failure("invalid_arguments");
  }
  if (context.canReadTickets !== true) return failure("forbidden");
  const ticket = records.get(`${context.tenant}:${args.ticket_id}`);
  if (ticket === undefined) return failure("not_found");
  return { ok: true, ticket: Object.fromEntries(PUBLIC.map((field) => [field, ticket[field]])) };
}

function isPlainObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTicketId(value) {
  return typeof value === "string" && TICKET_ID.test(value);
}

function failure(code) {
  return { ok: false, code };
}
