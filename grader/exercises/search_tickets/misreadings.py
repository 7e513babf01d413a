"""Known misreadings of a page: each builds the page that one slip would give, so that a wrong page names its slip."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from grader.exercise import Call, Rows

Ticket = Mapping[str, Any]
DEFAULT = 5


@dataclass(frozen=True, slots=True)
class Search:
    """A valid search: its arguments, the caller's tickets in the order of the store."""

    own: tuple[Ticket, ...]
    status: str | None = None
    query: str | None = None
    limit: int = DEFAULT
    cursor: str | None = None

    def filtered(self, tickets: Iterable[Ticket]) -> list[Ticket]:
        return [t for t in tickets if self.status in (None, t["status"]) and self.says(t["title"])]

    def says(self, title: str) -> bool:
        return self.query is None or self.query.lower() in title.lower()

    def after(self, tickets: Iterable[Ticket]) -> list[Ticket]:
        return [t for t in tickets if self.cursor is None or t["id"] > self.cursor]

    def cut(self, tickets: Iterable[Ticket]) -> list[Ticket]:
        return list(tickets)[: self.limit]


def by_id(tickets: Iterable[Ticket]) -> list[Ticket]:
    return sorted(tickets, key=lambda t: t["id"])


def right(s: Search) -> list[Ticket]:
    return s.cut(s.after(s.filtered(by_id(s.own))))


def matched(s: Search, holds: Callable[[str, str], bool]) -> list[Ticket] | None:
    """The page of the titles that hold the query in another sense."""
    query = s.query
    if query is None:
        return None
    found = replace(s, query=None).filtered(by_id(s.own))
    return s.cut(s.after(t for t in found if holds(query, t["title"])))


def cased(s: Search) -> list[Ticket] | None:
    return matched(s, lambda query, title: query in title)


def word_begun(s: Search) -> list[Ticket] | None:
    return matched(s, lambda query, title: re.search(rf"\b{re.escape(query)}", title, re.IGNORECASE) is not None)


def whole_word(s: Search) -> list[Ticket] | None:
    return matched(s, lambda query, title: query.lower() in title.lower().split())


def trimmed(s: Search) -> list[Ticket] | None:
    return None if s.query is None or s.query == s.query.strip() else right(replace(s, query=s.query.strip() or None))


def as_pattern(s: Search) -> list[Ticket] | None:
    if s.query is None:
        return None
    try:
        asked = re.compile(s.query, re.IGNORECASE)
    except re.error:
        return None
    found = [t for t in replace(s, query=None).filtered(s.own) if asked.search(t["title"])]
    return s.cut(s.after(by_id(found)))


def whole_row(s: Search) -> list[Ticket] | None:
    if s.query is None:
        return None
    found = [
        t for t in replace(s, query=None).filtered(s.own) if any(s.query.lower() in str(v).lower() for v in t.values())
    ]
    return s.cut(s.after(by_id(found)))


def filtered_late(s: Search) -> list[Ticket] | None:
    return None if s.status is None and s.query is None else s.filtered(s.cut(s.after(by_id(s.own))))


def inclusive(s: Search) -> list[Ticket] | None:
    if s.cursor is None:
        return None
    return s.cut(t for t in s.filtered(by_id(s.own)) if t["id"] >= str(s.cursor))


def cursor_ignored(s: Search) -> list[Ticket] | None:
    return None if s.cursor is None else right(replace(s, cursor=None))


def must_exist(s: Search) -> list[Ticket] | None:
    return None if _names_a_row(s) else []


def else_from_the_start(s: Search) -> list[Ticket] | None:
    return None if _names_a_row(s) else right(replace(s, cursor=None))


def _names_a_row(s: Search) -> bool:
    return s.cursor is None or any(t["id"] == s.cursor for t in s.filtered(s.own))


def skips_one(s: Search) -> list[Ticket] | None:
    return None if s.cursor is None else s.cut(s.after(s.filtered(by_id(s.own)))[1:])


def as_stored(s: Search) -> list[Ticket]:
    return s.cut(s.after(s.filtered(s.own)))


def cut_then_sorted(s: Search) -> list[Ticket]:
    return by_id(as_stored(s))


def descending(s: Search) -> list[Ticket]:
    return s.cut(s.after(s.filtered(reversed(by_id(s.own)))))


def one_more(s: Search) -> list[Ticket]:
    return right(replace(s, limit=s.limit + 1))


def one_less(s: Search) -> list[Ticket]:
    return right(replace(s, limit=s.limit - 1))


def unbounded(s: Search) -> list[Ticket]:
    return right(replace(s, limit=10**6))


def ten(s: Search) -> list[Ticket]:
    return right(replace(s, limit=10))


MISREADINGS: tuple[tuple[str, Callable[[Search], list[Ticket] | None]], ...] = (
    ("query.as_given", trimmed),
    ("query.match", cased),
    ("query.match", as_pattern),
    ("query.match", word_begun),
    ("query.match", whole_word),
    ("query.title_only", whole_row),
    ("cursor.position", must_exist),
    ("cursor.position", else_from_the_start),
    ("cursor.after", inclusive),
    ("cursor.after", skips_one),
    ("cursor.after", cursor_ignored),
    ("filter.before_cut", filtered_late),
    ("sort.id", cut_then_sorted),
    ("sort.id", as_stored),
    ("sort.id", descending),
    ("page.cut", one_more),
    ("page.cut", one_less),
)
UNNAMED_LIMIT = (("limit.default", ten), ("limit.default", unbounded))


def pages(
    call: Call, context: Mapping[str, Any], rows: Rows, names: Collection[str] | None
) -> Iterator[tuple[str, str, list[str]]]:
    """Each misreading (of these names, or all) that gives another page than the due one: its name, rule and ids."""
    search = _search(call, context, rows)
    due = _ids(right(search))
    for rule, read in (*(() if "limit" in call.args else UNNAMED_LIMIT), *MISREADINGS):
        page = read(search) if names is None or read.__name__ in names else None
        if page is not None and _ids(page) != due:
            yield read.__name__, rule, _ids(page)


def _ids(tickets: Iterable[Ticket]) -> list[str]:
    return [t["id"] for t in tickets]


def _search(call: Call, context: Mapping[str, Any], rows: Rows) -> Search:
    prefix = f"{context.get('tenant')}:" if isinstance(context, dict) else ""
    usable = {key: t for key, t in rows.items() if isinstance(t, dict) and {"id", "title", "status"} <= t.keys()}
    return Search(
        own=tuple(_own(usable, prefix)),
        **{key: call.args[key] for key in ("status", "query", "limit", "cursor") if key in call.args},
    )


def _own(rows: Rows, prefix: str) -> Iterator[Ticket]:
    return (ticket for key, ticket in rows.items() if key.startswith(prefix))
