// Writes noise to the answer pipe.

import fs from "node:fs";

export function executeTool(name, args, context, records) {
  fs.writeSync(Number(process.argv[3]), "noise\n");
}
