// Reads a file that lies beside the kit.

import fs from "node:fs";

export function executeTool(name, args, context, records) {
  try {
    return "escaped: " + fs.readFileSync(args.canary, "utf8");
  } catch {
    return "kept in";
  }
}
