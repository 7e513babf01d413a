/** What a model may write: a check per argument, and what counts as a plain object. */
import { types } from "node:util";

const DIGITS = "0123456789";

export function isId(value) {
  if (typeof value !== "string" || value.length !== 7 || !value.startsWith("TKT-")) return false;
  return [...value.slice(4)].every((character) => DIGITS.includes(character));
}

export function isLimit(value) {
  return (typeof value === "bigint" || Number.isInteger(value)) && value > 0 && value < 11;
}

export function isText(value) {
  return typeof value === "string" && value.length > 0 && value.length < 41;
}

export function isStatus(value) {
  return value === "open" || value === "closed";
}

export function plain(value) {
  const tag = types.isProxy(value) ? "Proxy" : Object.prototype.toString.call(value);
  if (tag !== "[object Object]" || Object.getPrototypeOf(value) === null) return false;
  const fields = Object.values(Object.getOwnPropertyDescriptors(value));
  return Object.getOwnPropertySymbols(value).length === 0 && fields.every((field) => "value" in field);
}
