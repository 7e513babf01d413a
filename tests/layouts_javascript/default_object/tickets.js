import { answer } from "./core.mjs";

export default { executeTool: (...call) => answer(...call), tools: 2 };
