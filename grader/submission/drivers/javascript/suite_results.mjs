// What became of each test in a turn, as its runner wrote it: {tests: name → {outcome, says, key}, groups, complete}.
// `key` is how the watch names a test; a group is a file or a `describe` that failed, with all that it would have held.

import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { asHandedIn } from "./suite_overlay.mjs";

const SAYS = 4_000;
const SEPARATOR = " > ";
const SKIPS = /\b(?:skip|todo|xit|xtest|xdescribe|failing)\b/;

/** The lines of a file, those that are JSON. */
export function jsonLines(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return []; // the last line of a process that was ended, or none of ours
      }
    });
}

class Results {
  tests = new Map();
  groups = [];
  complete = false;

  constructor(root) {
    this.root = root;
  }

  /** Take a test in; a name that is there already gets a number. */
  add(name, outcome, says, key = name) {
    let shown = name;
    for (let n = 2; this.tests.has(shown); n += 1) shown = `${name} (${n})`;
    this.tests.set(shown, { outcome, says: asHandedIn(says, this.root), key });
  }
}

/** What Node's own runner told, file after file or all at once; complete when each process came to its end. */
export function ofNode(path, root, processes) {
  const results = new Results(root);
  let ends = 0;
  for (const line of jsonLines(path)) {
    if (line.end) ends += 1;
    else if (line.group !== undefined) results.groups.push({ ...line, says: asHandedIn(line.says, root) });
    else if (line.test !== undefined) results.add(line.test, line.outcome, line.says);
  }
  results.complete = ends === processes;
  return results;
}

/** What our reporter for Mocha told; why a test is skipped stands in the file alone. */
export function ofMocha(path, root) {
  const results = ofNode(path, root, 1);
  for (const [name, test] of results.tests) {
    const [file, ...titles] = name.split(SEPARATOR);
    if (test.outcome === "skipped") test.says = reason(sourceOf(join(root, file)), titles.at(-1), "");
  }
  return results;
}

/** What Jest and Vitest write as JSON. */
export function ofJson(path, root) {
  const results = new Results(root);
  const [told] = existsSync(path) ? jsonLines(path) : [];
  const byName = (one, other) => (one.name < other.name ? -1 : 1);
  for (const file of (told?.testResults ?? []).sort(byName)) {
    const name = relative(root, file.name).split(sep).join("/");
    const source = sourceOf(file.name);
    for (const test of file.assertionResults) addOne(results, name, test, source);
    if (file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed")) {
      results.groups.push({ group: name, broken: true, says: asHandedIn(plain(file.message), root) });
    }
  }
  results.complete = told !== undefined;
  return results;
}

function addOne(results, file, { ancestorTitles, title, status, failureMessages }, source) {
  const titles = [...ancestorTitles, title].filter((each) => each !== "");
  const outcome = status === "passed" || status === "failed" ? status : "skipped";
  const says = outcome === "skipped" ? reason(source, title, status) : plain((failureMessages ?? []).join("\n"));
  results.add([file, ...titles].join(SEPARATOR), outcome, says, `${file}\n${titles.join(" ")}`);
}

/** Why a test is skipped: the comment at its line, or on the line before. */
function reason(source, title, status) {
  const at = source.findIndex((line) => line.includes(title) && SKIPS.test(line));
  const said = [source[at], source[at - 1]].map((line) => /\/\/\s*(.*)$|\/\*+\s*(.*?)\s*\*\//.exec(line ?? ""));
  const found = said.find((each) => each !== null);
  const text = found?.[1] ?? found?.[2] ?? "";
  return status === "todo" ? `to do${text && `: ${text}`}` : text;
}

function sourceOf(path) {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
}

/** A message without the colours of a terminal. */
function plain(text) {
  return (text ?? "").replace(/\u001b\[[0-9;]*m/g, "").slice(0, SAYS);
}

/** A command that tells no test apart: it passes or fails as a whole. */
export function ofWhole(command, root, { status, printed }) {
  const results = new Results(root);
  results.add(`${command} (as a whole)`, status === 0 ? "passed" : "failed", plain(printed.trim()), "");
  results.complete = true;
  return results;
}
