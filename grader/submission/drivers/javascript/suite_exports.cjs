"use strict";
// What a file exports, with the function in it replaced: by name, as the default, or inside an object or a class.

const { types } = require("node:util");

/** What a file exports, the function at `path` in it held by `hold`, under whatever names it is exported. */
function exportsWith(original, path, hold) {
  const place = at(original, path) ?? at(original.default, path) ?? itself(original.default, path);
  if (typeof place?.value !== "function") return original;
  const { value: own, holder, name } = place;
  const held = hold(own);
  if (holder !== undefined && holder !== original && !types.isModuleNamespaceObject(holder)) put(holder, name, held);
  return replaced(original, own, held);
}

/** What lies at a dotted path, with its holder. */
function at(start, path) {
  let value = start;
  let holder;
  let name;
  for (name of path.split(".")) {
    if (value === undefined || value === null) return undefined;
    holder = value;
    value = value[name];
  }
  return value === undefined ? undefined : { value, holder, name };
}

function itself(value, path) {
  return typeof value === "function" && !path.includes(".") ? { value } : undefined;
}

/** Put the watched function where the holder, or the class it comes from, has the own one. */
function put(holder, name, held) {
  let owner = holder;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  const described = Object.getOwnPropertyDescriptor(owner ?? holder, name);
  if (described?.configurable) Object.defineProperty(owner, name, { ...plain(described), value: held });
  else if (described?.writable) owner[name] = held;
}

function plain({ enumerable, configurable }) {
  return { enumerable, configurable, writable: true };
}

/** A stand-in for the exports in which each name of the function leads to the watch. */
function replaced(original, own, held) {
  if (original === own) return held;
  const described = Object.getOwnPropertyDescriptors(original);
  for (const key of Reflect.ownKeys(described)) {
    const value = original[key];
    if (value === own) described[key] = { value: held, enumerable: true, configurable: true, writable: true };
    else if (!("value" in described[key]) || types.isModuleNamespaceObject(original)) {
      described[key] = { get: () => original[key], enumerable: described[key].enumerable, configurable: true };
    }
  }
  return Object.defineProperties(copyOf(original), described);
}

function copyOf(original) {
  return typeof original === "function" ? function exported() {} : Object.create(Object.getPrototypeOf(original));
}

module.exports = { exportsWith };
