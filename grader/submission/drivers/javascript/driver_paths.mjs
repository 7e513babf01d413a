// What a bare import means by the hand-in's tsconfig.json: its `paths` and `baseUrl`, as the compilers read them.

import { readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";

const ROOT = process.argv[4];
const NOISE = /("(?:\\.|[^"\\\n])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const LAST_COMMA = /("(?:\\.|[^"\\\n])*")|,(?=\s*[}\]])/g;
const MOST = 10;
const known = new Map();

/** The paths, without a suffix perhaps, that `specifier` can mean in a file of `folder`, the first choice first. */
export function mapped(specifier, folder) {
  const { base, paths } = settings(folder);
  const places = paths === undefined ? [] : targets(specifier, paths.written).map((to) => resolve(paths.from, to));
  return base === undefined ? places : [...places, resolve(base, specifier)];
}

/** The targets of the pattern that fits best: the whole name, or the longest text before a star. */
function targets(specifier, written) {
  if (Object.hasOwn(written, specifier)) return written[specifier];
  const fitting = Object.keys(written).filter((pattern) => fits(specifier, pattern));
  if (fitting.length === 0) return [];
  const [best] = fitting.sort((a, b) => b.indexOf("*") - a.indexOf("*"));
  const [before, after] = best.split("*");
  const part = specifier.slice(before.length, specifier.length - after.length);
  return written[best].map((target) => target.replace("*", () => part));
}

function fits(specifier, pattern) {
  const [before, after] = pattern.split("*");
  const long = specifier.length >= before.length + (after?.length ?? 0);
  return after !== undefined && long && specifier.startsWith(before) && specifier.endsWith(after);
}

/** What the nearest tsconfig.json above `folder` says; nothing when there is none inside the hand-in. */
function settings(folder) {
  if (!known.has(folder)) known.set(folder, found(folder));
  return known.get(folder);
}

function found(folder) {
  const said = read(resolve(folder, "tsconfig.json"), MOST);
  if (said !== undefined) return said;
  return folder === ROOT || !folder.startsWith(ROOT) ? {} : settings(dirname(folder));
}

/** `base`, and `paths` with the folder that they start from; what the file extends comes first. */
function read(file, left) {
  const data = json(file);
  if (data === undefined || left === 0) return data && {};
  const folder = dirname(file);
  const above = [data.extends ?? []].flat().map((other) => read(extended(folder, other), left - 1));
  const { baseUrl, paths } = data.compilerOptions ?? {};
  const said = Object.assign({}, ...above);
  if (baseUrl !== undefined) said.base = resolve(folder, baseUrl);
  if (paths !== undefined) said.paths = { from: said.base ?? folder, written: paths };
  return said;
}

function extended(folder, other) {
  const path = other.endsWith(".json") ? other : `${other}.json`;
  return isAbsolute(path) || !path.startsWith(".") ? "" : resolve(folder, path);
}

/** JSON with comments and commas too many, as it is written there; undefined when it cannot be read. */
function json(file) {
  try {
    const plain = readFileSync(file, "utf8").replace(/^\ufeff/, "").replace(NOISE, "$1").replace(LAST_COMMA, "$1");
    return JSON.parse(plain);
  } catch {
    return undefined;
  }
}
