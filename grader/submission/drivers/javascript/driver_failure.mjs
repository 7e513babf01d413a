// What was thrown, in the words of an error reply; nothing here throws, whatever the thrown value's own code does.

import * as p from "./driver_primordials.mjs";
import { className, encode, mark, Unusable } from "./driver_values.mjs";

const MESSAGE = 2000;
const NAME = 200;
const FAILS = "an exception whose own message fails";
const END = /:(\d+)(?::\d+)?\)?$/;
const { decodeURIComponent } = globalThis;

/** There is nothing to call; `why` says so. */
export class Unloadable {
  constructor(why) {
    this.why = why;
  }
}

/** The parts of an error reply. */
export function errorParts(kind, said, at) {
  const place = at === null ? "null" : p.quote(at);
  return `"err":${p.quote(p.slice(kind, 0, NAME))},"msg":${p.quote(p.slice(said, 0, MESSAGE))},"at":${place}`;
}

/** The parts of the reply that tells of `error`, thrown by a hand-in at `root`. */
export function failure(error, root) {
  if (error instanceof Unusable) return errorParts("$unusable", `returned ${error.what}`, null);
  if (error instanceof Unloadable) return errorParts("$load", error.why, null);
  return errorParts(kindOf(error), guarded(() => said(error, root), FAILS), placeOf(error, root));
}

/** One line on an error that belongs to no call. */
export function inOneLine(error, root) {
  return `${kindOf(error)}: ${guarded(() => said(error, root), FAILS)}`;
}

/** `file:line` of the innermost line inside the hand-in that a stack names, or null. */
export function placeOf(error, root) {
  return guarded(() => (isObject(error) ? placeIn(p.text(error.stack), `${root}/`) : null), null);
}

function isObject(value) {
  return typeof value === "object" && value !== null;
}

function guarded(work, instead) {
  try {
    return work();
  } catch {
    return instead;
  }
}

function kindOf(error) {
  if (!isObject(error)) return error === null ? "null" : typeof error;
  if (p.types.isProxy(error)) return "Proxy";
  const name = className(p.getPrototypeOf(error));
  return name === "Object" && p.types.isNativeError(error) ? guarded(() => p.text(error.name), name) : name;
}

/** The message, without the list of files that Node adds and without the place of our copy. */
function said(error, root) {
  if (!isObject(error)) return error === undefined ? "" : p.text(error);
  const { message } = error;
  if (message === undefined) return encode(error, mark);
  const first = p.split(p.slice(p.text(message), 0, 2 * MESSAGE), "\nRequire stack:")[0];
  return p.replaceAll(p.replaceAll(first, `file://${root}/`, ""), `${root}/`, "");
}

function placeIn(stack, root) {
  const lines = p.split(stack, "\n");
  for (let i = 0; i < lines.length; i += 1) {
    const at = p.indexOf(lines[i], root);
    const end = at < 0 ? null : p.match(END, lines[i]);
    if (end === null) continue;
    const file = p.slice(lines[i], at + root.length, end.index);
    return `${guarded(() => decodeURIComponent(file), file)}:${end[1]}`;
  }
  return null;
}
