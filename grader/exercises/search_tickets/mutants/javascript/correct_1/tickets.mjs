/**
 * A correct adapter, plainly built: the base of every mutant.
 *
 * Chosen where the contract is open: only `true` is a permission; a missing tenant is a tenant called "undefined", a
 * missing context throws; a tenant's prefix ends at its first colon; `id` counts, not the key; `undefined` under a key,
 * 5n, boxed values, class instances, other realms, hidden and symbol keys are refused, objects without prototype taken;
 * UTF-16 units, plain `toLowerCase`; a null ticket throws.
 */

const STATUSES = ["open", "closed"];
const DEFAULTS = { status: null, query: "", limit: 5, cursor: "" };
const TICKET_ID = /^TKT-[0-9]{3}$/;

/** Take one call through the four stations: find, parse, permit, handle. */
export function executeTool(name, args, context, records) {
  const tool = find(name);
  if (tool === undefined) return failure("unknown_tool");
  const asked = tool.parse(args);
  if (asked === null) return failure("invalid_arguments");
  if (context.canReadTickets !== true) return failure("forbidden");
  return tool.handle(asked, context.tenant, records);
}

function find(name) {
  return TOOLS.get(name);
}

function parseGet(args) {
  if (!onlyHas(args, GET)) return null;
  const ticketId = args.ticket_id;
  return isTicketId(ticketId) ? { ticketId } : null;
}

function parseSearch(args) {
  if (!onlyHas(args, SEARCH)) return null;
  const good = Object.entries(args).every(([key, value]) => SEARCH.get(key)(value));
  return good ? { ...DEFAULTS, ...args } : null;
}

function handleGet(asked, tenant, records) {
  const ticket = records.get(`${tenant}:${asked.ticketId}`);
  if (ticket === undefined) return failure("not_found");
  return { ok: true, ticket: shown(ticket) };
}

function handleSearch(asked, tenant, records) {
  const found = owned(tenant, records).filter((ticket) => matches(ticket, asked));
  found.sort(byId);
  const rest = found.filter((ticket) => ticket.id > asked.cursor);
  const page = rest.slice(0, asked.limit);
  const more = rest.length > page.length;
  const next = more ? page.at(-1).id : null;
  return { ok: true, tickets: page.map(shown), next_cursor: next };
}

function owned(tenant, records) {
  const rows = [...records].filter(([key]) => key.startsWith(`${tenant}:`));
  return rows.map(([, ticket]) => ticket);
}

function matches(ticket, asked) {
  if (asked.status !== null && asked.status !== ticket.status) return false;
  return ticket.title.toLowerCase().includes(asked.query.toLowerCase());
}

function byId(one, other) {
  return one.id < other.id ? -1 : 1;
}

function shown({ id, title, status }) {
  return { id, title, status };
}

function failure(code) {
  return { ok: false, code };
}

function onlyHas(args, names) {
  return isPlainObject(args) && Reflect.ownKeys(args).every((key) => names.has(key));
}

function isPlainObject(value) {
  if (typeof value !== "object" || value === null) return false;
  return [Object.prototype, null].includes(Object.getPrototypeOf(value));
}

function isTicketId(value) {
  return typeof value === "string" && TICKET_ID.test(value);
}

function isStatus(value) {
  return STATUSES.includes(value);
}

function isQuery(value) {
  return typeof value === "string" && 1 <= value.length && value.length <= 40;
}

function isLimit(value) {
  return Number.isInteger(value) && 1 <= value && value <= 10;
}

const GET = new Map([["ticket_id", isTicketId]]);
const SEARCH = new Map([["status", isStatus], ["query", isQuery], ["limit", isLimit], ["cursor", isTicketId]]);
const TOOLS = new Map([
  ["get_ticket", { parse: parseGet, handle: handleGet }],
  ["search_tickets", { parse: parseSearch, handle: handleSearch }],
]);
