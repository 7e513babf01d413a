/** Walks from page to page until null: every match, none twice, ascending, and no page too many. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fixtureRecords } from "../tickets/index.ts";
import { ALPHA, BETA, each, ids, named, page, search, stored, walk } from "./desk.ts";

const EVERY = [101, 102, 104, 107, 110, 112, 115];

const MATCHES: Record<string, [context: typeof ALPHA, args: object, due: number[]]> = {
  "all": [ALPHA, {}, EVERY],
  "open": [ALPHA, { status: "open" }, [101, 104, 107, 112]],
  "closed": [ALPHA, { status: "closed" }, [102, 110, 115]],
  "words": [ALPHA, { query: "SETTINGS" }, [104, 112]],
  "just a full page": [ALPHA, { query: "t" }, [101, 102, 104, 112, 115]],
  "status and words": [ALPHA, { status: "open", query: "page" }, [107, 112]],
  "no match": [ALPHA, { status: "closed", query: "login" }, []],
  "all of beta": [BETA, {}, [103, 104, 108]],
  "open of beta": [BETA, { status: "open" }, [103, 108]],
  "words of beta": [BETA, { query: "fails" }, [108]],
};

function cut(numbers: number[], limit: number): number[][] {
  const pages = [numbers.slice(0, limit)];
  for (let at = limit; at < numbers.length; at += limit) {
    pages.push(numbers.slice(at, at + limit));
  }
  return pages;
}

for (const limit of [1, 2, 3, 4, 7, 10]) {
  each(`walk by ${limit}`, MATCHES, ([context, args, due]) => {
    assert.deepStrictEqual(walk({ ...args, limit }, context), cut(due, limit));
  });
}

each("walk without a limit", MATCHES, ([context, args, due]) => {
  assert.deepStrictEqual(walk(args, context), cut(due, 5));
});

test("a page starts above the cursor", () => {
  for (let start = 99; start < 118; start += 1) {
    const cursor = `TKT-${String(start).padStart(3, "0")}`;
    const due = EVERY.filter((number) => number > start);
    assert.deepStrictEqual(ids(search({ cursor, limit: 10 })), due);
  }
});

test("a cursor may name a ticket that is filtered out", () => {
  assert.deepStrictEqual(search({ status: "open", cursor: "TKT-102" }), page([104, 107, 112]));
});

test("a cursor may name a ticket that is gone", () => {
  const records = fixtureRecords();
  const cursor = search({ limit: 3 }, ALPHA, records).next_cursor;
  records.delete(`alpha:${cursor}`);
  assert.deepStrictEqual(search({ limit: 3, cursor }, ALPHA, records), page([107, 110, 112], "TKT-112"));
});

test("rows that go are not made up for", () => {
  const records = fixtureRecords();
  const cursor = search({ limit: 2 }, ALPHA, records).next_cursor;
  records.delete("alpha:TKT-101");
  assert.deepStrictEqual(search({ limit: 2, cursor }, ALPHA, records), page([104, 107], "TKT-107"));
});

test("rows that come are shown only ahead", () => {
  const records = fixtureRecords();
  const cursor = search({ limit: 2 }, ALPHA, records).next_cursor;
  records.set(...stored("alpha", 100)).set(...stored("alpha", 103));
  assert.deepStrictEqual(ids(search({ limit: 2, cursor }, ALPHA, records)), [103, 104]);
});

test("a cursor serves again", () => {
  const records = fixtureRecords();
  const cursor = search({ limit: 2 }, ALPHA, records).next_cursor;
  for (let time = 0; time < 3; time += 1) {
    assert.deepStrictEqual(search({ limit: 2, cursor }, ALPHA, records), page([104, 107], "TKT-107"));
  }
});

test("filters and limit may change on the way", () => {
  const records = fixtureRecords();
  assert.deepStrictEqual(search({ limit: 2 }, ALPHA, records), page([101, 102], "TKT-102"));
  const narrowed = { status: "open", limit: 1, cursor: "TKT-102" };
  assert.deepStrictEqual(search(narrowed, ALPHA, records), page([104], "TKT-104"));
  assert.deepStrictEqual(search({ cursor: "TKT-104" }, ALPHA, records), page([107, 110, 112, 115]));
});

each("a long walk over unsorted rows", named([1, 2, 10]), (limit) => {
  const numbers = Array.from({ length: 40 }, (_, index) => ((index * 37) % 100) + 400);
  const rows = numbers.flatMap((number) => [stored("alpha", number), stored("beta", number, "Login")]);
  const due = cut([...numbers].sort((one, other) => one - other), limit);
  assert.deepStrictEqual(walk({ limit }, ALPHA, new Map(rows), 41), due);
});

test("smallest and largest ID belong to the walk", () => {
  const records = new Map([stored("alpha", 999), stored("alpha", 500), stored("alpha", "000")]);
  assert.deepStrictEqual(walk({ limit: 1 }, ALPHA, records), [[0], [500], [999]]);
});
