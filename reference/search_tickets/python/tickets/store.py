"""The store as a handler sees it: the tickets of one tenant, and the fields that may leave."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Ticket = Mapping[str, Any]
Records = Mapping[str, Ticket]

PUBLIC_FIELDS = ("id", "title", "status")


@dataclass(frozen=True, slots=True)
class TenantTickets:
    """What one tenant may read. A handler gets this and never the records, so it cannot reach anyone else's."""

    tenant: str
    records: Records

    def find(self, ticket_id: str) -> Ticket | None:
        return self.records.get(f"{self.tenant}:{ticket_id}")

    def __iter__(self) -> Iterator[Ticket]:
        # The tenant part is compared whole: a prefix would let `alpha` read `alpha:eu:TKT-101`.
        return (ticket for key, ticket in self.records.items() if key.rpartition(":")[0] == self.tenant)


def public(ticket: Ticket) -> dict[str, Any]:
    """A new object with the public fields alone, so that neither notes nor the stored ticket itself get out."""
    return {field: ticket[field] for field in PUBLIC_FIELDS}
