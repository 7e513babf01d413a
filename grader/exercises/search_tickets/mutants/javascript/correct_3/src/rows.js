/** The rows of a tenant as they flow: sorted by key, filtered, taken, made public. */
const folded = (text) => text.normalize("NFC").toLowerCase();

export const publicRow = (ticket) => ({ status: ticket.status, title: ticket.title, id: ticket.id });

export function* rowsOf(tenant, records) {
  const start = `${tenant}:`;
  for (const key of [...records.keys()].filter((each) => each.startsWith(start)).sort()) {
    const ticket = records.get(key);
    if (ticket) yield [key.slice(start.length), ticket];
  }
}

export function* wanted(rows, status, query, cursor) {
  for (const [id, ticket] of rows) {
    const asked = (status ?? ticket.status) === ticket.status && folded(ticket.title).includes(folded(query));
    if (asked && id > cursor) yield ticket;
  }
}

export function taken(rows, most) {
  const some = [];
  for (const ticket of rows) {
    some.push(publicRow(ticket));
    if (some.length === most) break;
  }
  return some;
}
