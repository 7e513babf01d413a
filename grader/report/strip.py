"""A walk as a strip: a row for each page, a column for each id in order, and what happened in each cell."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

WIDEST = 40  # columns
LONGEST = 30  # rows


@dataclass(frozen=True, slots=True)
class Cell:
    """What became of one id on one page; an empty glyph when nothing was due and nothing came."""

    glyph: str = ""
    word: str = ""
    style: str = ""


NOTHING = Cell()
FIRST = Cell("●", "as due", "good")
MOVED = Cell("◆", "due on another page", "bad")
AGAIN = Cell("↻", "shown again", "bad")
EXTRA = Cell("✗", "not due in this walk", "bad")
MISSING = Cell("○", "due here, never shown", "bad")
LEGEND = (FIRST, MOVED, AGAIN, EXTRA, MISSING)


@dataclass(frozen=True, slots=True)
class Strip:
    """A drawn walk. `prefix` is what all ids begin with; `columns` are the rest of each id."""

    prefix: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: int

    @property
    def good(self) -> bool:
        return all(cell in (NOTHING, FIRST) for row in self.rows for cell in row)


def strip(walk: dict[str, Any]) -> Strip:
    """A walk of a grade (`pages` and `due`, lists of pages of ids) as a strip."""
    pages, due = _pages(walk.get("pages")), _pages(walk.get("due"))
    ids = sorted({name for page in pages + due for name in page})
    shown = {name for page in pages for name in page}
    rows, seen = [], set[str]()
    for at in range(min(max(len(pages), len(due)), LONGEST)):
        page = pages[at] if at < len(pages) else []
        rows.append(tuple(_cell(name, page, due, at, seen, shown) for name in ids[:WIDEST]))
        seen |= set(page)
    prefix = _prefix(ids)
    return Strip(prefix, tuple(name.removeprefix(prefix) for name in ids[:WIDEST]), tuple(rows), len(ids[WIDEST:]))


def _pages(pages: Any) -> list[list[str]]:
    return [[str(name) for name in page] for page in pages or []]


def _cell(name: str, page: list[str], due: list[list[str]], at: int, seen: set[str], shown: set[str]) -> Cell:
    here = at < len(due) and name in due[at]
    if name not in page:
        return MISSING if here and name not in shown else NOTHING
    if name in seen or page.count(name) > 1:
        return AGAIN
    if here:
        return FIRST
    return MOVED if any(name in one for one in due) else EXTRA


def _prefix(ids: list[str]) -> str:
    """What all ids begin with, up to its last mark that is neither letter nor digit."""
    if len(ids) < 2:  # noqa: PLR2004 - a lone id shares its beginning with nobody
        return ""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*ids, strict=False))
    return re.sub("[a-zA-Z0-9]*$", "", "".join(letters[0] for letters in alike)[:40])
