"""`search_tickets`: the caller's tickets by status and words in the title, page by page."""

from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from tickets.arguments import is_ticket_id, one_of, read, text, whole_number
from tickets.store import TenantTickets, Ticket, public

STATUSES = ("open", "closed")
SHORTEST_QUERY, LONGEST_QUERY = 1, 40
SMALLEST_LIMIT, LARGEST_LIMIT, DEFAULT_LIMIT = 1, 10, 5

CHECKS = {
    "status": one_of(STATUSES),
    "query": text(SHORTEST_QUERY, LONGEST_QUERY),
    "limit": whole_number(SMALLEST_LIMIT, LARGEST_LIMIT),
    "cursor": is_ticket_id,
}


@dataclass(frozen=True, slots=True)
class Search:
    """A checked request. The empty text is in every title and below every ID, so it stands for "left out"."""

    status: str | None = None
    query: str = ""
    limit: int = DEFAULT_LIMIT
    cursor: str = ""

    def wants(self, ticket: Ticket) -> bool:
        return (
            self.status in (None, ticket["status"])
            and self.query.lower() in ticket["title"].lower()
            and ticket["id"] > self.cursor
        )


def parse(args: object) -> Search:
    return Search(**read(args, CHECKS))


def handle(search: Search, tickets: TenantTickets) -> dict[str, Any]:
    matches = sorted(filter(search.wants, tickets), key=itemgetter("id"))
    page, rest = matches[: search.limit], matches[search.limit :]
    return {
        "ok": True,
        "tickets": [public(ticket) for ticket in page],
        "next_cursor": page[-1]["id"] if rest else None,
    }
