// The worker for TypeScript: the one for JavaScript, with hooks that read TypeScript as its compilers do, without them.
//
// Imports are found without an extension, under the `.js` that the compiler would write, and in `index`; enums,
// namespaces and parameter properties become JavaScript; a type may be imported without the word `type`.

import { readFileSync, statSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { asModule, isModule } from "./driver_types.mjs";

const SUFFIXES = [".ts", ".mts", ".cts"];
const WRITTEN = { ".js": ".ts", ".mjs": ".mts", ".cjs": ".cts" };
const AFTER = [".ts", ".mts", ".cts", "/index.ts", "/index.mts", "/index.cts", ".d.ts", ".json"];
registerHooks({ resolve, load });
await import("./driver.mjs");

function resolve(specifier, context, next) {
  const parent = context.parentURL;
  if (!/^\.{1,2}(?:\/|$)/.test(specifier) || !isTypeScript(parent)) return next(specifier, context);
  const path = fileURLToPath(new URL(specifier, parent)).replace(/\/$/, "");
  const found = candidates(path).find(isFile);
  return found === undefined
    ? next(specifier, context)
    : { url: pathToFileURL(found).href, importAttributes: context.importAttributes, shortCircuit: true };
}

/** The files that an import can mean, in the order in which the compiler looks. */
function candidates(path) {
  const suffix = extname(path);
  const source = suffix in WRITTEN ? [path.slice(0, -suffix.length) + WRITTEN[suffix]] : [];
  return [...source, path, ...AFTER.map((end) => path + end)];
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isTypeScript(url) {
  return url?.startsWith("file:") === true && SUFFIXES.includes(extname(new URL(url).pathname));
}

function load(url, context, next) {
  if (isTypeScript(url)) return compiled(url);
  return isBareJson(url, context) ? jsonModule(url) : next(url, context);
}

/** Whether JSON is imported as the compilers allow: without saying that it is JSON. */
function isBareJson(url, context) {
  return url.endsWith(".json") && context.importAttributes?.type !== "json" && !context.conditions.includes("require");
}

function jsonModule(url) {
  return { format: "module", source: `export default ${readFileSync(fileURLToPath(url), "utf8")}`, shortCircuit: true };
}

function compiled(url) {
  const source = readFileSync(fileURLToPath(url), "utf8");
  const code = stripTypeScriptTypes(source, { mode: "transform", sourceMap: true, sourceUrl: url });
  if (!isModule(code)) return { format: "commonjs", source: code, shortCircuit: true };
  return { format: "module", source: asModule(source, code), shortCircuit: true };
}
