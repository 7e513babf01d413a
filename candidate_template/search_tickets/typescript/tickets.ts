/** The ticket tools of the support assistant. */

export interface Context {
  tenant: string;
  canReadTickets: boolean;
}

export interface Ticket {
  id: string;
  title: string;
  status: string;
}

/** Answers one tool call; see BRIEF.md for the contract. */
export function executeTool(name: unknown, args: unknown, context: Context, records: Map<string, Ticket>): unknown {
  throw new Error("not implemented");
}
