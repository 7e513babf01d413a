"""Hints about a sample, one at a time, and its key; both are recorded in the folder of the worksheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader.practice import events, moment
from grader.practice.review.key import Key
from grader.practice.review.marks import Marks
from grader.shapes import TIERS

HINT, SHOW, SCORE = "review.hint", "review.show", "review.score"
"""The kinds of events that a review leaves."""


def hints(key: Key, marks: Marks) -> list[str]:
    """All hints there are, the worst tier first: where to look in general, then the lines."""
    return list(_hints(key, marks))


def _hints(key: Key, marks: Marks) -> Iterator[str]:
    for tier in TIERS:
        defects = [defect for defect in key.defects if defect.tier == tier]
        if defects:
            yield f"{tier}: {len(defects)} to find. {marks.hints[tier]}"
        for defect in defects:
            yield f"{tier}: look at {', '.join(str(place) for place in defect.places)}."


def next_hint(folder: Path, key: Key, marks: Marks, now: moment.Now = moment.now) -> str:
    """The next hint for the review in `folder`, recorded."""
    given, known = len(events.told(folder).of(HINT)), hints(key, marks)
    if given >= len(known):
        return "There are no more hints; the key is shown by: takehome review show"
    events.add(folder, HINT, now, number=given + 1)
    return f"hint {given + 1} of {len(known)}: {known[given]}"


def helped(folder: Path) -> dict[str, int | bool]:
    """How much help was taken: the number of hints, and whether the key was shown."""
    told = events.told(folder)
    return {"hints": len(told.of(HINT)), "shown": told.last(SHOW) is not None}
