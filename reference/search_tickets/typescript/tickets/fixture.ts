/** The fixture store: ten tickets of two tenants, who both own a TKT-104. */

import type { Ticket } from "./store.ts";

/** A new store at each call, so that no caller can spoil another's; unsorted on purpose. */
export function fixtureRecords(): Map<string, Ticket> {
  return new Map([
    row("alpha", "TKT-104", "Settings crash", "open"),
    row("beta", "TKT-104", "Private billing issue", "closed"),
    row("alpha", "TKT-112", "Settings page shows wrong time zone", "open"),
    row("alpha", "TKT-101", "Login fails after password reset", "open", {
      internal_note: "Escalated by the on-call engineer",
    }),
    row("beta", "TKT-108", "Login fails after SSO change", "open", { internal_note: "Security review pending" }),
    row("alpha", "TKT-107", "Login page slow on mobile", "open"),
    row("alpha", "TKT-115", "Password reset email delayed", "closed"),
    row("beta", "TKT-103", "Refund not received", "open"),
    row("alpha", "TKT-102", "CSV export times out", "closed"),
    row("alpha", "TKT-110", "Invoice PDF missing logo", "closed", { internal_note: "Refund approved by finance" }),
  ]);
}

function row(tenant: string, id: string, title: string, status: string, internal: object = {}): [string, Ticket] {
  return [`${tenant}:${id}`, { id, title, status, ...internal }];
}
