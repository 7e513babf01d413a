import { answer } from "./core.mjs";

export function parseLimit({ limit = 5 }) {
  return limit >= 1 && limit <= 10 ? limit : null;
}

export const executeTool = answer;
