/** What an entry of the registry holds, and what a tool answers. */

import type { Code } from "./refusal.ts";
import type { PublicTicket, TenantTickets } from "./store.ts";

export type Reply =
  | { ok: true; ticket: PublicTicket }
  | { ok: true; tickets: PublicTicket[]; next_cursor: string | null }
  | { ok: false; code: Code };

/** `parse` turns what the model wrote into a request or refuses it; `handle` answers the request. */
export interface Tool<Request = unknown> {
  parse(args: unknown): Request;
  handle(request: Request, tickets: TenantTickets): Reply;
}
