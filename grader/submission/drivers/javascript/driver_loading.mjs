// Loading a hand-in: its file is imported, ES module or CommonJS, and the function is looked up among what it exports.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { Unloadable } from "./driver_failure.mjs";
import * as p from "./driver_primordials.mjs";
import { className, encode, mark } from "./driver_values.mjs";

const MODULES = [".js", ".mjs"];
const SOURCES = [...MODULES, ".cjs", ".ts", ".mts", ".cts"];
const CHECKED = 20;
const MAKER = /declar|schema|spec|definition/i;
const COMMENT = /\/\*[\s\S]*?\*\//g;
const COMPILED = /(?:^|[{;}])[ \t]*(?:export[ \t]+(?:default[ \t]+)?)?(?:@[A-Za-z_$(]|(?:static[ \t]+)?accessor[ \t]+[#\w$])/m;
const BUILT =
  "decorators and accessors need a compiler, and none is run;" +
  " hand in what yours writes, and name that file in handin.yaml as `entry: file.js`";

/** What the file exports. Throws Unloadable, or whatever the import threw. */
export async function load(root, file) {
  const path = join(root, file);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Unloadable(`there is no file ${file}`);
  return { exports: await import(pathToFileURL(path).href) };
}

/** The function at a dotted path among the exports, and the object that it is a method of. */
export function found(exports, file, path) {
  const place = at(exports, path) ?? at(exports.default, path) ?? itself(exports.default, path);
  if (place === undefined) throw new Unloadable(`${file} exports no function ${path}`);
  if (typeof place.value !== "function") {
    throw new Unloadable(`${path} in ${file} is ${named(place.value)}, which cannot be called`);
  }
  return place.holder === exports ? { value: place.value, holder: undefined } : place;
}

/** The exported values of the names that are there, as JSON text; `file:name` looks in another file. */
export async function exported(root, exports, names) {
  let values = "";
  for (let i = 0; i < names.length; i += 1) {
    const value = await exportedText(root, exports, names[i]);
    if (value !== null) values += `${values && ","}${p.quote(names[i])}:${value}`;
  }
  return `{"exports":{${values}}}`;
}

async function exportedText(root, exports, name) {
  try {
    const colon = name.lastIndexOf(":");
    const from = colon < 0 ? exports : (await load(root, name.slice(0, colon))).exports;
    const path = name.slice(colon + 1);
    const place = at(from, path) ?? at(from.default, path);
    return place === undefined ? null : encode(builds(place.value) ? place.value() : place.value, mark);
  } catch (error) {
    return error instanceof Unloadable ? null : mark("an error while loading");
  }
}

/** Whether it is a function that needs nothing, and by its name makes a declaration. */
function builds(value) {
  return typeof value === "function" && value.length === 0 && MAKER.test(value.name);
}

/** What lies at a dotted path, with its holder; undefined when a step of it is missing. */
function at(start, path) {
  let value = start;
  let holder;
  for (const name of path.split(".")) {
    if (value === undefined || value === null) return undefined;
    holder = value;
    value = value[name];
  }
  return value === undefined ? undefined : { value, holder };
}

/** A default export that is the function itself, whatever name it bears. */
function itself(value, path) {
  return typeof value === "function" && !path.includes(".") ? { value, holder: undefined } : undefined;
}

function named(value) {
  if (value === null) return "null";
  return typeof value === "object" ? `a ${className(Object.getPrototypeOf(value))}` : `a ${typeof value}`;
}

/** `file:line` of a syntax error, which an import of an ES module does not tell: Node is asked about one file at a time. */
export function syntaxPlace(error, root, file) {
  for (const path of [file, ...modules(root)].slice(0, CHECKED)) {
    const said = checked(join(root, path));
    const line = /^\[stdin\]:(\d+)/.exec(said);
    if (line !== null && said.includes(error.message)) return `${path}:${line[1]}`;
  }
  return null;
}

/** The first decorator or accessor, which compilers take and Node.js does not, and what to do about it. */
export function compiledAway(root) {
  for (const path of files(root, SOURCES)) {
    const text = readFileSync(join(root, path), "utf8").replace(COMMENT, (comment) => comment.replace(/[^\n]/g, " "));
    const found = COMPILED.exec(text);
    if (found !== null) return { place: `${path}:${text.slice(0, found.index).split("\n").length}`, why: BUILT };
  }
  return undefined;
}

function modules(root) {
  return files(root, MODULES);
}

function files(root, suffixes) {
  return readdirSync(root, { recursive: true }).filter((path) => suffixes.includes(extname(path))).sort();
}

function checked(path) {
  const how = { input: readFileSync(path), encoding: "utf8", timeout: 1000 };
  return spawnSync(process.execPath, ["--check", "--input-type=module", "-"], how).stderr ?? "";
}
