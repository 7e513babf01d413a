// The worker for TypeScript: the one for JavaScript, with hooks that read TypeScript as its compilers do, without them.
//
// Imports are found without an extension, under the `.js` that the compiler would write, in `index`, and by the paths of
// tsconfig.json; enums, namespaces and parameter properties become JavaScript; a type may be imported without the word `type`.

import { readFileSync, statSync } from "node:fs";
import { isBuiltin, registerHooks, stripTypeScriptTypes } from "node:module";
import { dirname, extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { mapped } from "./driver_paths.mjs";
import { asModule, isModule } from "./driver_types.mjs";

const SUFFIXES = [".ts", ".mts", ".cts"];
const WRITTEN = { ".js": ".ts", ".mjs": ".mts", ".cjs": ".cts" };
const AFTER = [".ts", ".mts", ".cts", "/index.ts", "/index.mts", "/index.cts", ".js", ".mjs", ".cjs", "/index.js", ".d.ts", ".json"];
registerHooks({ resolve, load });
await import("./driver.mjs");

function resolve(specifier, context, next) {
  const parent = context.parentURL;
  if (!isTypeScript(parent)) return next(specifier, context);
  const found = places(specifier, parent).flatMap(candidates).find(isFile);
  return found === undefined
    ? next(specifier, context)
    : { url: pathToFileURL(found).href, importAttributes: context.importAttributes, shortCircuit: true };
}

/** The paths that an import can mean, its suffix aside. */
function places(specifier, parent) {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) return [fileURLToPath(new URL(specifier, parent)).replace(/\/$/, "")];
  return isBuiltin(specifier) ? [] : mapped(specifier, dirname(fileURLToPath(parent)));
}

/** The files that a path can mean, in the order in which the compiler looks. */
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

/** The data as the default, and each key of it under its name. */
function jsonModule(url) {
  const text = readFileSync(fileURLToPath(url), "utf8").replace(/^\ufeff/, "");
  const names = Object.keys(Object(JSON.parse(text))).filter((name) => name !== "default" && name.isWellFormed());
  const named = names.map((name, n) => {
    const quoted = JSON.stringify(name);
    return `const $${n} = $data[${quoted}]; export { $${n} as ${quoted} };`;
  });
  const data = `const $data = JSON.parse(${JSON.stringify(text)}); export default $data;`;
  return { format: "module", source: [data, ...named].join("\n"), shortCircuit: true };
}

function compiled(url) {
  const source = readFileSync(fileURLToPath(url), "utf8");
  const code = stripTypeScriptTypes(source, { mode: "transform", sourceMap: true, sourceUrl: url });
  if (!isModule(code)) return { format: "commonjs", source: code, shortCircuit: true };
  return { format: "module", source: asModule(source, code), shortCircuit: true };
}
