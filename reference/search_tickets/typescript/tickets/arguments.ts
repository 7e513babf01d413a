/** The arguments a model wrote: read against a table of checks, since nothing about their form is promised. */

import { Refusal } from "./refusal.ts";

export type Check<Value> = (value: unknown) => value is Value;
type Checks = Record<string, Check<unknown>>;
type Given<Table extends Checks> = { [Name in keyof Table]?: Table[Name] extends Check<infer Value> ? Value : never };

export const TICKET_ID = "^TKT-[0-9]{3}$";

/**
 * The arguments that were given, every one in `checks` and passing its check. Refuses all others.
 *
 * A key that is there counts as given whatever it holds, so null is a wrong value and never "left out".
 */
export function read<Table extends Checks>(args: unknown, checks: Table): Given<Table> {
  if (!isPlainObject(args)) {
    throw new Refusal("invalid_arguments");
  }
  // Each value is taken out once, so that what is checked is what is used.
  const given = Object.entries(args);
  if (!given.every(([name, value]) => checkOf(checks, name)?.(value))) {
    throw new Refusal("invalid_arguments");
  }
  return Object.fromEntries(given) as Given<Table>;
}

export function isTicketId(value: unknown): value is string {
  return typeof value === "string" && new RegExp(TICKET_ID).test(value);
}

export function oneOf<Option extends string>(options: readonly Option[]): Check<Option> {
  return (value): value is Option => (options as readonly unknown[]).includes(value);
}

export function text(shortest: number, longest: number): Check<string> {
  return (value): value is string =>
    typeof value === "string" && shortest <= value.length && value.length <= longest;
}

export function wholeNumber(least: number, most: number): Check<number> {
  return (value): value is number =>
    typeof value === "number" && Number.isInteger(value) && least <= value && value <= most;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  // The prototype of a plain object is null or ends the chain; an object of another realm has its own.
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A look-up for own keys alone: every object inherits `constructor`. */
function checkOf(checks: Checks, name: string): Check<unknown> | undefined {
  return Object.hasOwn(checks, name) ? checks[name] : undefined;
}
