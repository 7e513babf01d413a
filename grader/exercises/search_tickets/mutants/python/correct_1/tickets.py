"""A correct adapter, plainly built: the base of every mutant.

Chosen where the contract is open: only `True` is a permission; no tenant raises; a tenant's prefix ends at its first
colon; `id` counts, not the key; limit 5.0 and subclasses of int are refused, of str and dict taken; plain `lower`;
a null ticket is not found by its ID and stops a search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

Args = dict[str, Any]
Records = dict[str, Any]
Reply = dict[str, Any]

PUBLIC = ("id", "title", "status")
STATUSES = ("open", "closed")
DEFAULTS = {"status": None, "query": "", "limit": 5, "cursor": ""}
TICKET_ID = re.compile(r"TKT-[0-9]{3}")


def execute_tool(name: Any, args: Any, context: Mapping[str, Any], records: Records) -> Reply:
    """Take one call through the four stations: find, parse, permit, handle."""
    tool = find(name)
    if tool is None:
        return failure("unknown_tool")
    asked = tool.parse(args)
    if asked is None:
        return failure("invalid_arguments")
    if context.get("can_read_tickets") is not True:
        return failure("forbidden")
    return tool.handle(asked, context["tenant"], records)


def find(name: Any) -> Tool | None:
    return TOOLS.get(name) if isinstance(name, str) else None


def parse_get(args: Any) -> Args | None:
    if not only_has(args, ["ticket_id"]):
        return None
    ticket_id = args.get("ticket_id")
    return {"ticket_id": ticket_id} if is_ticket_id(ticket_id) else None


def parse_search(args: Any) -> Args | None:
    if not only_has(args, SEARCH):
        return None
    if not all(SEARCH[key](value) for key, value in args.items()):
        return None
    return {**DEFAULTS, **args}


def handle_get(asked: Args, tenant: str, records: Records) -> Reply:
    ticket = records.get(f"{tenant}:{asked['ticket_id']}")
    if ticket is None:
        return failure("not_found")
    return {"ok": True, "ticket": public(ticket)}


def handle_search(asked: Args, tenant: str, records: Records) -> Reply:
    found = [ticket for ticket in owned(tenant, records) if matches(ticket, asked)]
    found.sort(key=lambda ticket: ticket["id"])
    rest = [ticket for ticket in found if ticket["id"] > asked["cursor"]]
    page = rest[: asked["limit"]]
    more = len(rest) > len(page)
    next_cursor = page[-1]["id"] if more else None
    return {"ok": True, "tickets": [public(ticket) for ticket in page], "next_cursor": next_cursor}


def owned(tenant: str, records: Records) -> list[Any]:
    return [ticket for key, ticket in records.items() if key.startswith(f"{tenant}:")]


def matches(ticket: Mapping[str, Any], asked: Args) -> bool:
    if asked["status"] not in (None, ticket["status"]):
        return False
    return asked["query"].lower() in ticket["title"].lower()


def public(ticket: Mapping[str, Any]) -> dict[str, Any]:
    return {field: ticket[field] for field in PUBLIC}


def failure(code: str) -> Reply:
    return {"ok": False, "code": code}


def only_has(args: Any, names: Collection[str]) -> bool:
    return isinstance(args, dict) and args.keys() <= set(names)


def is_ticket_id(value: Any) -> bool:
    return isinstance(value, str) and TICKET_ID.fullmatch(value) is not None


def is_status(value: Any) -> bool:
    return value in STATUSES


def is_query(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 40


def is_limit(value: Any) -> bool:
    return type(value) is int and 1 <= value <= 10


class Tool(NamedTuple):
    parse: Callable[[Any], Args | None]
    handle: Callable[[Args, str, Records], Reply]


SEARCH = {"status": is_status, "query": is_query, "limit": is_limit, "cursor": is_ticket_id}
TOOLS = {"get_ticket": Tool(parse_get, handle_get), "search_tickets": Tool(parse_search, handle_search)}
