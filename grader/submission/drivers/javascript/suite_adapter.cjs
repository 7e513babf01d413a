"use strict";
// The function of an adapter that answers in place of the hand-in's own. Its files are run as scripts among the globals
// of whoever asks: a test runner may give each test file globals of its own, and an `Object` from elsewhere is another.

const { readFileSync } = require("node:fs");
const { dirname, resolve } = require("node:path");

const IMPORT = /^import\s*(\{[^}]*\})\s*from\s*(["'][^"']+["']);?/gm;
const PASSED_ON = /^export\s*\{([^}]*)\}\s*from\s*(["'][^"']+["']);?/gm;
const LISTED = /^export\s*\{([^}]*)\};?/gm;
const DECLARED = /^export\s+((?:async\s+)?(?:function\s*\*?|const|let|class)\s*([\w$]+))/gm;

/** The function of that name in the file. */
function adapter(path, name) {
  const modules = new Map();
  const load = (file) => {
    if (!modules.has(file)) {
      const module = { exports: {} };
      modules.set(file, module);
      const need = (to) => (to.startsWith(".") ? load(resolve(dirname(file), to)) : require(to));
      new Function("module", "exports", "require", asScript(readFileSync(file, "utf8")))(module, module.exports, need);
    }
    return modules.get(file).exports;
  };
  const found = load(path)[name];
  if (typeof found !== "function") throw new Error(`${path} exports no function ${name}`);
  return found;
}

/** An ES module with named imports and exports, or a CommonJS module, as the text of a script. */
function asScript(source) {
  const given = [];
  const give = (names, from) => {
    for (const name of names
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean)) {
      const [inner, outer = inner] = name.split(/\s+as\s+/);
      given.push(`get ${outer}() { return ${from}${inner}; }`);
    }
    return "";
  };
  const body = source
    .replace(IMPORT, (_, names, file) => `const ${names.replace(/\s+as\s+/g, ": ")} = require(${file});`)
    .replace(PASSED_ON, (_, names, file) => give(names, `require(${file}).`))
    .replace(LISTED, (_, names) => give(names, ""))
    .replace(DECLARED, (_, declared, name) => give(name, "") + declared);
  const exported = given.length > 0 ? `module.exports = { ${given} };` : "";
  return `"use strict"; ${exported} ${body}`;
}

module.exports = { adapter };
