// Names of files by pattern, as Node's own test runner reads them, and the files that it runs when it is given none.

import { statSync } from "node:fs";
import { join } from "node:path";

const SOURCE = "{js,cjs,mjs,ts,cts,mts}";
const USUAL = ["**/*.test", "**/*-test", "**/*_test", "**/test-*", "**/test", "**/test/**/*"].map(
  (stem) => `${stem}.${SOURCE}`,
);
const PARTS = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]", "{": "(?:", "}": ")", ",": "|" };

/** A regular expression for a pattern with `*`, `**`, `?`, `{a,b}` and `[…]`. */
export function matcher(pattern) {
  const text = pattern.replace(/\*\*\/|\*\*|[*?{},]|\[[^\]]*\]|[.+^$()|\\\]]/g, (part) => {
    return PARTS[part] ?? (part.length > 1 ? part : `\\${part}`);
  });
  return new RegExp(`^${text}$`);
}

/** Those of `files` that the test runner runs when it is given these words. */
export function chosen(root, files, words) {
  const patterns = words.length > 0 ? words.flatMap((word) => meant(root, word)) : USUAL;
  const matchers = patterns.map(matcher);
  return files.filter((file) => !/\.d\.[cm]?ts$/.test(file) && matchers.some((each) => each.test(file)));
}

function meant(root, word) {
  const path = word.replace(/^\.\//, "").replace(/\/$/, "");
  const isFolder = statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? [`${path}/**/*.${SOURCE}`] : [path];
}
