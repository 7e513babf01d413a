import { answer } from "./core.mjs";

export function executeTool(name, args, context, records) {
  return answer(name, args, context, records);
}
