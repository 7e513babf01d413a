"""The registry: the table of tools, and the one way every call takes through it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tickets import get_ticket, search_tickets
from tickets.refusal import Refusal
from tickets.store import Records, TenantTickets

Request = TypeVar("Request")


@dataclass(frozen=True, slots=True)
class Tool(Generic[Request]):
    """`parse` turns what the model wrote into a request or refuses it; `handle` answers the request."""

    parse: Callable[[object], Request]
    handle: Callable[[Request, TenantTickets], dict[str, Any]]


TOOLS: dict[str, Tool[Any]] = {
    "get_ticket": Tool(get_ticket.parse, get_ticket.handle),
    "search_tickets": Tool(search_tickets.parse, search_tickets.handle),
}


def execute_tool(name: object, args: object, context: Mapping[str, Any], records: Records) -> dict[str, Any]:
    """The reply of one tool: `{"ok": True, ...}`, or `{"ok": False, "code": ...}`.

    `name` and `args` come from a model and may be anything. `context` (`tenant`, `can_read_tickets`) is ours and is
    believed. `records` (`"tenant:ticket_id"` to ticket) is only read.
    """
    try:
        tool = _find(name)
        request = tool.parse(args)
        _permit(context)
        return tool.handle(request, TenantTickets(context["tenant"], records))
    except Refusal as refusal:
        return {"ok": False, "code": refusal.code}


def _find(name: object) -> Tool[Any]:
    # Text first: a list cannot be looked up in a dict at all.
    if not isinstance(name, str) or name not in TOOLS:
        raise Refusal("unknown_tool")
    return TOOLS[name]


def _permit(context: Mapping[str, Any]) -> None:
    # Both tools only read, so there is one permission. Whatever is not exactly true is a no.
    if context.get("can_read_tickets") is not True:
        raise Refusal("forbidden")
