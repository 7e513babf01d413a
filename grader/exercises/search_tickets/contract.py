"""The contract of `search_tickets` and `get_ticket` as a model: what is due for a call, and which rule decides it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeGuard

from grader.exercise import Call, Context, Rows
from grader.values import Tagged, Value

PUBLIC = ("id", "title", "status")
TICKET_ID = re.compile(r"TKT-[0-9]{3}")
STATUSES = ("open", "closed")
LONGEST_QUERY, DEFAULT_LIMIT, HIGHEST_LIMIT = 40, 5, 10


class Refusal(NamedTuple):
    """A failure that is due, and the rule that asks for it."""

    code: str
    rule: str


class Tool(NamedTuple):
    """`objection` names the rule that the arguments break; `find` is the success, None when there is no such ticket."""

    objection: Callable[[dict[str, Value]], str | None]
    permission: str
    find: Callable[[dict[str, Value], Context, Rows], dict[str, Value] | None]


def answer(call: Call, context: Context, rows: Rows) -> dict[str, Value]:
    """The whole reply that is due: `{ok: true, …}` or `{ok: false, code}`, new with every call."""
    reply = _reply(call, context, rows)
    return {"ok": False, "code": reply.code} if isinstance(reply, Refusal) else reply


def decides(call: Call, context: Context, rows: Rows) -> str:
    """The rule that a wrong code breaks: the first that refuses this call, or the first that a refusal would break."""
    reply = _reply(call, context, rows)
    if isinstance(reply, Refusal):
        return reply.rule
    return next((rule for name, rule in FIRST_GIVEN.items() if name in call.args), "limit.default")


def owns(context: Context, key: str) -> bool:
    """Whether the row under `key` belongs to the session: the key begins with its tenant and a colon."""
    scope = _scope(context)
    return scope is not None and key.startswith(scope)


def keeps_out(call: Call, key: str, ticket: Value) -> str | None:
    """The rule that keeps a ticket of the caller out of the result of a valid search, None when it belongs there."""
    args = call.args
    if not _is_ticket(ticket):
        return None
    if "status" in args and ticket["status"] != args["status"]:
        return "filter.status"
    if "query" in args and not _holds(ticket["title"], args["query"]):
        return _mismatch(ticket, args["query"])
    if "cursor" in args and ticket["id"] <= args["cursor"]:
        return "cursor.after"
    return None


def _reply(call: Call, context: Context, rows: Rows) -> dict[str, Value] | Refusal:
    """Name, arguments, permission, in this order; then the records."""
    tool = TOOLS.get(call.tool) if type(call.tool) is str else None
    if tool is None:
        return Refusal("unknown_tool", "name.exact")
    if objection := _no_object(call.args) or tool.objection(call.args):
        return Refusal("invalid_arguments", objection)
    if not _may_read(context):
        return Refusal("forbidden", tool.permission)
    return tool.find(call.args, context, rows) or Refusal("not_found", "get.not_found")


def _no_object(args: Value) -> str | None:
    if type(args) is dict:
        return None
    return "args.null" if args in (None, Tagged("undefined")) else "args.object"


def _may_read(context: Context) -> bool:
    """Only `true` is a permission; what else it may hold is an open place."""
    return isinstance(context, dict) and context.get("can_read_tickets") is True


def _get_objection(args: dict[str, Value]) -> str | None:
    if args.keys() - {"ticket_id"}:
        return "args.unknown_get"
    if not args:
        return "args.missing_id"
    return None if _is_ticket_id(args["ticket_id"]) else "id.format"


def _search_objection(args: dict[str, Value]) -> str | None:
    """Keys first, then the values in the order of the contract's table."""
    if args.keys() - OBJECTIONS.keys():
        return "args.unknown_search"
    found = (objection(args[name]) for name, objection in OBJECTIONS.items() if name in args)
    return next(filter(None, found), None)


def _status_objection(status: Value) -> str | None:
    return None if type(status) is str and status in STATUSES else "status.value"


def _query_objection(query: Value) -> str | None:
    if type(query) is not str:
        return "query.type"
    return None if 1 <= len(query) <= LONGEST_QUERY else "query.length"


def _limit_objection(limit: Value) -> str | None:
    if type(limit) is not int:
        return "limit.type"
    return None if 1 <= limit <= HIGHEST_LIMIT else "limit.range"


def _cursor_objection(cursor: Value) -> str | None:
    return None if _is_ticket_id(cursor) else "cursor.format"


def _is_ticket_id(value: Value) -> bool:
    return type(value) is str and TICKET_ID.fullmatch(value) is not None


def _get(args: dict[str, Value], context: Context, rows: Rows) -> dict[str, Value] | None:
    scope = _scope(context)
    ticket = None if scope is None else rows.get(scope + args["ticket_id"])
    return {"ok": True, "ticket": _public(ticket)} if _is_ticket(ticket) else None


def _search(args: dict[str, Value], context: Context, rows: Rows) -> dict[str, Value]:
    """Scope, order, filters, position, cut. One ticket more than a page tells whether another page follows."""
    matches = sorted(_matches(args, _owned(context, rows)), key=lambda ticket: ticket["id"])
    limit = args.get("limit", DEFAULT_LIMIT)
    page = matches[:limit]
    following = page[-1]["id"] if len(matches) > limit else None
    return {"ok": True, "tickets": [_public(ticket) for ticket in page], "next_cursor": following}


def _matches(args: dict[str, Value], owned: Iterator[dict[str, Value]]) -> Iterator[dict[str, Value]]:
    status, query, cursor = args.get("status"), args.get("query", "").lower(), args.get("cursor", "")
    for ticket in owned:
        if status in (None, ticket["status"]) and query in ticket["title"].lower() and ticket["id"] > cursor:
            yield ticket


def _owned(context: Context, rows: Rows) -> Iterator[dict[str, Value]]:
    scope = _scope(context)
    return (row for key, row in rows.items() if scope is not None and key.startswith(scope) and _is_ticket(row))


def _scope(context: Context) -> str | None:
    """How the keys of the session's rows begin. Without a tenant, an open place, no row is anybody's."""
    match context:
        case {"tenant": str(tenant)}:
            return f"{tenant}:"
    return None


def _is_ticket(ticket: Value) -> TypeGuard[dict[str, Value]]:
    """A malformed row is an open place; the model passes it over."""
    return type(ticket) is dict and all(type(ticket.get(field)) is str for field in PUBLIC)


def _public(ticket: dict[str, Value]) -> dict[str, Value]:
    return {field: ticket[field] for field in PUBLIC}


def _holds(text: str, query: str) -> bool:
    return query.lower() in text.lower()


def _mismatch(ticket: dict[str, Value], query: str) -> str:
    """The rule that keeps a ticket out whose title does not hold the query: its blanks count, no other field does."""
    if _only_inside(ticket, query):
        return "query.title_only"
    return "query.as_given" if _holds(*(" ".join(text.split()) for text in (ticket["title"], query))) else "query.match"


def _only_inside(ticket: dict[str, Value], query: str) -> bool:
    """Whether no public field holds the query, and another field, its name or anything in it, does."""
    inside = {name: value for name, value in ticket.items() if name not in PUBLIC}
    return not any(_holds(ticket[field], query) for field in PUBLIC) and any(_holds(x, query) for x in _texts(inside))


def _texts(value: Value) -> Iterator[str]:
    match value:
        case dict():
            yield from _texts([*value, *value.values()])
        case list():
            for item in value:
                yield from _texts(item)
        case Tagged():
            yield from _texts(value.v)
        case _:
            yield str(value)


OBJECTIONS: dict[str, Callable[[Value], str | None]] = {
    "status": _status_objection,
    "query": _query_objection,
    "limit": _limit_objection,
    "cursor": _cursor_objection,
}
FIRST_GIVEN = {
    "ticket_id": "id.format",
    "status": "status.value",
    "query": "query.length",
    "limit": "limit.range",
    "cursor": "cursor.format",
}
TOOLS = {
    "get_ticket": Tool(_get_objection, "permission.get", _get),
    "search_tickets": Tool(_search_objection, "permission.search", _search),
}
