"""The support assistant's tool, get_ticket, as it stands."""

import re
from typing import Any

PUBLIC = ("id", "title", "status")
TICKET_ID = re.compile(r"TKT-[0-9]{3}")


def execute_tool(name: Any, args: Any, context: dict[str, Any], records: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Answer one tool call; a failure is returned, never raised."""
    if not isinstance(name, str) or name != "get_ticket":
        return failure("unknown_tool")
    if not isinstance(args, dict) or list(args) != ["ticket_id"] or not is_ticket_id(args["ticket_id"]):
        return failure("invalid_arguments")
    if context["can_read_tickets"] is not True:
        return failure("forbidden")
    ticket = records.get(f"{context['tenant']}:{args['ticket_id']}")
    if ticket is None:
        return failure("not_found")
    return {"ok": True, "ticket": {field: ticket[field] for field in PUBLIC}}


def is_ticket_id(value: Any) -> bool:
    return isinstance(value, str) and TICKET_ID.fullmatch(value) is not None


def failure(code: str) -> dict[str, Any]:
    return {"ok": False, "code": code}
