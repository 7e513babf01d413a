"""A waffle: many results of one kind as a block of glyphs, the worst first, each in its place in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from grader.report.words import Status

STEP = 17  # pixels from glyph to glyph and from line to line
MOST = 600  # glyphs drawn in one block


@dataclass(frozen=True, slots=True)
class Line:
    """Glyphs of one look on one line: the middle of each, and the line's baseline."""

    style: str
    glyphs: str
    places: tuple[int, ...]
    baseline: int


@dataclass(frozen=True, slots=True)
class Waffle:
    """A block `across` glyphs wide; `marks` in the order in which they are drawn."""

    marks: tuple[Status, ...]
    across: int

    @property
    def height(self) -> int:
        return STEP * -(-len(self.marks) // self.across)

    @property
    def looks(self) -> tuple[Status, ...]:
        """What the glyphs of the block mean, each once."""
        return tuple(dict.fromkeys(self.marks))

    def lines(self, left: int = 0, top: int = 0) -> Iterator[Line]:
        """The block with its corner at `left` and `top`."""
        for at in range(0, len(self.marks), self.across):
            row = list(enumerate(self.marks[at : at + self.across]))
            for style, some in groupby(row, key=lambda one: one[1].style):
                run = list(some)
                places = tuple(left + STEP * n + STEP // 2 for n, _ in run)
                yield Line(style, "".join(mark.glyph for _, mark in run), places, top + STEP * (at // self.across) + 13)


def waffle(marks: Iterable[Status], across: int) -> Waffle:
    """The marks as a block, bad ones first, then good, then quiet; each kind in its own order."""
    order = {"bad": 0, "good": 1}
    return Waffle(tuple(sorted(marks, key=lambda mark: order.get(mark.style, 2)))[:MOST], across)
