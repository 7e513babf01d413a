"use strict";
// Values of a test, told in wire form: as JSON text with tags, the keys of every object sorted, so that equal values
// make equal text. Only tags are used that a call can be made of again. A test runner may give its tests globals of
// their own, so a plain object is known by its shape.

const { types } = require("node:util");

const DEPTH = 100;
const PARTS = 200_000;

/** The value as JSON text. What cannot be told gets a stand-in; no getter is ever run. */
function encode(value) {
  return new Encoding().walk(value, 0);
}

/** The rows of a Map, in their order; undefined when the records are no Map. */
function encodeRows(records) {
  if (!types.isMap(records)) return undefined;
  const encoding = new Encoding();
  return [...records].map(([key, row]) => [encoding.walk(key, 1), encoding.walk(row, 1)]);
}

function tagged(tag, inner) {
  return `{"$":"${tag}","v":${inner}}`;
}

function standIn(what) {
  return tagged("object", JSON.stringify(what));
}

function number(value) {
  if (Object.is(value, -0)) return tagged("number", '"-0"');
  if (Number.isFinite(value)) return Number.isInteger(value) ? `${BigInt(value)}` : `${value}`;
  return tagged("number", value > 0 ? '"inf"' : value < 0 ? '"-inf"' : '"nan"');
}

/** Whether a prototype is that of plain objects, in whatever realm. */
function isPlain(prototype) {
  if (prototype === Object.prototype) return true;
  const made = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return Object.getPrototypeOf(prototype) === null && typeof made === "function" && made.name === "Object";
}

/** One walk through one value. */
class Encoding {
  parts = PARTS;

  walk(value, depth) {
    switch (typeof value) {
      case "string":
        return JSON.stringify(value.isWellFormed?.() === false ? value.toWellFormed() : value);
      case "number":
        return number(value);
      case "boolean":
        return `${value}`;
      case "bigint":
        return tagged("bigint", `"${value}"`);
      case "undefined":
        return '{"$":"undefined"}';
      case "object":
        return value === null ? "null" : this.object(value, depth);
    }
    return standIn(`a ${typeof value}`);
  }

  object(value, depth) {
    this.parts -= 1;
    if (types.isProxy(value)) return tagged("proxy", "{}");
    if (types.isBoxedPrimitive(value) && !types.isSymbolObject(value))
      return tagged("boxed", this.walk(value.valueOf(), depth + 1));
    if (depth >= DEPTH || this.parts < 0) return standIn("a value that is too deep, or has too many parts");
    if (Array.isArray(value)) return `[${Array.from(value, (item) => this.walk(item, depth + 1))}]`;
    if (types.isMap(value)) return tagged("map", `[${[...value].map((row) => this.walk(row, depth + 1))}]`);
    if (types.isSet(value)) return tagged("set", `[${[...value].map((item) => this.walk(item, depth + 1))}]`);
    if (types.isDate(value)) return tagged("date", `"${Number.isNaN(+value) ? "invalid" : value.toISOString()}"`);
    if (types.isPromise(value)) return standIn("a Promise");
    return this.fields(value, depth);
  }

  fields(value, depth) {
    const prototype = Object.getPrototypeOf(value);
    const pairs = Object.keys(value).map((key) => {
      return [JSON.stringify(key), this.field(Object.getOwnPropertyDescriptor(value, key), depth)];
    });
    const text = Object.hasOwn(value, "$")
      ? tagged("pairs", `[${pairs.map(([key, item]) => `[${key},${item}]`).sort()}]`)
      : `{${pairs.map(([key, item]) => `${key}:${item}`).sort()}}`;
    if (prototype !== null && isPlain(prototype)) return text;
    return tagged(prototype === null ? "nullproto" : "object", text);
  }

  field(described, depth) {
    return "value" in described ? this.walk(described.value, depth + 1) : standIn("a getter");
  }
}

module.exports = { encode, encodeRows };
