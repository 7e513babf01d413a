"use strict";
// The watch over the tool function while a hand-in's own tests run: it counts the calls, and lets others answer.
// The overlay of a file puts it in the function's place, so every name that tests have for the function leads here.
//
// TAKEHOME_TURN names a JSON file: {kind, file, function, spoiled, observe, usual, report}.

const { openSync, readFileSync, writeSync } = require("node:fs");
const { relative } = require("node:path");
const { types } = require("node:util");

const { adapter } = require("./suite_adapter.cjs");
const { encode, encodeRows } = require("./suite_encode.cjs");
const { exportsWith } = require("./suite_exports.cjs");

const WATCH = Symbol.for("takehome.watch");
const TEST = Symbol.for("takehome.test");
const PARAMETERS = 4;
const LEAST_CALLS = 1_000;
const TIMES = 100;
const MOST_TOLD = 30_000;

/** A test calls the function without end. */
class Unbounded extends Error {}

/** What is done with each call; one for all files that share their globals. */
class Watch {
  constructor(turn) {
    this.turn = turn;
    this.report = openSync(turn.report, "a");
    this.adapters = new Map();
    this.depth = 0;
    this.told = 0;
    this.calls = new Map();
    this.stores = new Set();
    this.held = new WeakSet();
    if (turn.backwards) reverse();
  }

  /** A function that looks like `own`, and asks the watch. */
  over(own) {
    if (this.held.has(own)) return own;
    const held = new Proxy(own, { apply: (_, self, given) => this.ask(own, self, given) });
    this.held.add(held);
    return held;
  }

  /** Answer a call. A call that the function makes of itself, or of one it wraps, is its own affair. */
  ask(own, self, given) {
    if (this.depth > 0) return Reflect.apply(own, self, given);
    const test = currentTest();
    this.count(test);
    this.depth += 1;
    try {
      return this.answer(own, self, given, test);
    } finally {
      this.depth -= 1;
    }
  }

  count(test) {
    const calls = (this.calls.get(test) ?? 0) + 1;
    this.calls.set(test, calls);
    const limit = Math.max(LEAST_CALLS, TIMES * (this.turn.usual?.[test] ?? 0));
    if (calls <= limit) return;
    if (calls === limit + 1) this.tell(`{"unbounded":${JSON.stringify(test)},"limit":${limit}}`);
    // A test that catches whatever is thrown goes on calling: then only the end of the process ends it.
    if (calls > limit + LEAST_CALLS) process.kill(process.pid, "SIGKILL");
    throw new Unbounded(`more than ${limit} calls in one test: your walk has no bound`);
  }

  answer(own, self, given, test) {
    const { observe, spoiled } = this.turn;
    if (given.length !== PARAMETERS || (!observe && !spoiled)) {
      if (observe) this.tell(`{"called":${JSON.stringify(test)}}`);
      return this.reply(own, self, given, test);
    }
    const call = `[${given.slice(0, 3).map(encode)}]`;
    const rows = encodeRows(given[3]);
    if (spoiled && call === spoiled.call && rows !== undefined && sorted(rows) === spoiled.rows) {
      return asOwn(own, JSON.parse(spoiled.reply));
    }
    return observe
      ? this.noted(call, rows, test, () => this.reply(own, self, given, test))
      : this.reply(own, self, given, test);
  }

  noted(call, rows, test, reply) {
    let value;
    try {
      value = reply();
    } catch (error) {
      this.note(call, rows, test, undefined);
      throw error;
    }
    if (!types.isPromise(value)) this.note(call, rows, test, encode(value));
    else
      value.then(
        (late) => this.note(call, rows, test, encode(late)),
        () => this.note(call, rows, test, undefined),
      );
    return value;
  }

  note(call, rows, test, reply) {
    this.told += 1;
    if (this.told > MOST_TOLD) return this.tell(`{"called":${JSON.stringify(test)}}`);
    const store = rows === undefined ? "" : sorted(rows);
    if (rows !== undefined && !this.stores.has(store)) {
      this.stores.add(store);
      this.tell(`{"records":${JSON.stringify(store)},"rows":[${rows.map((row) => `[${row}]`)}]}`);
    }
    const replied = reply === undefined ? "" : `,"reply":${reply}`;
    this.tell(`{"made":${JSON.stringify(test)},"call":${call},"records":${JSON.stringify(store)}${replied}}`);
  }

  tell(line) {
    writeSync(this.report, `${line}\n`);
  }

  reply(own, self, given, test) {
    const answer = this.answering(fileOf(test));
    if (answer === undefined) return Reflect.apply(own, self, given);
    if (!types.isAsyncFunction(own)) return answer(...given);
    return new Promise((resolve) => resolve(answer(...given)));
  }

  /** What answers the tests of a file: an adapter of their own, for it may keep something from call to call. */
  answering(file) {
    if (!this.adapters.has(file)) this.adapters.set(file, answering(this.turn));
    return this.adapters.get(file);
  }
}

function fileOf(test) {
  return test.split(/\n| > /, 1)[0];
}

/** The records as text that does not depend on their order. */
function sorted(rows) {
  return `{${rows.map(([key, row]) => `${key}:${row}`).sort()}}`;
}

function asOwn(own, reply) {
  return types.isAsyncFunction(own) ? Promise.resolve(reply) : reply;
}

/** The name of the test that runs now, as its runner has it; empty where it cannot be told. */
function currentTest() {
  if (globalThis[TEST] !== undefined) return globalThis[TEST];
  const expect = globalThis.expect?.getState ? globalThis.expect : globalThis[Symbol.for("expect-global")];
  const state = expect?.getState?.();
  return state?.currentTestName ? `${relative(process.cwd(), state.testPath)}\n${state.currentTestName}` : "";
}

// ---- what answers in the function's place ----

function answering({ kind, file, function: name }) {
  switch (kind) {
    case "adapter":
      return adapter(file, name);
    case "raises":
      return raises;
    case "ruins":
      return ruins;
  }
  return undefined;
}

/** Stands for an adapter that answers nothing at all. */
function raises() {
  throw new Error("this adapter raises on every call");
}

let ruined = 0;

/** Stands for an adapter that does everything wrong: it empties what it was given, and replies with a number. */
function ruins(name, args, context, records) {
  if (typeof args === "object" && args !== null && !Object.isFrozen(args)) {
    for (const key of Object.keys(args)) Reflect.deleteProperty(args, key);
  }
  if (types.isMap(records)) records.clear();
  ruined += 1;
  return ruined;
}

/** Let Jest run the tests of this file from the last to the first. */
function reverse() {
  const state = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === "JEST_STATE_SYMBOL");
  const turn = (block) => {
    block.children.reverse();
    for (const child of block.children) if (child.type === "describeBlock") turn(child);
  };
  if (state !== undefined) globalThis.beforeAll(() => turn(globalThis[state].rootDescribeBlock));
}

globalThis[WATCH] ??= new Watch(JSON.parse(readFileSync(process.env.TAKEHOME_TURN, "utf8")));

const watched = (original, path) => exportsWith(original, path, (own) => globalThis[WATCH].over(own));

/** The exports of a file of the hand-in, the function at `path` watched. */
module.exports = watched;
/** The same for CommonJS: the object `exports` is filled where that can be, for whoever holds it already. */
module.exports.into = (exports, original, path) => {
  const held = watched(original, path);
  if (typeof held === "function" || Object.getPrototypeOf(held) !== Object.prototype) return held;
  return Object.defineProperties(exports, Object.getOwnPropertyDescriptors(held));
};
