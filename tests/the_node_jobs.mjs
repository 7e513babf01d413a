// Plays cases on adapters, each in a module of its own, and writes what came back: a list of jobs in, a list of outcomes out.
// A job is { module, store, steps }, each step a call with what is done around it. An outcome is
// { replies, rows, args }: each reply as it was when it came back, the store and the arguments as the last call left them.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const JOBS = JSON.parse(readFileSync(0, "utf8"));
const outcomes = [];

for (const [number, job] of JOBS.entries()) {
  const { executeTool } = await import(`${pathToFileURL(job.module)}?${number}`);
  outcomes.push(played(executeTool, job));
}
console.log(JSON.stringify(outcomes));

function played(executeTool, { store, steps }) {
  let records = storeOf(store);
  let args, reply;
  const replies = [];
  for (const step of steps) {
    records = edited(step.store ? storeOf(step.store) : records, step);
    if (!step.keep) args = argsOf(step, reply);
    for (let time = 0; time < step.times; time += 1) {
      reply = answered(executeTool, read(step.tool), args, step.context, records);
    }
    replies.push(written(reply));
    if (step.scribble) scribble(reply);
  }
  return { replies, rows: written([...records]), args: written(args) };
}

function answered(executeTool, ...call) {
  try {
    return executeTool(...call);
  } catch (error) {
    return { raised: error.name };
  }
}

function storeOf(rows) {
  return new Map(Object.entries(structuredClone(rows)));
}

function edited(records, { insert, delete: gone }) {
  for (const [key, ticket] of Object.entries(insert)) records.set(key, structuredClone(ticket));
  for (const key of gone) records.delete(key);
  return records;
}

/** The arguments of a step; the cursor `$next` is the one that the reply before gave. */
function argsOf({ args }, before) {
  const own = read(args);
  return own?.cursor === "$next" ? { ...own, cursor: before.next_cursor } : own;
}

function scribble(reply) {
  for (const ticket of reply.tickets ?? [reply.ticket ?? reply]) {
    for (const field of Object.keys(ticket)) ticket[field] = "scribbled";
  }
}

/** A value with the one tag read that the catalogue uses; JSON.parse made every key an own one. */
function read(value) {
  return JSON.parse(JSON.stringify(value), (_, item) => (item?.$ === "nan" ? NaN : item));
}

/** A value as JSON, with what JSON would lose or bend kept apart. */
function written(value) {
  if (value === undefined) return { $: "undefined" };
  if (typeof value === "number" && !Number.isFinite(value)) return { $: String(value) };
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(written);
  if (Object.getPrototypeOf(value) !== Object.prototype) return { $: value.constructor.name };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, written(item)]));
}
