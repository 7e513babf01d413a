// Closes every descriptor, the driver's too.

import fs from "node:fs";

export function executeTool(name, args, context, records) {
  for (let fd = 3; fd < 256; fd += 1) {
    try {
      fs.closeSync(fd);
    } catch {}
  }
  for (;;) {}
}
