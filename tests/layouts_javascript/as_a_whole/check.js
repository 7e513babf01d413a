import assert from "node:assert/strict";

import { ALPHA, FIRST, INVALID, records } from "./facts.mjs";
import { executeTool } from "./tickets.js";

assert.deepEqual(executeTool("search_tickets", {}, ALPHA, records()), FIRST);
assert.deepEqual(executeTool("search_tickets", { limit: 11 }, ALPHA, records()), INVALID);
