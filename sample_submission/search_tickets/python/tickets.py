"""Ticket tools for the support assistant."""

import base64
import json
import re

TICKET_ID = re.compile(r"TKT-[0-9]{3}")
DEFAULT_LIMIT = 5


def failure(code):
    return {"ok": False, "code": code}


def get_ticket(args, context, records):
    if not isinstance(args, dict) or set(args) != {"ticket_id"}:
        return failure("invalid_arguments")
    ticket_id = args["ticket_id"]
    if not isinstance(ticket_id, str) or not TICKET_ID.fullmatch(ticket_id):
        return failure("invalid_arguments")
    if not context["can_read_tickets"]:
        return failure("forbidden")
    ticket = records.get(f"{context['tenant']}:{ticket_id}")
    if ticket is None:
        return failure("not_found")
    return {"ok": True, "ticket": {"id": ticket["id"], "title": ticket["title"], "status": ticket["status"]}}


# The cursor is opaque to the caller, so it is safe to keep our paging state in it.
def encode_cursor(tenant, position):
    state = json.dumps({"tenant": tenant, "position": position})
    return base64.urlsafe_b64encode(state.encode()).decode()


def decode_cursor(cursor):
    state = json.loads(base64.urlsafe_b64decode(cursor))
    return state["tenant"], state["position"]


def search_tickets(args, context, records):
    if not isinstance(args, dict):
        return failure("invalid_arguments")
    if "status" in args and args["status"] not in ("open", "closed"):
        return failure("invalid_arguments")
    if not context["can_read_tickets"]:
        return failure("forbidden")

    status = args.get("status")
    query = args.get("query")
    limit = args.get("limit", DEFAULT_LIMIT)
    tenant, position = context["tenant"], ""
    if args.get("cursor"):
        tenant, position = decode_cursor(args["cursor"])

    matches = []
    for key, ticket in records.items():
        if not key.startswith(f"{tenant}:"):
            continue
        if status and ticket["status"] != status:
            continue
        if query and query.lower() not in ticket["title"].lower():
            continue
        if ticket["id"] > position:
            matches.append(ticket)
    matches.sort(key=lambda ticket: ticket["id"])

    page = matches[:limit]
    next_cursor = encode_cursor(tenant, page[-1]["id"]) if len(matches) > limit else None
    return {"ok": True, "tickets": page, "next_cursor": next_cursor}


TOOLS = {
    "get_ticket": get_ticket,
    "search_tickets": search_tickets,
}


def execute_tool(name, args, context, records):
    if not isinstance(name, str) or name not in TOOLS:
        return failure("unknown_tool")
    return TOOLS[name](args, context, records)
