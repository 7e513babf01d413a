import assert from "node:assert/strict";
import { test } from "node:test";

import { parseLimit } from "./tickets.js";

test("page size", () => {
  assert.equal(parseLimit({}), 5);
});

test("limit", () => {
  assert.equal(parseLimit({ limit: 11 }), null);
});
