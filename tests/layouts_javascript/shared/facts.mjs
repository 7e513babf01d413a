/** What every layout's tests know: the sessions, the records, and two due replies. */

export const ALPHA = { tenant: "alpha", canReadTickets: true };
export const TITLES = { 101: "Login fails", 102: "Export slow", 104: "Crash", 107: "Login slow", 110: "No logo", 112: "Zone" };
export const INVALID = { ok: false, code: "invalid_arguments" };

export function ticket(number, title) {
  return { id: `TKT-${number}`, title, status: "open" };
}

export function records() {
  const rows = Object.entries(TITLES).map(([number, title]) => [`alpha:TKT-${number}`, ticket(number, title)]);
  rows[0][1].internal_note = "escalated";
  return new Map([["beta:TKT-103", ticket(103, "Refund")], ...rows]);
}

const PAGE = Object.keys(TITLES).slice(0, 5).map((number) => ticket(number, TITLES[number]));
export const FIRST = { ok: true, tickets: PAGE, next_cursor: "TKT-110" };
