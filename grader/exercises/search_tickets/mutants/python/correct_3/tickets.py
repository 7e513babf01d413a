"""A correct adapter of generators: rows flow sorted through filters, and `islice` takes one too many.

Chosen where the contract is open: only `False` denies, a missing permission grants; no tenant is the tenant "" and a
context that is no mapping raises; keys are sorted, `id` is shown; limit 5.0 is refused, IntEnum, any Mapping and
subclasses of str are taken; lengths in UTF-16 units; titles compared in NFC; null tickets raise; codes are a string
enum.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import dropwhile, islice
from types import MappingProxyType
from typing import Any, NamedTuple

Row = tuple[str, Mapping[str, Any]]
Check = Callable[[Any], bool]


class Code(StrEnum):
    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"


def fail(code: Code) -> dict[str, Any]:
    return {"ok": False, "code": code}


def whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 11


def some_text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value.encode("utf-16-le", "surrogatepass")) // 2 < 41


def ticket_id(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    head, digits = value[:4], value[4:]
    return head == "TKT-" and len(digits) == 3 and all(digit in string.digits for digit in digits)


def status(value: Any) -> bool:
    return isinstance(value, str) and str(value) in {"open", "closed"}


def folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


def show(ticket: Mapping[str, Any]) -> dict[str, Any]:
    return {"status": ticket["status"], "title": ticket["title"], "id": ticket["id"]}


def rows_of(tenant: str, records: Mapping[str, Any]) -> Iterator[Row]:
    start = tenant + ":"
    return ((key.removeprefix(start), records[key]) for key in sorted(records) if key.startswith(start))


def chosen(rows: Iterable[Row], wanted: str | None, text: str) -> Iterator[Row]:
    for row_id, ticket in rows:
        if (wanted is None or ticket["status"] == wanted) and text in folded(ticket["title"]):
            yield row_id, ticket


def get(asked: Mapping[str, Any], tenant: str, records: Mapping[str, Any]) -> dict[str, Any]:
    key = f"{tenant}:{asked['ticket_id']}"
    return {"ok": True, "ticket": show(records[key])} if key in records else fail(Code.NOT_FOUND)


def search(asked: Mapping[str, Any], tenant: str, records: Mapping[str, Any]) -> dict[str, Any]:
    rows = chosen(rows_of(tenant, records), asked.get("status"), folded(asked.get("query", "")))
    ahead = dropwhile(lambda row: row[0] <= asked.get("cursor", ""), rows)
    limit = asked.get("limit", 5)
    page = [ticket for _, ticket in islice(ahead, limit + 1)]
    next_cursor = page[limit - 1]["id"] if len(page) > limit else None
    return {"ok": True, "next_cursor": next_cursor, "tickets": [show(ticket) for ticket in page[:limit]]}


class Entry(NamedTuple):
    needed: Mapping[str, Check]
    allowed: Mapping[str, Check]
    handle: Callable[[Mapping[str, Any], str, Mapping[str, Any]], dict[str, Any]]

    def accepts(self, args: Any) -> bool:
        known = {**self.needed, **self.allowed}
        return (
            isinstance(args, Mapping)
            and all(name in args for name in self.needed)
            and all(name in known and known[name](args[name]) for name in args)
        )


TOOLS = MappingProxyType(
    {
        "get_ticket": Entry({"ticket_id": ticket_id}, {}, get),
        "search_tickets": Entry(
            {}, {"status": status, "query": some_text, "limit": whole_number, "cursor": ticket_id}, search
        ),
    }
)


def execute_tool(name: Any, args: Any, context: Mapping[str, Any], records: Mapping[str, Any]) -> dict[str, Any]:
    match TOOLS.get(name) if isinstance(name, str) else None:
        case None:
            return fail(Code.UNKNOWN_TOOL)
        case entry if not entry.accepts(args):
            return fail(Code.INVALID_ARGUMENTS)
        case _ if context.get("can_read_tickets") is False:
            return fail(Code.FORBIDDEN)
        case entry:
            return entry.handle(args, context.get("tenant", ""), records)
