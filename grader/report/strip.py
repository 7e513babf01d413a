"""A walk as a strip: a row for each page, a column for each id in order, and what happened in each cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Any

from grader.values import flat

WIDEST = 40  # columns
LONGEST = 30  # rows
LEFT, TOP, STEP = 56, 24, 24  # pixels: beside and above the cells, and from row to row
NARROW = 30  # pixels of the narrowest column


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
FOREIGN = Cell("✗", "another session's", "bad")
EXTRA = Cell("◇", "not due in this walk", "bad")
MISSING = Cell("○", "due here, never shown", "bad")
LEGEND = (FIRST, MOVED, AGAIN, FOREIGN, EXTRA, MISSING)


@dataclass(frozen=True, slots=True)
class Column:
    """One id: the part of it that tells it from the others, and whether it belongs to other sessions only."""

    id: str
    label: str
    foreign: bool


@dataclass(frozen=True, slots=True)
class Run:
    """Cells of one look beside each other: their glyphs, and the middle of each in pixels."""

    style: str
    glyphs: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """A drawn walk. `prefix` is what all ids begin with; `more` counts the ids that found no room."""

    prefix: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: int

    @property
    def good(self) -> bool:
        return all(cell in (NOTHING, FIRST) for row in self.rows for cell in row)

    @property
    def kinds(self) -> tuple[Cell, ...]:
        """What happened anywhere in this walk, in the order of the legend."""
        return tuple(kind for kind in LEGEND if any(kind in row for row in self.rows))

    def ids(self, row: tuple[Cell, ...], kind: Cell) -> list[str]:
        """The ids to which this happened on a page."""
        return [column.id for column, cell in zip(self.columns, row, strict=True) if cell == kind]

    @property
    def step(self) -> int:
        """The width of a column in pixels."""
        return max(NARROW, 8 + 8 * max((len(column.label) for column in self.columns), default=0))

    @property
    def width(self) -> int:
        return LEFT + self.step * len(self.columns)

    @property
    def height(self) -> int:
        return TOP + STEP * len(self.rows)

    def middle(self, column: int) -> int:
        """The middle of a column in pixels."""
        return LEFT + self.step * column + self.step // 2

    def runs(self, row: tuple[Cell, ...]) -> Iterator[Run]:
        """The cells of a page that hold something, as runs of one style."""
        full = [(at, cell) for at, cell in enumerate(row) if cell.glyph]
        for style, cells in groupby(full, key=lambda one: one[1].style):
            some = list(cells)
            glyphs, places = "".join(cell.glyph for _, cell in some), tuple(self.middle(at) for at, _ in some)
            yield Run(style, glyphs, places)


def strip(walk: dict[str, Any], walks: list[dict[str, Any]] | None = None) -> Strip:
    """A walk of a grade (`pages` and `due`, lists of pages of ids) as a strip.

    `walks`: all walks of the grade; whose an id is, is read from what is due to each session in them.
    """
    pages, due = _pages(walk.get("pages")), _pages(walk.get("due"))
    owned, others = _owned(walk, walks or [])
    own = owned | _names(due)
    ids = sorted(_names(pages) | own | others)
    foreign, shown, seen = others - own, _names(pages), set[str]()
    rows = []
    for at in range(min(max(len(pages), len(due)), LONGEST)):
        page = pages[at] if at < len(pages) else []
        rows.append(tuple(_cell(name, page, due, at, seen, shown, foreign) for name in ids[:WIDEST]))
        seen |= set(page)
    prefix = _prefix(ids)
    columns = tuple(Column(name, name.removeprefix(prefix), name in foreign) for name in ids[:WIDEST])
    return Strip(prefix, columns, tuple(rows), len(ids[WIDEST:]))


def _owned(walk: dict[str, Any], walks: list[dict[str, Any]]) -> tuple[set[str], set[str]]:
    """The ids that are due to this walk's session in any of the walks, and those due to other sessions."""
    owned, others = set[str](), set[str]()
    for one in walks:
        mine = flat(one.get("context")) == flat(walk.get("context"))
        (owned if mine else others).update(_names(_pages(one.get("due"))))
    return owned, others


def _pages(pages: Any) -> list[list[str]]:
    return [[str(name) for name in page] for page in pages or []]


def _names(pages: list[list[str]]) -> set[str]:
    return {name for page in pages for name in page}


def _cell(
    name: str, page: list[str], due: list[list[str]], at: int, seen: set[str], shown: set[str], foreign: set[str]
) -> Cell:
    here = at < len(due) and name in due[at]
    if name not in page:
        return MISSING if here and name not in shown else NOTHING
    if name in foreign:
        return FOREIGN
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
