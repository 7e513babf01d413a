// A reporter for Node's own test runner: writes what became of each test to the file TAKEHOME_RESULTS, in JSON lines.

import { openSync, writeSync } from "node:fs";
import { inspect } from "node:util";

const SAYS = 4_000;
const SEPARATOR = " > ";
const report = openSync(process.env.TAKEHOME_RESULTS, "a");
const prefix = process.env.TAKEHOME_FILE ? [process.env.TAKEHOME_FILE] : [];

/** Takes in the events of a run; says nothing on the terminal. */
export default async function* reporter(events) {
  const path = [];
  for await (const { type, data } of events) {
    if (type === "test:start") path.splice(data.nesting, path.length, data.name);
    if (type === "test:pass" || type === "test:fail") tell(line(type, data, path));
  }
  tell({ end: true });
  yield "";
}

function line(type, data, path) {
  const name = [...prefix, ...path.slice(0, data.nesting), data.name].join(SEPARATOR);
  if (data.details?.type === "suite") return type === "test:fail" ? { group: name, says: says(data) } : {};
  for (const kind of ["skip", "todo"]) {
    if (data[kind] !== undefined && data[kind] !== false)
      return { test: name, outcome: "skipped", says: reason(kind, data[kind]) };
  }
  return {
    test: name,
    outcome: type === "test:pass" ? "passed" : "failed",
    says: type === "test:pass" ? "" : says(data),
  };
}

function reason(kind, why) {
  const text = typeof why === "string" ? why : "";
  return kind === "todo" ? `to do${text && `: ${text}`}` : text;
}

function says({ details: { error } }) {
  return inspect(error?.cause ?? error, { colors: false }).slice(0, SAYS);
}

function tell(line) {
  writeSync(report, `${JSON.stringify(line)}\n`);
}
