"""The reviews of a practice: their events lie beside each worksheet, in or next to the hand-in; where one stands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from grader.errors import WrongUsage
from grader.practice.events import FILE, HOME, Event, Told, told
from grader.practice.review.hints import HINT, SCORE
from grader.practice.review.sheet import FILE as WORKSHEET
from grader.report.words import count
from grader.submission.text import clean


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
                    yield from told(log.parent.parent).of(SCORE)
                except WrongUsage:  # another's log, which may be closed to us
                    continue


def is_review(folder: Path, known: Told) -> bool:
    """Whether a folder keeps a review and no practice: a worksheet lies in it, and no clock was ever started."""
    return (folder / WORKSHEET).is_file() and not known.of("start", "clock.")


def standing(folder: Path, known: Told, here: Path) -> list[Text]:
    """Where a review stands, seen from the folder `here`; the next command last."""
    hints, scored = len(known.of(HINT)), known.last(SCORE)
    shown = [Text(clean(folder.name, 60), "bold")]
    if hints:
        shown.append(Text(f"  · {count(hints, 'hint')} taken"))
    shown.append(Text(f"  {_scored_at(scored)}"))
    at = "" if folder == here else f" {os.path.relpath(folder, here)}"
    first = f"takehome review check{at}, then" if scored is None else f"mend {WORKSHEET} and score it again"
    return [*shown, Text(), Text(f"Next: {first}: takehome review score{at}", "bold")]


def _scored_at(scored: Event | None) -> str:
    if scored is None:
        return "· a review, not scored yet"
    points, band = scored.data.get("points"), clean(str(scored.data.get("band")), 40)
    return f"✓ a review, scored {scored.at:%H:%M}: {points} points, {band}"
