import assert from "node:assert/strict";
import { before, describe, it } from "node:test";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

let page;

describe("search", () => {
  before(() => {
    page = executeTool("search_tickets", {}, ALPHA, records());
  });

  it("gives a page", () => {
    assert.deepEqual(page, FIRST);
  });

  it("holds to its limits", async (context) => {
    await context.test("eleven", () => {
      assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
    });
  });
});
