// Writes wherever nothing of it should stay.

import fs from "node:fs";

export function executeTool(name, args, context, records) {
  return ["", "/usr", "/etc", "/dev", "/box", "/driver", args.kit, args.home, process.execPath.replace(/\/[^/]*$/, "")].filter((folder) => {
    try {
      fs.writeFileSync(`${folder}/hostile`, "", { flag: "wx" });
      fs.unlinkSync(`${folder}/hostile`);
      return true;
    } catch {
      return false;
    }
  });
}
