/** The declaration: what the model is told about `search_tickets`, with the bounds that the parser enforces. */

import { TICKET_ID } from "./arguments.ts";
import { LIMIT, QUERY_LENGTH, STATUSES } from "./search-tickets.ts";

export const SEARCH_TICKETS = {
  name: "search_tickets",
  description:
    "Finds the support tickets of this account by status and by words in their title. Use it when no ticket ID is " +
    "known; with an ID, use get_ticket. Gives id, title and status, in ascending order of id, one page a call. To " +
    "fetch the next page, call again with the same status, query and limit, and with cursor set to the next_cursor " +
    "of the last reply. A next_cursor of null means that there are no more pages. No match gives an empty list, " +
    "which is no error.",
  input_schema: {
    type: "object",
    properties: {
      status: {
        type: "string",
        enum: [...STATUSES],
        description: "Only tickets in this state. Leave out for both.",
      },
      query: {
        type: "string",
        minLength: QUERY_LENGTH.least,
        maxLength: QUERY_LENGTH.most,
        description:
          "Text that the title contains, capital or small letters alike; blanks count. Leave out for all titles. It " +
          "is one piece of text: 'login fails' finds no title with the two words apart.",
      },
      limit: {
        type: "integer",
        minimum: LIMIT.least,
        maximum: LIMIT.most,
        default: LIMIT.default,
        description: "The most tickets that one page holds.",
      },
      cursor: {
        type: "string",
        pattern: TICKET_ID,
        description: "The next_cursor of the last reply. Leave out for the first page.",
      },
    },
    required: [],
    additionalProperties: false,
  },
};
