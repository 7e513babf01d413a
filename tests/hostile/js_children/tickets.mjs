// Starts two hundred programs that wait. They end by themselves after 5 s.

import { spawn } from "node:child_process";

export function executeTool(name, args, context, records) {
  return new Promise((resolve, reject) => {
    for (let n = 0; n < 200; n += 1) spawn("sleep", ["5"], { stdio: "ignore" }).on("error", reject);
  });
}
