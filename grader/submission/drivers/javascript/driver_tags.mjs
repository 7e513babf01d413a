// The tags of a request become the JavaScript values that JSON has no word for.

import { runInNewContext } from "node:vm";

import * as p from "./driver_primordials.mjs";
import { encode, mark } from "./driver_values.mjs";

const NUMBERS = { __proto__: null, nan: NaN, inf: Infinity, "-inf": -Infinity, "-0": -0 };
let foreignParse;

/** The tag `object`: an instance of a class that a caller might pass instead of plain data. */
class Instance {}

/** The value of a request's part, which JSON.parse made; changed in place. Throws on a tag that does not exist here. */
export function decode(value) {
  if (typeof value !== "object" || value === null) return value;
  if (!p.isArray(value) && p.hasOwn(value, "$")) return fromTag(value.$, decode(value.v));
  const keys = p.keysOf(value);
  for (let i = 0; i < keys.length; i += 1) value[keys[i]] = decode(value[keys[i]]);
  return value;
}

function fromTag(kind, inner) {
  if (!p.hasOwn(TAGS, kind)) throw new RangeError(`there is no ${kind} value here`);
  return TAGS[kind](inner);
}

const TAGS = {
  undefined: () => undefined,
  number: (name) => NUMBERS[name],
  bigint: (digits) => p.whole(digits),
  date: (moment) => new Date(moment),
  bytes: (hex) => new Uint8Array(p.bytes(hex, "hex")),
  boxed: (value) => Object(value),
  object: (fields) => copied(new Instance(), fields),
  nullproto: (fields) => copied(p.create(null), fields),
  proxy: (value) => new Proxy(value, {}),
  pairs: (rows) => filled(rows, {}, (object, key, item) => define(object, key, item)),
  map: (rows) => filled(rows, new Map(), p.mapSet),
  set: (items) => {
    const set = new Set();
    for (let i = 0; i < items.length; i += 1) p.setAdd(set, items[i]);
    return set;
  },
  getter: (fields) => {
    const object = {};
    const keys = p.keysOf(fields);
    for (let i = 0; i < keys.length; i += 1) {
      const get = () => fields[keys[i]];
      p.defineProperty(object, keys[i], { __proto__: null, get, enumerable: true, configurable: true });
    }
    return object;
  },
  symbolkey: (object) => define(object, Symbol("key"), 1),
  hiddenkey: (object) => define(object, "hidden", 1, false),
  foreignrealm: (value) => {
    foreignParse ??= runInNewContext("JSON.parse");
    return foreignParse(encode(value, mark));
  },
};

/** Give an object an own property, whatever its name means elsewhere (`__proto__` too). */
export function define(object, key, value, enumerable = true) {
  p.defineProperty(object, key, { __proto__: null, value, enumerable, writable: true, configurable: true });
  return object;
}

function copied(object, fields) {
  const keys = p.keysOf(fields);
  for (let i = 0; i < keys.length; i += 1) define(object, keys[i], fields[keys[i]]);
  return object;
}

function filled(rows, into, put) {
  for (let i = 0; i < rows.length; i += 1) put(into, rows[i][0], rows[i][1]);
  return into;
}
