"""A correct adapter as classes: each tool a class, a parser that raises, a desk that dispatches.

Chosen where the contract is open: any truthy permission grants, none raises; no tenant or no mapping is forbidden; the
tenant part of a key is compared whole; the key counts, not `id`; limit 5.0 and IntEnum are taken, subclasses of str and
dict refused; `casefold`; null tickets and other statuses are skipped; `ok` comes last in a reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

DIGITS = frozenset("0123456789")
STATUSES = {"open", "closed"}


class _Refused(Exception):  # noqa: N818 -- it is a way out of the parser, not an error anybody sees
    """The call ends here with the code it carries."""


class Arguments:
    """The arguments of one call; each reader takes one out and refuses a wrong one, `finish` refuses what is left."""

    def __init__(self, args: Any) -> None:
        if type(args) is not dict:
            raise _Refused("invalid_arguments")
        self._left = dict(args)

    def status(self) -> str | None:
        if "status" not in self._left:
            return None
        value = self._left.pop("status")
        return str(self._hold(value, type(value) is str and value in STATUSES))

    def query(self) -> str:
        if "query" not in self._left:
            return ""
        value = self._left.pop("query")
        return str(self._hold(value, type(value) is str and 0 < len(value) <= 40))

    def limit(self) -> int:
        value = self._left.pop("limit", 5)
        whole = isinstance(value, int | float) and not isinstance(value, bool) and value in range(1, 11)
        return int(self._hold(value, whole))

    def ticket_id(self, name: str, *, needed: bool = False) -> str:
        if name not in self._left and not needed:
            return ""
        value = self._left.pop(name, None)
        well_formed = type(value) is str and len(value) == 7 and value[:4] == "TKT-" and DIGITS.issuperset(value[4:])
        return str(self._hold(value, well_formed))

    def finish(self) -> None:
        self._hold(None, not self._left)

    @staticmethod
    def _hold(value: Any, good: bool) -> Any:
        if not good:
            raise _Refused("invalid_arguments")
        return value


class Shelf:
    """The tickets of one tenant, each under the ID that its key ends in."""

    def __init__(self, tenant: str, records: Mapping[str, Any]) -> None:
        self._tenant, self._records = tenant, records

    def by_id(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for key in sorted(self._records):
            tenant, _, ticket_id = key.rpartition(":")
            ticket = self._records[key]
            if tenant == self._tenant and isinstance(ticket, dict) and ticket.get("status") in STATUSES:
                yield ticket_id, {"id": ticket_id, "title": ticket["title"], "status": ticket["status"]}


class GetTicket:
    def __init__(self, arguments: Arguments) -> None:
        self.ticket_id = arguments.ticket_id("ticket_id", needed=True)

    def run(self, shelf: Shelf) -> dict[str, Any]:
        for ticket_id, ticket in shelf.by_id():
            if ticket_id == self.ticket_id:
                return {"ticket": ticket, "ok": True}
        raise _Refused("not_found")


class SearchTickets:
    def __init__(self, arguments: Arguments) -> None:
        self.status, self.query = arguments.status(), arguments.query().casefold()
        self.limit, self.cursor = arguments.limit(), arguments.ticket_id("cursor")

    def run(self, shelf: Shelf) -> dict[str, Any]:
        page: list[dict[str, Any]] = []
        for ticket_id, ticket in shelf.by_id():
            if ticket_id <= self.cursor or not self._wants(ticket):
                continue
            if len(page) == self.limit:
                return {"tickets": page, "next_cursor": page[-1]["id"], "ok": True}
            page.append(ticket)
        return {"tickets": page, "next_cursor": None, "ok": True}

    def _wants(self, ticket: dict[str, Any]) -> bool:
        return self.status in (None, ticket["status"]) and self.query in ticket["title"].casefold()


class Desk:
    """Where every call arrives: finds the tool, has it parsed, checks the permission, runs it."""

    tools: Mapping[str, type[GetTicket | SearchTickets]] = {
        "get_ticket": GetTicket,
        "search_tickets": SearchTickets,
    }

    def answer(self, name: Any, args: Any, context: Any, records: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return self._take(name, args, context, records)
        except _Refused as refused:
            return {"code": str(refused), "ok": False}

    def _take(self, name: Any, args: Any, context: Any, records: Mapping[str, Any]) -> dict[str, Any]:
        if type(name) is not str or name not in self.tools:
            raise _Refused("unknown_tool")
        arguments = Arguments(args)
        tool = self.tools[name](arguments)
        arguments.finish()
        if not isinstance(context, Mapping) or "tenant" not in context or not context["can_read_tickets"]:
            raise _Refused("forbidden")
        return tool.run(Shelf(context["tenant"], records))


execute_tool = Desk().answer
