// Puts the watch over a hand-in's function: each file that makes it gets another name, and in its place lies a file
// that passes all of it on, the function watched.

import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, parse, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { matcher } from "./suite_names.mjs";

const MODULES = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"];
const IS_MODULE = /^[ \t]*(?:import\b(?![ \t]*\()|export\b)/m;
const HAS_DEFAULT = /^[ \t]*export[ \t]+default\b|\bas[ \t]+default\b/m;
const FOREIGN = /^\s*at .*(?:node:internal|node:async_hooks|node_modules\/|\/suite_watch\.cjs|Promise\.all)/;
const MOVED = ".as-handed-in";
const WATCH = JSON.stringify(join(dirname(fileURLToPath(import.meta.url)), "suite_watch.cjs"));

/** The files below `root`, as paths from there; what tools installed is left out. */
export function filesBelow(root, skipped) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join("/"),
    )
    .filter((file) => !file.split("/").some((part) => skipped.includes(part)))
    .sort();
}

/** Lay the watch over the entry, and over whatever else makes a function of the name. */
export function overlay(root, task, skipped) {
  const makers = filesBelow(root, skipped).filter((file) => file !== task.entry.file && makes(root, file, task));
  for (const file of makers) lay(root, file, task.function);
  lay(root, task.entry.file, task.entry.function);
}

/** What a failing test says: files named as they were handed in, frames that are not the hand-in's left out. */
export function asHandedIn(said, root) {
  const text = said.replaceAll(`file://${root}/`, "").replaceAll(`${root}/`, "").replaceAll(MOVED, "");
  return text
    .split("\n")
    .filter((line) => !FOREIGN.test(line))
    .join("\n");
}

function makes(root, file, { patterns, tests, function: name }) {
  if (!MODULES.includes(extname(file)) || /\.d\.[cm]?ts$/.test(file)) return false;
  const isTest = file
    .split("/")
    .slice(0, -1)
    .some((part) => tests.folders.includes(part));
  if (isTest || tests.files.some((pattern) => matcher(pattern).test(basename(file)))) return false;
  const text = readFileSync(join(root, file), "utf8").replace(new RegExp(patterns.noise ?? "(?!)", "gs"), "");
  return patterns.defines.some((pattern) => new RegExp(pattern.replaceAll("FUNCTION", name), "m").test(text));
}

function lay(root, file, path) {
  const { name, ext, dir } = parse(file);
  const moved = `${name}${MOVED}${ext}`;
  const text = readFileSync(join(root, file), "utf8");
  renameSync(join(root, file), join(root, dir, moved));
  const write = isModule(text, ext) ? asModule : asCommon;
  writeFileSync(join(root, file), write(JSON.stringify(`./${moved}`), path, text));
}

function isModule(text, ext) {
  if (ext === ".cjs") return false;
  return ext === ".mjs" || ext === ".mts" || IS_MODULE.test(text.replace(/\/\*.*?\*\//gs, ""));
}

/** A name that is there is passed on by `*`, unless it is stated: so the function's own one is. */
function asModule(original, path, text) {
  const name = path.split(".")[0];
  const named = new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
  return [
    "// @ts-nocheck",
    `import { createRequire } from "node:module";`,
    `import * as original from ${original};`,
    `export * from ${original};`,
    `const held = createRequire(${WATCH})(${WATCH})(original, ${JSON.stringify(path)});`,
    ...(named && name !== "default"
      ? [`const named = held[${JSON.stringify(name)}];`, `export { named as ${name} };`]
      : []),
    ...(HAS_DEFAULT.test(text) ? ["export default held.default;"] : []),
    "",
  ].join("\n");
}

/** The last line is never run: it tells importers, who only read, which names there are. */
function asCommon(original, path) {
  const name = path.split(".")[0];
  return [
    "// @ts-nocheck",
    `const original = require(${original});`,
    `module.exports = require(${WATCH}).into(module.exports, original, ${JSON.stringify(path)});`,
    `0 && (module.exports = { ${name}, ...require(${original}) });`,
    "",
  ].join("\n");
}
