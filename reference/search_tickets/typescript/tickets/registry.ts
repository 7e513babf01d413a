/** The registry: the table of tools, and the one way every call takes through it. */

import { getTicket } from "./get-ticket.ts";
import { Refusal } from "./refusal.ts";
import { searchTickets } from "./search-tickets.ts";
import { TenantTickets, type Records } from "./store.ts";
import type { Reply, Tool } from "./tool.ts";

export interface Context {
  tenant: string;
  canReadTickets: boolean;
}

// A Map, since a plain object would also find `constructor` and `toString`.
const TOOLS: ReadonlyMap<unknown, Tool> = new Map<string, Tool>([
  ["get_ticket", getTicket],
  ["search_tickets", searchTickets],
]);

/**
 * The reply of one tool: `{ ok: true, ... }`, or `{ ok: false, code }`.
 *
 * `name` and `args` come from a model and may be anything. `context` is ours and is believed. `records`
 * (`"tenant:ticket_id"` to ticket) is only read.
 */
export function executeTool(name: unknown, args: unknown, context: Context, records: Records): Reply {
  try {
    const tool = find(name);
    const request = tool.parse(args);
    permit(context);
    return tool.handle(request, new TenantTickets(context.tenant, records));
  } catch (problem) {
    if (problem instanceof Refusal) {
      return { ok: false, code: problem.code };
    }
    throw problem;
  }
}

function find(name: unknown): Tool {
  const tool = TOOLS.get(name);
  if (tool === undefined) {
    throw new Refusal("unknown_tool");
  }
  return tool;
}

/** Both tools only read, so there is one permission. Whatever is not exactly true is a no, and nobody is no tenant. */
function permit(context: Context): void {
  if (context.canReadTickets !== true || typeof context.tenant !== "string") {
    throw new Refusal("forbidden");
  }
}
