import { answer } from "./core.mjs";

export async function executeTool(name, args, context, records) {
  return answer(name, args, context, records);
}
