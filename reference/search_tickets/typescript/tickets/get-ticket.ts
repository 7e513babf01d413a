/** `get_ticket`: one ticket by its ID. */

import { isTicketId, read } from "./arguments.ts";
import { Refusal } from "./refusal.ts";
import { publicFields } from "./store.ts";
import type { Tool } from "./tool.ts";

const CHECKS = { ticket_id: isTicketId };

export const getTicket: Tool<string> = {
  parse(args) {
    const { ticket_id: ticketId } = read(args, CHECKS);
    if (ticketId === undefined) {
      throw new Refusal("invalid_arguments");
    }
    return ticketId;
  },

  handle(ticketId, tickets) {
    const ticket = tickets.find(ticketId);
    if (ticket === undefined) {
      throw new Refusal("not_found");
    }
    return { ok: true, ticket: publicFields(ticket) };
  },
};
