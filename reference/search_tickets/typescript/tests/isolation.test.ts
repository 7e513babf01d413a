/** Tenants: two who share IDs and words never notice each other, whatever the model sends. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { fixtureRecords } from "../tickets/index.ts";
import {
  ALPHA,
  ALPHA_DENIED,
  BETA,
  each,
  FORBIDDEN,
  get,
  ids,
  INVALID,
  named,
  NOT_FOUND,
  page,
  search,
  stored,
  ticket,
  TICKETS,
} from "./desk.ts";

const FILTERS = [
  {},
  { limit: 1 },
  { limit: 2 },
  { limit: 3 },
  { limit: 10 },
  { status: "open" },
  { status: "closed" },
  { query: "login" },
  { query: "fails", limit: 1 },
  { query: "refund" },
  { query: "private" },
  { status: "open", query: "e", limit: 1 },
];
const CURSORS = [100, 101, 102, 103, 104, 107, 108, 110, 112, 115].map((number) => ({ cursor: `TKT-${number}` }));
const STARTS = [{}, ...CURSORS];
const SESSIONS = { alpha: ALPHA, beta: BETA };

function only(tenant: string) {
  return new Map([...fixtureRecords()].filter(([key]) => key.startsWith(`${tenant}:`)));
}

for (const [name, context] of Object.entries(SESSIONS)) {
  each(`a search answers ${name} as if the other tenant were not there`, named(STARTS), (start) => {
    for (const args of FILTERS) {
      const alone = search({ ...args, ...start }, context, only(name));
      assert.deepStrictEqual(search({ ...args, ...start }, context), alone);
      assert.strictEqual(alone.ok, true);
    }
  });
}

const CURSORS_OF_THE_OTHER: Record<string, [context: typeof ALPHA, cursor: string, due: object]> = {
  "alpha after beta's 103": [ALPHA, "TKT-103", page([104, 107], "TKT-107")],
  "alpha after the shared 104": [ALPHA, "TKT-104", page([107, 110], "TKT-110")],
  "alpha after beta's 108": [ALPHA, "TKT-108", page([110, 112], "TKT-112")],
  "beta after alpha's 101": [BETA, "TKT-101", page([103, 104], "TKT-104", "beta")],
  "beta after the shared 104": [BETA, "TKT-104", page([108], null, "beta")],
  "beta after alpha's 107": [BETA, "TKT-107", page([108], null, "beta")],
  "beta after alpha's 110": [BETA, "TKT-110", page([], null, "beta")],
};

each("a cursor of the other tenant only says where to go on", CURSORS_OF_THE_OTHER, ([context, cursor, due]) => {
  assert.deepStrictEqual(search({ cursor, limit: 2 }, context), due);
});

test("a next_cursor replayed in the other session shows that session its own", () => {
  const records = fixtureRecords();
  const cursor = search({ limit: 2 }, ALPHA, records).next_cursor;
  assert.deepStrictEqual(search({ limit: 2, cursor }, BETA, records), page([103, 104], "TKT-104", "beta"));
});

const claims = JSON.stringify({ tenant: "beta", after: "TKT-100" });
const NAMING = ["beta:TKT-103", "beta:", "beta", claims, Buffer.from(claims).toString("base64")];

each("a cursor cannot name a tenant", named(NAMING), (cursor) => {
  assert.deepStrictEqual(search({ cursor }), INVALID);
});

each("a tenant argument is refused even with the right value", named(["alpha", "beta", "", "*", null]), (tenant) => {
  assert.deepStrictEqual(search({ tenant }), INVALID);
  assert.deepStrictEqual(search({ limit: 2, tenant }, BETA), INVALID);
  assert.deepStrictEqual(get({ ticket_id: "TKT-104", tenant }), INVALID);
});

const FOREIGN: Record<string, [context: typeof ALPHA, numbers: number[]]> = {
  "of beta": [ALPHA, [103, 108]],
  "of alpha": [BETA, [101, 102, 107, 110, 112, 115]],
};

each("the other tenant's ticket is not found", FOREIGN, ([context, numbers]) => {
  for (const number of numbers) {
    assert.deepStrictEqual(get({ ticket_id: `TKT-${number}` }, context), NOT_FOUND);
  }
});

test("a shared ID gives each its own", () => {
  assert.deepStrictEqual(get({ ticket_id: "TKT-104" }, ALPHA), { ok: true, ticket: ticket(104) });
  assert.deepStrictEqual(get({ ticket_id: "TKT-104" }, BETA), { ok: true, ticket: ticket(104, "beta") });
});

const OWNERS = ["alpha", "alpha2", "alphabet", "Alpha", "xalpha", "alph", "al.ha", "al_ha", "alpha ", "beta"];

each("tenants with a name alike stay apart", named(["alpha", "al.ha", "al_ha", "alpha ", "Alpha", "alph"]), (tenant) => {
  const records = new Map(
    OWNERS.flatMap((owner, index) => [
      stored(owner, 200 + index, `Of ${owner}`),
      stored(owner, 300, `Shared, of ${owner}`),
    ]),
  );
  const context = { tenant, canReadTickets: true };
  const titles = search({ limit: 10 }, context, records).tickets.map((shown: { title: string }) => shown.title);
  assert.deepStrictEqual(titles, [`Of ${tenant}`, `Shared, of ${tenant}`]);
  if (tenant !== "alpha") {
    assert.deepStrictEqual(get({ ticket_id: "TKT-200" }, context, records), NOT_FOUND);
  }
});

test("tickets in the same words show to each their own", () => {
  const records = new Map([stored("alpha", 120), stored("beta", 120)]);
  const own = { ok: true, tickets: [{ id: "TKT-120", title: "Printer jam", status: "open" }], next_cursor: null };
  assert.deepStrictEqual(search({}, ALPHA, records), own);
  assert.deepStrictEqual(search({}, BETA, records), own);
});

test("sessions in turn on one store", () => {
  const records = fixtureRecords();
  for (let turn = 0; turn < 2; turn += 1) {
    assert.deepStrictEqual(search({ limit: 2 }, ALPHA, records), page([101, 102], "TKT-102"));
    assert.deepStrictEqual(search({ limit: 2 }, BETA, records), page([103, 104], "TKT-104", "beta"));
    assert.deepStrictEqual(get({ ticket_id: "TKT-104" }, BETA, records), { ok: true, ticket: ticket(104, "beta") });
    assert.deepStrictEqual(get({ ticket_id: "TKT-104" }, ALPHA, records), { ok: true, ticket: ticket(104) });
  }
});

test("a permission is not remembered", () => {
  const records = fixtureRecords();
  assert.deepStrictEqual(ids(search({}, ALPHA, records)), [101, 102, 104, 107, 110]);
  assert.deepStrictEqual(search({}, ALPHA_DENIED, records), FORBIDDEN);
  assert.strictEqual(get({ ticket_id: "TKT-104" }, ALPHA, records).ok, true);
  assert.deepStrictEqual(get({ ticket_id: "TKT-104" }, ALPHA_DENIED, records), FORBIDDEN);
  assert.deepStrictEqual(ids(search({}, ALPHA, records)), [101, 102, 104, 107, 110]);
});

test("nothing of beta is in any reply to alpha", () => {
  const titles = Object.values(TICKETS.beta!).map(([title]) => title);
  for (const args of FILTERS) {
    for (const start of STARTS) {
      const said = JSON.stringify(search({ ...args, ...start }));
      for (const word of ["beta", ...titles]) {
        assert.ok(!said.includes(word), `${word} in ${said}`);
      }
    }
  }
});
