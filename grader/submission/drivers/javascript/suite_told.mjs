// What a suite is, as its turns show it: the tests, what they call on which records, and what is red in each turn.

import { createHash } from "node:crypto";

const OBSERVED = 30_000;
const LOADING = "(while a file of tests loads)";

/** A value as text, the same for equal ones: the order of keys does not matter. */
export function text(value) {
  if (Array.isArray(value)) return `[${value.map(text)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.keys(value)
    .map((key) => `${JSON.stringify(key)}:${text(value[key])}`)
    .sort()}}`;
}

/** The file of a test, by its name or by its key. */
export function fileOf(name) {
  return name.split(/\n| > /, 1)[0];
}

const short = (store) => (store === "" ? "" : createHash("sha256").update(store).digest("hex").slice(0, 12));

/** Runners join the titles of a test in different ways. */
const flat = (key) => (key.includes("\n") ? key.replaceAll(" > ", " ") : key);

export class Suite {
  usual = {};
  collected = [];
  #marks;
  #report;
  #tellsApart;
  #named = new Map();
  #skipped = new Set();
  #calls = new Map();
  #stores = new Set();
  #marked = new Map();
  #observed = 0;
  #raised;

  /** `marks`: calls and records as text, by name. `tellsApart`: the runner tells one test from another. */
  constructor(marks, report, tellsApart) {
    this.#marks = Object.entries(marks);
    this.#report = report;
    this.#tellsApart = tellsApart;
  }

  /** Take in the tests, as the own code shows them. */
  learn({ tests, groups }) {
    this.collected = [...tests.keys()];
    for (const [name, { key, outcome }] of tests) {
      if (!this.#named.has(flat(key))) this.#named.set(flat(key), name);
      if (outcome === "skipped") this.#skipped.add(name);
    }
    this.#report({ collected: this.collected });
    for (const { group, broken, says } of groups) if (broken) this.#report({ error: group, says });
  }

  /** Pass on what the watch saw in an observing turn. */
  observe(kind, told) {
    const counted = new Map();
    for (const line of told) {
      const key = line.made ?? line.called;
      if (key !== undefined) counted.set(key, (counted.get(key) ?? 0) + 1);
      if (line.rows !== undefined) this.#tellRows(line);
      if (line.made !== undefined) this.#tellCall(line);
    }
    for (const [key, calls] of counted) this.#count(kind, key, calls);
  }

  #count(kind, key, calls) {
    if (kind === "own") this.usual[key] = calls;
    const name = this.#name(key);
    this.#calls.set(name, Math.max(calls, this.#calls.get(name) ?? 0));
    this.#report({ test: name, calls: this.#calls.get(name) });
  }

  #tellRows({ records, rows }) {
    if (this.#stores.has(records)) return;
    this.#stores.add(records);
    this.#report({ store: short(records), rows });
  }

  #tellCall({ made, call, records, reply }) {
    for (const [mark, due] of this.#marks) {
      if (due.rows === records && due.call === text(call)) this.#mark(mark, fileOf(made));
    }
    this.#observed += 1;
    if (this.#observed > OBSERVED) return;
    const line = { made: this.#name(made), call, store: short(records) };
    this.#report(reply === undefined ? line : { ...line, reply });
  }

  #mark(mark, file) {
    this.#marked.set(mark, (this.#marked.get(mark) ?? new Set()).add(file));
  }

  #name(key) {
    return this.#named.get(flat(key)) ?? (key === "" ? LOADING : key.replace("\n", " > "));
  }

  /** The files that make the call of a mark; undefined when that may be any. */
  filesOf(mark) {
    const files = [...(this.#marked.get(mark) ?? [])];
    return files.includes("") ? undefined : files;
  }

  /** Tell how a turn on these files (undefined: all) went: what is red, and whether all was run that should be. */
  tell({ turn, end, results, told, seconds }, files) {
    const red = this.#red(results, told);
    const due = this.collected.filter((name) => !this.#skipped.has(name) && (files?.includes(fileOf(name)) ?? true));
    const missing = due.filter((name) => !results.tests.has(name) && !(name in red));
    // Fewer tests and none of them red: nobody can say that the adapter was put to the test.
    const fell = end === "done" && missing.length > 0 && Object.keys(red).length === 0;
    if (turn.kind === "raises") this.#raised = red;
    this.#report({
      turn: turn.name,
      end: fell ? `ran ${due.length - missing.length} of its ${due.length} tests` : end,
      seconds: Math.round(seconds * 1e4) / 1e4,
      red,
      skipped: skipped(results),
    });
  }

  #red({ tests, groups }, told) {
    const red = {};
    for (const [name, { outcome, says }] of tests) if (outcome === "failed") red[name] = ["failed", says];
    for (const { group, says } of groups) {
      for (const name of this.collected)
        if (this.#fellWith(name, group) && !tests.has(name)) red[name] = ["error", says];
    }
    for (const { unbounded, limit } of told) {
      if (unbounded !== undefined)
        red[this.#name(unbounded)] = ["unbounded", `more than ${limit} calls: the walk has no bound`];
    }
    return red;
  }

  #fellWith(name, group) {
    return name.startsWith(`${group} > `) && !this.#skipped.has(name);
  }

  /** The tests that never get to the function: they make no call, and are green when every call raises. */
  idle() {
    if (this.#raised === undefined || (!this.#tellsApart && this.#calls.size > 0)) return [];
    const silent = (name) => !this.#calls.has(name) && !(name in this.#raised);
    return this.collected.filter((name) => !this.#skipped.has(name) && silent(name));
  }
}

function skipped({ tests }) {
  const found = [...tests].filter(([, { outcome }]) => outcome === "skipped");
  return Object.fromEntries(found.map(([name, { says }]) => [name, says]));
}
