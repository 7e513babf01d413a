"""The reviews of a practice: their events lie beside each worksheet, in or next to the hand-in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from grader.errors import WrongUsage
from grader.practice.events import FILE, HOME, Event, Told, told


def with_reviews(folder: Path, known: Told) -> Told:
    """The events of a practice and behind them those of the reviews scored since it was started."""
    start = known.last("start")
    scored = sorted(_scored(folder), key=lambda event: event.at)
    return replace(known, events=(*known.events, *(each for each in scored if start is None or each.at >= start.at)))


def _scored(folder: Path) -> Iterator[Event]:
    for top in (folder, folder / HOME, folder.parent):
        for log in sorted(top.glob(f"*/{HOME}/{FILE}")):
            if log.parent.parent != folder:
                try:
                    yield from told(log.parent.parent).of("review.score")
                except WrongUsage:  # another's log, which may be closed to us
                    continue
