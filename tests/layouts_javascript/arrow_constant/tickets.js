import { answer } from "./core.mjs";

export const executeTool = (...call) => answer(...call);
