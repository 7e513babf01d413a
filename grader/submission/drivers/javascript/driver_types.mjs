// A TypeScript module whose types were taken out, made to link: a type that was imported or exported like a value is
// left out, or gets a stand-in, as the compilers do. The text it works on was written by Node: an import takes one line,
// and a comment that stood before a statement now stands on its line.

const MODULE = /^(?:[^\n]*?\*\/)*[ \t]*(?:import\b(?![ \t]*\()|export\b)/m;
const TYPE = /^[ \t]*(export[ \t]+)?(?:declare[ \t]+)?(?:interface|type)[ \t]+([A-Za-z_$][\w$]*)/gm;
const EXPORTED_TYPES = /^[ \t]*export[ \t]+type[ \t]*\{([^}]*)\}/gm;
const EXPORT_LIST = /^(?:[^\n]*?\*\/)*[ \t]*export\s*\{([^}]*)\}(?!\s*from)/gm;
const IMPORT = /^(?:[^\n]*?\*\/)*[ \t]*import\s+(?:([\w$]+)\s*,\s*)?\{([^}]*)\}\s*(from\s*(["'])(?:(?!\4).)*\4)/gm;
const WHOLE_IMPORT = /^(?:[^\n]*?\*\/)*[ \t]*import\s+(?:\*\s*as\s+)?([\w$]+)\s+from\s*(["'])(?:(?!\2).)*\2/gm;
const REQUIRE = 'import { createRequire as $require } from "node:module"; const require = $require(import.meta.url);';

/** Whether the JavaScript is an ES module, by what stands in it and not by package.json: a compiler may write either. */
export function isModule(code) {
  return MODULE.test(code);
}

/** The module that `code`, compiled from `source`, stands for; its lines stay where they are. */
export function asModule(source, code) {
  const end = code.lastIndexOf("//# sourceMappingURL=");
  const body = end < 0 ? code : code.slice(0, end);
  const start = /\brequire\(/.test(body) ? REQUIRE : "";
  const linked = body
    .replace(IMPORT, (...found) => withoutTypes(body, found))
    .replace(WHOLE_IMPORT, (whole, name) => (isUsed(name, body.replace(whole, "")) ? whole : ""));
  return `${start}${linked}${standIns(source, body)}\n${code.slice(body.length)}`;
}

/** An import without the names that are used nowhere: they are types. */
function withoutTypes(code, [whole, main, list, from]) {
  const names = list.split(",").filter((item) => item.trim() !== "");
  const rest = code.replace(whole, "");
  const used = names.filter((item) => isUsed(lastWord(item), rest));
  if (used.length === names.length) return whole;
  if (used.length === 0 && main === undefined) return "";
  return `import ${main === undefined ? "" : `${main}, `}{${used.join(",")}} ${from}`;
}

function lastWord(item) {
  return item.trim().split(/\s+as\s+/).at(-1);
}

function word(name) {
  return `(?<![\\w$])(?<!(?<!\\.\\.)\\.)${name.replaceAll("$", "\\$")}(?![\\w$])`;
}

function isUsed(name, code) {
  return new RegExp(word(name)).test(code);
}

/** A value, undefined, for each type that the module exports and that is only a type. */
function standIns(source, code) {
  const listed = new Set([...code.matchAll(EXPORT_LIST)].flatMap(([, list]) => list.split(",").map(firstWord)));
  const rest = code.replace(EXPORT_LIST, "");
  return [...types(source)]
    .filter(([name]) => !isBound(name, rest))
    .map(([name, exported]) => standIn(name, listed.has(name), exported))
    .join("");
}

function firstWord(item) {
  return item.trim().split(/\s+as\s+/)[0];
}

/** The types that a source declares at the start of a line or passes on, and whether it exports them by that. */
function types(source) {
  const found = new Map();
  for (const [, exported, name] of source.matchAll(TYPE)) found.set(name, exported !== undefined);
  for (const [, list] of source.matchAll(EXPORTED_TYPES)) {
    for (const item of list.split(",")) if (item.trim() !== "") found.set(lastWord(item), true);
  }
  return found;
}

function standIn(name, listed, exported) {
  if (listed) return `\nvar ${name};`;
  return exported ? `\nvar $type_${name}; export { $type_${name} as ${name} };` : "";
}

function isBound(name, code) {
  return new RegExp(`(?:\\b(?:const|let|var|class|function)\\s+|[{,]\\s*(?:[\\w$]+\\s+as\\s+)?)${word(name)}`).test(code);
}
