// Connects to a port of the grader.

import net from "node:net";

export function executeTool(name, args, context, records) {
  return new Promise((resolve) => {
    const line = net.connect(args.port, "127.0.0.1", () => resolve("escaped"));
    line.on("error", () => resolve("kept in"));
  });
}
