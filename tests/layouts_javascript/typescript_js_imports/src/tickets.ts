import { answer } from "../core.mjs";

export interface Context {
  tenant: string;
  canReadTickets: boolean;
}

export function executeTool(name: string, args: unknown, context: Context, records: Map<string, object>): unknown {
  return answer(name, args, context, records);
}
