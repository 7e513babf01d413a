// Imports a file of the machine by its path.

import { passwords } from "/etc/passwd.ts";

export function executeTool(name: string): string {
  return passwords + name;
}
