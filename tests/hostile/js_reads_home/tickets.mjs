// Looks into the home folder, and for keys and passwords.

import fs from "node:fs";

export function executeTool(name, args, context, records) {
  const seen = ["/etc/passwd", "/etc/shadow", args.home].filter((path) => fs.existsSync(path));
  return seen.length ? `escaped: ${seen}` : "kept in";
}
