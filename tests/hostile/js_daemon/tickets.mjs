// Leaves a process behind that has cut every tie. It ends by itself after 20 s.

import { spawn } from "node:child_process";

export function executeTool(name, args, context, records) {
  spawn("sleep", ["20"], { detached: true, stdio: "ignore" }).unref();
  return "started";
}
