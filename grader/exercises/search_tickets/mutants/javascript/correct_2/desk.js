/**
 * A correct adapter as CommonJS classes: each tool a class, a parser that throws, a desk that dispatches.
 *
 * Chosen where the contract is open: any truthy permission grants, a missing one throws; no tenant or no context is
 * forbidden; the tenant part of a key is compared whole; the key counts, not `id`; `undefined` under a key counts as no
 * key; 5n and boxed numbers are taken, class instances, Proxies and Maps read like any object; hidden and symbol keys
 * are not looked at; code points; upper case is compared; null tickets and other statuses are skipped; `ok` comes last.
 */
"use strict";

const FORM = new RegExp("^TKT-[0-9]{3}$");

const LIMITS = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

class Refused extends Error {}

/** The arguments of one call; each reader takes one out and refuses a wrong one, `finish` refuses what is left. */
class Arguments {
  #left;

  constructor(args) {
    if (typeof args !== "object" || args === null || Array.isArray(args)) throw new Refused("invalid_arguments");
    this.#left = new Map(Object.entries(args).filter(([name, value]) => value !== undefined || name === "ticket_id"));
  }

  status() {
    return this.#take("status", null, (value) => value === "open" || value === "closed");
  }

  query() {
    return this.#take("query", "", (value) => {
      const size = typeof value === "string" ? [...value].length : 0;
      return size >= 1 && size <= 40;
    });
  }

  limit() {
    return Number(this.#take("limit", 5, (value) => {
      const numeric = ["number", "bigint"].includes(typeof value) || value instanceof Number;
      return numeric && LIMITS.has(Number(value));
    }));
  }

  ticketId(name, left) {
    return this.#take(name, left, (value) => typeof value === "string" && FORM.test(value));
  }

  finish() {
    if (this.#left.size > 0) throw new Refused("invalid_arguments");
  }

  #take(name, leftOut, good) {
    if (!this.#left.has(name) && leftOut !== undefined) return leftOut;
    const value = this.#left.get(name);
    this.#left.delete(name);
    if (!good(value)) throw new Refused("invalid_arguments");
    return value;
  }
}

/** The tickets of one tenant, each under the ID that its key ends in. */
class Shelf {
  constructor(tenant, records) {
    this.rows = new Map();
    for (const key of [...records.keys()].sort()) {
      const colon = key.lastIndexOf(":");
      const ticket = records.get(key);
      if (colon === -1 || key.slice(0, colon) !== tenant || !["open", "closed"].includes(ticket?.status)) continue;
      this.rows.set(key.slice(colon + 1), { id: key.slice(colon + 1), title: ticket.title, status: ticket.status });
    }
  }
}

class GetTicket {
  constructor(args) {
    this.id = args.ticketId("ticket_id");
  }

  run({ rows }) {
    if (!rows.has(this.id)) throw new Refused("not_found");
    return { ticket: rows.get(this.id) };
  }
}

class SearchTickets {
  constructor(args) {
    this.status = args.status();
    this.needle = args.query().toUpperCase();
    this.limit = args.limit();
    this.cursor = args.ticketId("cursor", "");
  }

  run({ rows }) {
    const tickets = [];
    for (const ticket of rows.values()) {
      if (ticket.id <= this.cursor || !this.#wants(ticket)) continue;
      if (tickets.length === this.limit) return { tickets, next_cursor: tickets.at(-1).id };
      tickets.push(ticket);
    }
    return { tickets, next_cursor: null };
  }

  #wants({ status, title }) {
    return (this.status === null || this.status === status) && title.toUpperCase().includes(this.needle);
  }
}

/** Where every call arrives: finds the tool, has it parsed, checks the permission, runs it. */
class Desk {
  static #tools = Object.assign(Object.create(null), { get_ticket: GetTicket, search_tickets: SearchTickets });

  answer(name, args, context, records) {
    try {
      return { ...this.#take(name, args, context, records), ok: true };
    } catch (problem) {
      if (problem instanceof Refused) return { code: problem.message, ok: false };
      throw problem;
    }
  }

  #take(name, args, context, records) {
    if (typeof name !== "string" || !(name in Desk.#tools)) throw new Refused("unknown_tool");
    const asked = new Arguments(args);
    const tool = new Desk.#tools[name](asked);
    asked.finish();
    if (typeof context?.tenant !== "string") throw new Refused("forbidden");
    if (context.canReadTickets === undefined) throw new TypeError("the session has no permission");
    if (!context.canReadTickets) throw new Refused("forbidden");
    return tool.run(new Shelf(context.tenant, records));
  }
}

const desk = new Desk();

exports.executeTool = (...call) => desk.answer(...call);
