// Loading a hand-in: its file is imported, ES module or CommonJS, and the function is looked up among what it exports.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { SourceTextModule } from "node:vm";

import { placeOf, Unloadable } from "./driver_failure.mjs";
import * as p from "./driver_primordials.mjs";
import { className, encode, mark } from "./driver_values.mjs";

const MODULES = [".js", ".mjs"];

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
    return place === undefined ? null : encode(place.value, mark);
  } catch (error) {
    return error instanceof Unloadable ? null : mark("an error while loading");
  }
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

/** `file:line` of a syntax error, which an import of an ES module does not tell: the module that repeats it is sought. */
export function syntaxPlace(error, root, file) {
  if (!(error instanceof SyntaxError)) return null;
  for (const path of [join(root, file), ...modules(root)]) {
    try {
      new SourceTextModule(readFileSync(path, "utf8"), { identifier: path });
    } catch (again) {
      if (again.message === error.message) return placeOf(again, root);
    }
  }
  return null;
}

function modules(root) {
  const paths = readdirSync(root, { recursive: true }).filter((path) => MODULES.includes(extname(path)));
  return paths.sort().map((path) => join(root, path));
}
