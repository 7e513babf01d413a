/** Arguments of the search: each call is wrong in nothing but what it names; bounds by last good and first bad. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ALPHA, each, ids, INVALID, named, page, search, stored } from "./desk.ts";

const EVERY_PAGE = [101, 102, 104, 107, 110];

const GOOD: Record<string, [args: object, due: number[]]> = {
  "nothing": [{}, EVERY_PAGE],
  "open": [{ status: "open" }, [101, 104, 107, 112]],
  "closed": [{ status: "closed" }, [102, 110, 115]],
  "query of 1": [{ query: "z" }, [112]],
  "query of 40": [{ query: "x".repeat(40) }, []],
  "query of 40, more bytes": [{ query: "\u0436".repeat(40) }, []],
  "limit 1": [{ limit: 1 }, [101]],
  "limit 10": [{ limit: 10 }, [101, 102, 104, 107, 110, 112, 115]],
  "smallest cursor": [{ cursor: "TKT-000" }, EVERY_PAGE],
  "largest cursor": [{ cursor: "TKT-999" }, []],
  "all four": [{ status: "open", query: "PAGE", limit: 1, cursor: "TKT-107" }, [112]],
};

const BAD: Record<string, unknown> = {
  "status null": { status: null },
  "status empty": { status: "" },
  "status unknown": { status: "pending" },
  "status OPEN": { status: "OPEN" },
  "status with blank": { status: "open " },
  "status true": { status: true },
  "status list": { status: ["open"] },
  "status object": { status: { open: true } },
  "status inherited by every object": { status: "constructor" },
  "query null": { query: null },
  "query empty": { query: "" },
  "query of 41": { query: "x".repeat(41) },
  "query of 41, found": { query: "Settings page shows wrong time zone today" },
  "query of 41 blanks": { query: " ".repeat(41) },
  "query empty on a later page": { query: "", cursor: "TKT-101" },
  "query number": { query: 5 },
  "query false": { query: false },
  "query list": { query: ["login"] },
  "limit null": { limit: null },
  "limit 0": { limit: 0 },
  "limit -0": { limit: -0 },
  "limit -1": { limit: -1 },
  "limit 11": { limit: 11 },
  "limit huge": { limit: 1e30 },
  "limit true": { limit: true },
  "limit false": { limit: false },
  "limit 1.5": { limit: 1.5 },
  "limit text": { limit: "3" },
  "limit empty text": { limit: "" },
  "limit list": { limit: [3] },
  "limit not a number": { limit: NaN },
  "limit infinite": { limit: Infinity },
  "cursor null": { cursor: null },
  "cursor empty": { cursor: "" },
  "cursor number": { cursor: 101 },
  "cursor list": { cursor: ["TKT-101"] },
  "cursor two digits": { cursor: "TKT-10" },
  "cursor four digits": { cursor: "TKT-1000" },
  "cursor small letters": { cursor: "tkt-101" },
  "cursor other letters": { cursor: "ABC-101" },
  "cursor blank before": { cursor: " TKT-101" },
  "cursor newline after": { cursor: "TKT-100\n" },
  "cursor on a line of its own": { cursor: "\nTKT-100" },
  "cursor Arabic-Indic digits": { cursor: "TKT-1\u0660\u0660" },
  "own tenant": { tenant: "alpha" },
  "other tenant": { tenant: "beta" },
  "null tenant": { tenant: null },
  "unknown key": { page: 2 },
  "argument of get_ticket": { ticket_id: "TKT-104" },
  "key in capitals": { Status: "open" },
  "key of no letters": { "": "open" },
  "good beside bad": { status: "open", limit: 0 },
  // Written as a model's text arrives, since only JSON.parse makes this key an own one.
  "key __proto__": JSON.parse('{"__proto__": {}}'),
  "key __proto__ with good keys": JSON.parse('{"__proto__": {"limit": 2}}'),
  "key constructor": { constructor: "open" },
  "key toString": { toString: "open" },
  "key hasOwnProperty": { hasOwnProperty: 1 },
};

const NO_OBJECTS: Record<string, unknown> = {
  "absent": undefined,
  "null": null,
  "list": [],
  "list of pairs": [["limit", 3]],
  "text": "{}",
  "empty text": "",
  "number": 0,
  "false": false,
};

each("accepted", GOOD, ([args, due]) => {
  assert.deepStrictEqual(ids(search(args)), due);
});

each("refused", BAD, (args) => {
  assert.deepStrictEqual(search(args), INVALID);
});

each("refused on an empty store", BAD, (args) => {
  assert.deepStrictEqual(search(args, ALPHA, new Map()), INVALID);
});

each("arguments are a plain object", NO_OBJECTS, (args) => {
  assert.deepStrictEqual(search(args), INVALID);
});

test("the default limit is five", () => {
  assert.deepStrictEqual(search({}), search({ limit: 5 }));
  assert.strictEqual(search({}).tickets.length, 5);
});

const BESIDE = named([{}, { status: "open" }, { query: "jam" }, { cursor: "TKT-200" }]);

each("the default limit is five beside other arguments", BESIDE, (args) => {
  const records = new Map(Array.from({ length: 12 }, (_, index) => stored("alpha", 201 + index)));
  assert.deepStrictEqual(ids(search(args, ALPHA, records)), [201, 202, 203, 204, 205]);
});

const TITLES = ["Login fails", "login  page", "LOGIN", "Price (in %) of a_b", "100*", " lead", "trail ", "tab\there"];

const QUERIES: Record<string, [query: string, due: number[]]> = {
  "small": ["login", [1, 2, 3]],
  "capitals": ["LOGIN", [1, 2, 3]],
  "mixed": ["LoGiN", [1, 2, 3]],
  "inside a word": ["ogi", [1, 2, 3]],
  "whole title": ["login fails", [1]],
  "two blanks": ["n  p", [2]],
  "blank before": [" f", [1]],
  "blank after": ["login ", [1, 2]],
  "blanks alone": ["  ", [2]],
  "blank at the edges": [" lead", [6]],
  "dot": [".", []],
  "star": ["*", [5]],
  "open parenthesis": ["(", [4]],
  "open bracket": ["[", []],
  "backslash": ["\\", []],
  "percent": ["%", [4]],
  "underscore": ["_", [4]],
  "two words apart": ["login slow", []],
};

each("the query is taken as given", QUERIES, ([query, due]) => {
  const records = new Map(TITLES.map((title, index) => stored("alpha", `00${index + 1}`, title)));
  assert.deepStrictEqual(ids(search({ query }, ALPHA, records)), due);
});

each("the query looks at the title alone", named(["refund", "open", "tkt", "120", "alpha"]), (query) => {
  const internal = { internal_note: "refund", customer: "refund" };
  const records = new Map([stored("alpha", 120, "Printer jam", "open", internal)]);
  assert.deepStrictEqual(search({ query }, ALPHA, records), page([]));
});
