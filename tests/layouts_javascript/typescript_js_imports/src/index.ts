export { executeTool } from "./tickets.js";
export type { Context } from "./tickets.js";
