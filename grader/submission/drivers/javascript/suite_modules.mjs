// The packages that lie installed in the hand-in's own folder: shown to be read only, and linked one by one into a
// folder `node_modules` that may be written to, for there are tools that keep their notes in it.

import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

const SHOWN = ".takehome-modules/node_modules";
const NOTES = [".vite", ".vite-temp", ".vitest", ".cache"];

/** Lay the packages into the folder `root`, if there are any. */
export function layModules(root) {
  const shown = resolve(SHOWN);
  if (!existsSync(shown)) return;
  const folder = join(root, "node_modules");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(shown)) if (!NOTES.includes(name)) symlinkSync(join(shown, name), join(folder, name));
}

/** An environment in which the programs of those packages are found. */
export function withPrograms(root, env) {
  return { ...env, PATH: `${join(root, "node_modules/.bin")}:${env.PATH}` };
}
