"""`get_ticket`: one ticket by its ID."""

from typing import Any

from tickets.arguments import is_ticket_id, read
from tickets.refusal import Refusal
from tickets.store import TenantTickets, public

CHECKS = {"ticket_id": is_ticket_id}


def parse(args: object) -> str:
    ticket_id: str = read(args, CHECKS, required=CHECKS.keys())["ticket_id"]
    return ticket_id


def handle(ticket_id: str, tickets: TenantTickets) -> dict[str, Any]:
    ticket = tickets.find(ticket_id)
    if ticket is None:
        raise Refusal("not_found")
    return {"ok": True, "ticket": public(ticket)}
