// What the driver uses of JavaScript, taken hold of before a hand-in can patch it.

import { Buffer } from "node:buffer";
import { types as kinds } from "node:util";

const { bind, call } = Function.prototype;
const uncurried = bind.bind(call);
const getter = (prototype, name) => uncurried(Object.getOwnPropertyDescriptor(prototype, name).get);

export const { isArray } = Array;
export const { apply, defineProperty, getPrototypeOf, ownKeys } = Reflect;
export const { create, getOwnPropertyDescriptor: describe, hasOwn, is, keys: keysOf } = Object;
export const { parse, stringify: quote } = JSON;
export const { isFinite, isInteger } = Number;
export const ArrayPrototype = Array.prototype;
export const IteratorPrototype = getPrototypeOf(getPrototypeOf([].values()));
export const ObjectPrototype = Object.prototype;
export const text = String;
export const whole = BigInt;
export const types = { __proto__: null, ...kinds };
export const bytes = Buffer.from;
export const joined = Buffer.concat;

export const indexOf = uncurried(String.prototype.indexOf);
export const slice = uncurried(String.prototype.slice);
export const split = uncurried(String.prototype.split);
export const replaceAll = uncurried(String.prototype.replaceAll);
export const match = uncurried(RegExp.prototype.exec);
export const bigintText = uncurried(BigInt.prototype.toString);
export const iso = uncurried(Date.prototype.toISOString);
export const time = uncurried(Date.prototype.getTime);
export const unboxed = [String, Number, Boolean, BigInt].map(({ prototype }) => uncurried(prototype.valueOf));
export const mapSet = uncurried(Map.prototype.set);
export const mapDelete = uncurried(Map.prototype.delete);
export const mapEach = uncurried(Map.prototype.forEach);
export const mapSize = getter(Map.prototype, "size");
export const setAdd = uncurried(Set.prototype.add);
export const setHas = uncurried(Set.prototype.has);
export const setEach = uncurried(Set.prototype.forEach);
export const setSize = getter(Set.prototype, "size");
export const byteIndexOf = uncurried(Buffer.prototype.indexOf);
export const byteSlice = uncurried(Uint8Array.prototype.subarray);
export const byteText = uncurried(Buffer.prototype.utf8Slice);
export const byteHex = uncurried(Buffer.prototype.hexSlice);
