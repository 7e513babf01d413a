// Stands for `node:test` when the last test is to come first: what is declared waits, and is declared in reverse when
// its file or group is complete.

import * as runner from "node:test";

let waiting = [];

/** Declare all that waits, the last first. */
export function flush() {
  const declared = waiting.reverse();
  waiting = [];
  for (const declare of declared) declare();
}

function later(declare, inside = (given) => given) {
  return (...given) => {
    waiting.push(() => declare(...inside(given)));
    return Promise.resolve();
  };
}

/** The words of a group, what it declares reversed too. */
function group(given) {
  return given.map((word) => (typeof word === "function" ? grouped(word) : word));
}

function grouped(body) {
  return function declared(...given) {
    const outer = waiting;
    waiting = [];
    const ended = body.apply(this, given);
    flush();
    waiting = outer;
    return ended;
  };
}

function family(declare, inside) {
  const kinds = ["skip", "todo", "only"].filter((kind) => kind in declare);
  return Object.assign(
    later(declare, inside),
    Object.fromEntries(kinds.map((kind) => [kind, later(declare[kind], inside)])),
  );
}

export const test = family(runner.test);
export const it = family(runner.it);
export const describe = family(runner.describe, group);
export const suite = family(runner.suite ?? runner.describe, group);
export const { before, after, beforeEach, afterEach, mock, run, snapshot, assert } = runner;
const all = Object.assign(test, { ...runner.default, test, it, describe, suite });
export { all as default, all as "module.exports" };
globalThis[Symbol.for("takehome.flush")] = flush;
