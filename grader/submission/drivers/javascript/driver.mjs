// The worker for JavaScript: loads one hand-in and answers calls to its function, a JSON line each, over two
// descriptors.
//
//     driver.mjs REQUESTS REPLIES ROOT
//
// It imports nothing of the kit and knows no expected value. All it uses later it takes hold of before the hand-in runs.

import { realpathSync, writeSync } from "node:fs";
import { Socket } from "node:net";

import { errorParts, failure, inOneLine, placeOf } from "./driver_failure.mjs";
import { compiledAway, exported, found, load, syntaxPlace } from "./driver_loading.mjs";
import * as p from "./driver_primordials.mjs";
import { argsLook, edit, rowsLook, scribble, shown, Store } from "./driver_state.mjs";
import { decode } from "./driver_tags.mjs";
import { encode, mark, refuse } from "./driver_values.mjs";

const LINE = 1_000_000;
const NEWLINE = 10;
const AWAITED = ',"awaited":"promise"';
const write = writeSync;
const leave = process.reallyExit.bind(process);
const pause = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
const lingering = pause.bind(null, 5000);

/** One loaded hand-in, with what the call before left behind. */
class Worker {
  constructor(root) {
    this.root = root;
    this.called = undefined;
    this.stores = p.create(null);
    this.records = undefined;
    this.args = undefined;
    this.last = undefined;
    this.seen = { args: "", rows: "" };
    this.waits = false;
  }

  /** The parts of the reply to a request: text, or a promise of it. */
  dispatch(message, line) {
    const tagged = p.indexOf(line, '"$"') >= 0;
    if (p.hasOwn(message, "call")) return this.call(message, tagged);
    if (p.hasOwn(message, "store")) {
      this.stores[message.store] = new Store(line, tagged);
      return '"ok":true';
    }
    if (p.hasOwn(message, "load")) return this.load(message.load);
    if (p.hasOwn(message, "scribble")) {
      scribble(this.last);
      return `"ok":true${this.changes()}`;
    }
    return errorParts("$request", "no such message", null);
  }

  async load({ file, function: path, exports: names }) {
    try {
      const { exports } = await load(this.root, file);
      this.called = found(exports, file, path);
      return `"ok":${await exported(this.root, exports, names)}`;
    } catch (error) {
      if (!(error instanceof SyntaxError) || placeOf(error, this.root) !== null) return failure(error, this.root);
      const { place, why } = compiledAway(this.root) ?? { place: syntaxPlace(error, this.root, file), why: error.message };
      return place === null ? failure(error, this.root) : errorParts("SyntaxError", why, place);
    }
  }

  call(message, tagged) {
    this.waits = false;
    this.take(message, tagged);
    const name = message.call[0];
    const context = message.call[2];
    try {
      const parts = [tagged ? decode(name) : name, this.args, tagged ? decode(context) : context, this.records];
      const result = p.apply(this.called.value, this.called.holder, parts);
      return p.types.isPromise(result) ? this.awaited(result) : this.answered(result, "");
    } catch (error) {
      return failure(error, this.root) + this.changes();
    }
  }

  async awaited(promise) {
    this.waits = true;
    try {
      return this.answered(await promise, AWAITED);
    } catch (error) {
      return this.thrown(error);
    }
  }

  /** The parts of the reply when `error` was thrown while we waited. */
  thrown(error) {
    return failure(error, this.root) + (this.waits ? AWAITED + this.changes() : "");
  }

  answered(result, awaited) {
    this.last = result;
    const text = encode(result, refuse);
    if (text.length > LINE) refuse("an answer larger than 1 MB");
    return `"ok":${text}${awaited}${this.changes()}`;
  }

  /** Lay out this call's args and records: new ones, or those of the call before, edited. */
  take(message, tagged) {
    const keep = p.hasOwn(message, "keep") ? p.quote(message.keep) : "";
    let rows = this.seen.rows;
    if (p.indexOf(keep, '"records"') < 0 || this.records === undefined) {
      const store = this.stores[message.store];
      this.records = store.build();
      rows = store.looks;
    }
    if (p.hasOwn(message, "edit")) {
      edit(this.records, message.edit);
      rows = rowsLook(this.records);
    }
    if (p.indexOf(keep, '"args"') < 0) this.args = tagged ? decode(message.call[1]) : message.call[1];
    this.seen = { args: argsLook(this.args), rows };
  }

  /** What the reply says of args and records: each only when it is not what it was. */
  changes() {
    const now = { args: argsLook(this.args), rows: rowsLook(this.records) };
    const before = this.seen;
    this.seen = now;
    let text = "";
    if (now.args !== before.args) text += `,"args":${shown(now.args, mark("more than 300 KB of arguments"))}`;
    if (now.rows !== before.rows) text += `,"rows":${shown(now.rows, `[["",${mark("more than 300 KB of records")}]]`)}`;
    return text;
  }
}

/** The two descriptors of the protocol: one request at a time, in their order. */
class Pipe {
  constructor(requests, replies, worker) {
    this.replies = replies;
    this.worker = worker;
    this.rest = p.bytes("");
    this.asked = null;
    const socket = new Socket({ fd: requests, readable: true, writable: false });
    socket.on("data", (chunk) => this.take(chunk));
    socket.on("end", () => leave(0));
    socket.on("error", () => leave(1));
    process.on("uncaughtException", (error) => this.stray(error));
  }

  take(chunk) {
    this.rest = this.rest.length === 0 ? chunk : p.joined([this.rest, chunk]);
    this.next();
  }

  next() {
    let end;
    while (this.asked === null && (end = p.byteIndexOf(this.rest, NEWLINE)) >= 0) {
      const line = p.byteText(this.rest, 0, end);
      this.rest = p.byteSlice(this.rest, end + 1);
      this.answer(line);
    }
  }

  answer(line) {
    const message = p.parse(line);
    let parts;
    try {
      parts = this.worker.dispatch(message, line);
    } catch (error) {
      parts = errorParts("$request", `${inOneLine(error, this.worker.root)} before the call`, null);
    }
    if (typeof parts === "string") this.say(message.id, parts);
    else this.later(message.id, parts);
  }

  /** Answer once the promise of an answer settles, unless what the hand-in left running threw before. */
  async later(id, promise) {
    this.asked = id;
    const parts = await promise;
    if (this.asked === id) this.settle(parts);
  }

  settle(parts) {
    const id = this.asked;
    this.asked = null;
    this.say(id, parts);
    this.next();
  }

  /** What was thrown where nobody could catch it: the answer to the call that waits, else a line of output. */
  stray(error) {
    if (this.asked !== null) this.settle(this.worker.thrown(error));
    else write(2, `thrown after the answer: ${inOneLine(error, this.worker.root)}\n`);
  }

  say(id, parts) {
    let data = p.bytes(`{"id":"${id}",${parts}}\n`);
    try {
      while (data.length > 0) data = p.byteSlice(data, write(this.replies, data));
    } catch (error) {
      if (error.code === "EPIPE") leave(0);
      lingering(); // the hand-in closed our descriptors; whoever waits for us sees that first, and ends us
      leave(1);
    }
  }
}

// What is printed is then there before the answer is, and waits for no turn of the event loop.
process.stdout._handle?.setBlocking?.(true);
process.stderr._handle?.setBlocking?.(true);
new Pipe(Number(process.argv[2]), Number(process.argv[3]), new Worker(realpathSync(process.argv[4])));
