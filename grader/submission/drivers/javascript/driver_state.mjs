// The records and arguments of a call: built anew each time, watched for changes, and scribbled on when asked.

import * as p from "./driver_primordials.mjs";
import { decode, define } from "./driver_tags.mjs";
import { encode, encodeRows, mark } from "./driver_values.mjs";

const ROOM = 300_000;
const SCRIBBLED = "scribbled";

/** A store by the line that handed it over: reading it again makes every part anew. */
export class Store {
  constructor(line, tagged) {
    this.line = line;
    this.tagged = tagged;
    this.looks = rowsLook(this.build());
  }

  build() {
    const { rows } = p.parse(this.line);
    const records = new Map();
    for (let i = 0; i < rows.length; i += 1) {
      p.mapSet(records, rows[i][0], this.tagged ? decode(rows[i][1]) : rows[i][1]);
    }
    return records;
  }
}

/** All of the arguments as text: equal only when nothing was changed. */
export function argsLook(args) {
  return encode(args, mark);
}

/** The same of records, their order included, and with what was hung on them where no JSON shows it. */
export function rowsLook(records) {
  const look = encodeRows(records, mark);
  const hidden = hiddenIn(records);
  if (hidden === 0) return look;
  return `${p.slice(look, 0, -1)}${p.mapSize(records) > 0 ? "," : ""}["",${mark(`${hidden} more properties, hidden`)}]]`;
}

/** How many properties the records bear themselves, and how many of the tickets' are hidden or have symbols for names. */
function hiddenIn(records) {
  let found = p.ownKeys(records).length;
  p.mapEach(records, (ticket) => {
    if (typeof ticket !== "object" || ticket === null || p.types.isProxy(ticket) || p.isArray(ticket)) return;
    found += p.ownKeys(ticket).length - p.keysOf(ticket).length;
  });
  return found;
}

/** A look as a reply carries it; a long one is only named. */
export function shown(look, instead) {
  return look.length <= ROOM ? look : instead;
}

/** Insert each row at the end, or delete it when there is no ticket. */
export function edit(records, rows) {
  for (let i = 0; i < rows.length; i += 1) {
    if (rows[i][1] === null) p.mapDelete(records, rows[i][0]);
    else p.mapSet(records, rows[i][0], decode(rows[i][1]));
  }
}

/** Overwrite every part of a value in place, and add one, so that even an empty shared part shows. */
export function scribble(value, seen = new Set()) {
  if (typeof value !== "object" || value === null || p.types.isProxy(value) || p.setHas(seen, value)) return;
  p.setAdd(seen, value);
  if (p.types.isMap(value)) scribbleMap(value, seen);
  else if (p.types.isSet(value)) p.setAdd(value, SCRIBBLED);
  else scribbleFields(value, seen);
}

function scribbleMap(map, seen) {
  p.mapEach(map, (item, key) => {
    scribble(item, seen);
    p.mapSet(map, key, SCRIBBLED);
  });
  p.mapSet(map, SCRIBBLED, SCRIBBLED);
}

function scribbleFields(object, seen) {
  const keys = p.keysOf(object);
  for (let i = 0; i < keys.length; i += 1) {
    const field = p.describe(object, keys[i]);
    if (!p.hasOwn(field, "value")) continue;
    scribble(field.value, seen);
    p.defineProperty(object, keys[i], { __proto__: null, value: SCRIBBLED });
  }
  define(object, p.isArray(object) ? object.length : SCRIBBLED, SCRIBBLED);
}
