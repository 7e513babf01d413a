/** `search_tickets`: the caller's tickets by status and words in the title, page by page. */

import { isTicketId, oneOf, read, text, wholeNumber } from "./arguments.ts";
import { publicFields, type Ticket } from "./store.ts";
import type { Tool } from "./tool.ts";

export const STATUSES = ["open", "closed"] as const;
export const QUERY_LENGTH = { least: 1, most: 40 };
export const LIMIT = { least: 1, most: 10, default: 5 };

interface Search {
  status: (typeof STATUSES)[number] | null;
  query: string;
  limit: number;
  cursor: string;
}

const CHECKS = {
  status: oneOf(STATUSES),
  query: text(QUERY_LENGTH.least, QUERY_LENGTH.most),
  limit: wholeNumber(LIMIT.least, LIMIT.most),
  cursor: isTicketId,
};

/** The empty text is in every title and below every ID, so it stands for "left out". */
const LEFT_OUT: Search = { status: null, query: "", limit: LIMIT.default, cursor: "" };

export const searchTickets: Tool<Search> = {
  parse(args) {
    return { ...LEFT_OUT, ...read(args, CHECKS) };
  },

  handle(search, tickets) {
    const matches = [...tickets].filter((ticket) => wants(search, ticket)).sort(byId);
    const page = matches.slice(0, search.limit);
    const last = page.at(-1);
    return {
      ok: true,
      tickets: page.map(publicFields),
      next_cursor: last !== undefined && matches.length > page.length ? last.id : null,
    };
  },
};

function wants(search: Search, ticket: Ticket): boolean {
  return (
    (search.status === null || ticket.status === search.status) &&
    ticket.title.toLowerCase().includes(search.query.toLowerCase()) &&
    ticket.id > search.cursor
  );
}

/** As text, by code unit; `localeCompare` would ask the machine for its language. */
function byId(one: Ticket, other: Ticket): number {
  return Number(one.id > other.id) - Number(one.id < other.id);
}
