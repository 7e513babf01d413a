/** The store as a handler sees it: the tickets of one tenant, and the fields that may leave. */

export interface PublicTicket {
  id: string;
  title: string;
  status: string;
}

/** A stored ticket may hold more fields; none of them is known here, and none leaves. */
export type Ticket = Readonly<PublicTicket>;
export type Records = ReadonlyMap<string, Ticket>;

/** What one tenant may read. A handler gets this and never the records, so it cannot reach anyone else's. */
export class TenantTickets {
  readonly #prefix: string;
  readonly #records: Records;

  constructor(tenant: string, records: Records) {
    this.#prefix = `${tenant}:`;
    this.#records = records;
  }

  find(ticketId: string): Ticket | undefined {
    return this.#records.get(this.#prefix + ticketId);
  }

  *[Symbol.iterator](): Generator<Ticket> {
    for (const [key, ticket] of this.#records) {
      if (this.#owns(key)) {
        yield ticket;
      }
    }
  }

  /** The tenant part is compared whole: the prefix alone would let `alpha` read `alpha:eu:TKT-101`. */
  #owns(key: string): boolean {
    return key.startsWith(this.#prefix) && !key.includes(":", this.#prefix.length);
  }
}

/** A new object with the public fields alone, so that neither notes nor the stored ticket itself get out. */
export function publicFields({ id, title, status }: Ticket): PublicTicket {
  return { id, title, status };
}
