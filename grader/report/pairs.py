"""The cross-tenant matrix: for each caller and owner, how much was tried and what came through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.report.waffle import Waffle, waffle
from grader.report.words import LEAKED, Status, status

LEFT, TOP, WIDE = 52, 24, 142  # pixels: beside and above the cells, and of a cell
ACROSS = 8  # glyphs on a line of a cell
ROOM = 14  # pixels under a row
FINE = ("passed", "not_run")


@dataclass(frozen=True, slots=True)
class Pair:
    """All that one caller tried to reach of one owner: how many tries, and the entries that went wrong."""

    tried: int
    wrong: tuple[dict[str, Any], ...]
    drawn: Waffle


@dataclass(frozen=True, slots=True)
class Row:
    """A caller with a pair for each owner, None where nothing was tried; `top` and `height` in pixels."""

    caller: str
    pairs: tuple[Pair | None, ...]
    top: int
    height: int


@dataclass(frozen=True, slots=True)
class Pairs:
    """The matrix: `owners` across, a row for each caller; `entries` with the wrong ones first."""

    owners: tuple[str, ...]
    rows: tuple[Row, ...]
    entries: tuple[dict[str, Any], ...]

    @property
    def width(self) -> int:
        return LEFT + WIDE * len(self.owners)

    @property
    def height(self) -> int:
        return self.rows[-1].top + self.rows[-1].height

    def left(self, owner: int) -> int:
        """Where the cell of an owner begins, in pixels."""
        return LEFT + WIDE * owner

    @property
    def looks(self) -> tuple[Status, ...]:
        """What the glyphs mean, each once."""
        return tuple(dict.fromkeys(mark(entry) for entry in self.entries if entry.get("status") != "not_run"))

    def told(self) -> Iterator[tuple[str, str, Pair]]:
        """Each caller and owner between whom something was tried, with what came of it."""
        for row in self.rows:
            yield from ((row.caller, who, pair) for who, pair in zip(self.owners, row.pairs, strict=True) if pair)


def pairs(matrix: list[dict[str, Any]]) -> Pairs:
    """The `matrix` of a grade, callers and owners sorted, the entries in their own order."""
    callers, owners = (sorted({str(entry.get(side)) for entry in matrix}) for side in ("caller", "owner"))
    rows, top = list[Row](), TOP
    for caller in callers:
        found = tuple(_pair(matrix, caller, owner) for owner in owners)
        height = max([pair.drawn.height for pair in found if pair] or [0]) + ROOM
        rows.append(Row(caller, found, top, height))
        top += height
    return Pairs(tuple(owners), tuple(rows), tuple(sorted(matrix, key=_rank)))


def _rank(entry: dict[str, Any]) -> tuple[bool, bool]:
    return not entry.get("leaked"), str(entry.get("status")) in FINE


def mark(entry: dict[str, Any]) -> Status:
    """How a try ended: what got out outweighs how the call ended."""
    return LEAKED if entry.get("leaked") else status(entry.get("status"))


def _pair(matrix: list[dict[str, Any]], caller: str, owner: str) -> Pair | None:
    here = [entry for entry in matrix if (str(entry.get("caller")), str(entry.get("owner"))) == (caller, owner)]
    tried = [entry for entry in here if entry.get("status") != "not_run"]
    wrong = tuple(entry for entry in tried if entry.get("status") not in FINE)
    return Pair(len(tried), wrong, waffle(map(mark, sorted(tried, key=_rank)), ACROSS)) if tried else None
