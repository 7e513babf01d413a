// Values on the wire: what a reply holds becomes JSON text with tags. A value is read by its exact shape and never
// through code of its own: no getter, no trap of a Proxy, no `toJSON` is ever run.

import * as p from "./driver_primordials.mjs";

const DEPTH = 100;
const PARTS = 200_000;
const TEXT = 1_000_000;
const BITS = 10_000;
const UNDEFINED = '{"$":"undefined"}';
const TOO_LONG = "an answer larger than 1 MB";
const THENABLE = "a thenable; did you forget await?";
const ITERATOR = "a generator; did you forget [...values]?";

/** A value that cannot be sent; `what` says what it is. */
export class Unusable {
  constructor(what) {
    this.what = what;
  }
}

/** What to do with a part that cannot be sent: this cannot be the answer to a call. */
export function refuse(what) {
  throw new Unusable(what);
}

/** What to do with it where the rest is still worth sending: a stand-in. */
export function mark(what) {
  return tagged("object", p.quote(what));
}

/** What `value` is as JSON text with tags; `odd` decides about parts that cannot be sent. */
export function encode(value, odd) {
  return new Encoding(odd).walk(value, 0);
}

/** The rows of a records Map as JSON text: `[[key, ticket], …]` in their order. */
export function encodeRows(records, odd) {
  return `[${new Encoding(odd).rows(records, 0)}]`;
}

/** The name of the class that a prototype belongs to, read past getters and Proxies. */
export function className(prototype) {
  if (prototype === null) return "null-prototype object";
  if (p.types.isProxy(prototype)) return "Proxy";
  const made = p.describe(prototype, "constructor")?.value;
  if (typeof made !== "function" || p.types.isProxy(made)) return "Object";
  const name = p.describe(made, "name")?.value;
  return typeof name === "string" && name !== "" ? name : "Object";
}

function tagged(tag, inner) {
  return `{"$":"${tag}","v":${inner}}`;
}

function sub(name, inner) {
  return `{"$":"sub","type":${p.quote(name)},"v":${inner}}`;
}

function number(value) {
  if (p.is(value, -0)) return tagged("number", '"-0"');
  if (p.isFinite(value)) return p.isInteger(value) ? p.bigintText(p.whole(value)) : p.text(value);
  return tagged("number", value > 0 ? '"inf"' : value < 0 ? '"-inf"' : '"nan"');
}

/** Whether a value is one of the iterators of JavaScript, a generator among them. */
function isIterator(value) {
  let step = value;
  while (step !== null && step !== p.IteratorPrototype && !p.types.isProxy(step)) step = p.getPrototypeOf(step);
  return step === p.IteratorPrototype;
}

/** Whether a value, by itself or through its classes, has a method `then`; nothing of it is run. */
function isThenable(value) {
  for (let step = value; step !== null && !p.types.isProxy(step); step = p.getPrototypeOf(step)) {
    const found = p.describe(step, "then");
    if (found !== undefined) return typeof found.value === "function";
  }
  return false;
}

/** One walk through one value, with what is left of its bounds. */
class Encoding {
  constructor(odd) {
    this.odd = odd;
    this.parts = PARTS;
    this.room = TEXT;
  }

  walk(value, depth) {
    switch (typeof value) {
      case "string":
        return this.string(value);
      case "number":
        return p.is(value | 0, value) ? `${value}` : number(value);
      case "boolean":
        return value ? "true" : "false";
      case "object":
        return value === null ? "null" : this.object(value, depth);
      case "undefined":
        return UNDEFINED;
      case "bigint":
        return this.bigint(value);
    }
    return this.strange(`a ${typeof value}`, depth);
  }

  string(value) {
    this.room -= value.length;
    return this.room < 0 ? this.odd(TOO_LONG) : p.quote(value);
  }

  bigint(value) {
    const hex = p.bigintText(value, 16);
    if (hex.length * 4 > BITS) return this.odd("a whole number of more than 10,000 bits");
    return tagged("bigint", `"${p.bigintText(value)}"`);
  }

  object(value, depth) {
    if (p.types.isProxy(value)) return this.strange("a Proxy object", depth);
    if (depth >= DEPTH) return this.odd("a value nested too deeply, or one that contains itself");
    if (p.isArray(value)) return this.array(value, depth);
    const prototype = p.getPrototypeOf(value);
    return prototype === p.ObjectPrototype ? this.fields(value, depth) : this.rare(value, prototype, depth);
  }

  /** Whether there is room for so many parts more. */
  takes(parts) {
    this.parts -= parts + 1;
    return this.parts >= 0;
  }

  tooMany() {
    return this.odd("a value of too many parts");
  }

  array(value, depth) {
    const { length } = value;
    if (!this.takes(length)) return this.tooMany();
    let items = "";
    for (let i = 0; i < length; i += 1) {
      const item = p.describe(value, i);
      if (item !== undefined && !p.hasOwn(item, "value")) return this.strange("an array with a getter", depth);
      items += (i ? "," : "") + (item === undefined ? UNDEFINED : this.walk(item.value, depth + 1));
    }
    const prototype = p.getPrototypeOf(value);
    return prototype === p.ArrayPrototype ? `[${items}]` : sub(className(prototype), `[${items}]`);
  }

  /** An object by its own enumerable data properties with text keys. */
  fields(value, depth) {
    const keys = p.keysOf(value);
    if (!this.takes(keys.length)) return this.tooMany();
    const pairs = p.hasOwn(value, "$");
    let fields = "";
    for (let i = 0; i < keys.length; i += 1) {
      const field = p.describe(value, keys[i]);
      if (!p.hasOwn(field, "value")) return this.strange("an object with a getter", depth);
      if (keys[i] === "then" && typeof field.value === "function") return this.strange(THENABLE, depth);
      const key = this.string(keys[i]);
      const item = this.walk(field.value, depth + 1);
      fields += (i ? "," : "") + (pairs ? `[${key},${item}]` : `${key}:${item}`);
    }
    return pairs ? tagged("pairs", `[${fields}]`) : `{${fields}}`;
  }

  rare(value, prototype, depth) {
    const { types } = p;
    if (types.isMap(value)) return this.takes(2 * p.mapSize(value)) ? this.map(value, depth) : this.tooMany();
    if (types.isSet(value)) return this.takes(p.setSize(value)) ? this.set(value, depth) : this.tooMany();
    if (types.isDate(value)) return tagged("date", p.isFinite(p.time(value)) ? `"${p.iso(value)}"` : '"invalid"');
    if (types.isUint8Array(value)) return tagged("bytes", this.string(p.byteHex(value)));
    if (types.isBoxedPrimitive(value)) return this.boxed(value, prototype, depth);
    if (types.isPromise(value)) return this.strange("a Promise; did you forget await?", depth);
    if (isIterator(value)) return this.strange(ITERATOR, depth);
    if (isThenable(value)) return this.strange(THENABLE, depth);
    if (types.isRegExp(value) || types.isAnyArrayBuffer(value) || types.isArrayBufferView(value)) {
      return this.strange(`a ${className(prototype)} object`, depth);
    }
    return sub(className(prototype), this.fields(value, depth));
  }

  boxed(value, prototype, depth) {
    const { isBigIntObject, isBooleanObject, isNumberObject, isStringObject } = p.types;
    const tests = [isStringObject, isNumberObject, isBooleanObject, isBigIntObject];
    for (let i = 0; i < tests.length; i += 1) {
      if (tests[i](value)) return sub(className(prototype), this.walk(p.unboxed[i](value), depth + 1));
    }
    return this.strange("a boxed symbol", depth);
  }

  map(value, depth) {
    return tagged("map", `[${this.rows(value, depth)}]`);
  }

  rows(value, depth) {
    let rows = "";
    p.mapEach(value, (item, key) => {
      rows += `${rows && ","}[${this.walk(key, depth + 1)},${this.walk(item, depth + 1)}]`;
    });
    return rows;
  }

  set(value, depth) {
    let items = "";
    p.setEach(value, (item) => {
      items += (items && ",") + this.walk(item, depth + 1);
    });
    return tagged("set", `[${items}]`);
  }

  /** A part that is not looked into. */
  strange(what, depth) {
    const held = depth === 0 ? "" : "a value that holds ";
    return this.odd(`${held}${what}${p.slice(what, -1) === "?" ? "" : ", which cannot be compared"}`);
  }
}
