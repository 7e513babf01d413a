"""Where two replies differ: both as lines of pieces, the differing pieces marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from grader.report.pretty import Line, Path, Piece, draw
from grader.values import canonical, same

LONGEST = 300  # lines of a reply that are shown at all
FULL = 18  # lines up to which a reply is shown without gaps
LISTED = 500  # items of a list that are matched with care; beyond, item by item: matching is quadratic
AROUND = 2  # unmarked lines kept on each side of a marked one


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two replies: `short` is what to show at first, `whole` everything; `told` when it is a sentence."""

    whole: list[Line]
    short: list[Line]
    told: str | None = None

    @property
    def cut(self) -> bool:
        return self.short != self.whole


def compare(expected: Any, actual: Any) -> tuple[Side, Side]:
    """The due reply and the given one, each with its differences marked. A plain text is a sentence about the reply."""
    if isinstance(expected, str) or isinstance(actual, str):
        return alone(expected), alone(actual)
    ours, theirs = {}, {}
    for left, right, kind in _differences(expected, actual, (), ()):
        ours.update({left: kind} if left is not None else {})
        theirs.update({right: kind} if right is not None else {})
    return _side(draw(expected, ours)), _side(draw(_like(actual, expected), theirs))


def replies(told: dict[str, Any]) -> tuple[Side | None, Side | None]:
    """What was due and what came, of a finding or an acceptance call; None for what it lacks.

    Where nothing usable came back, what `says` tells stands in for the reply.
    """
    expected, actual, says = told.get("expected"), told.get("actual"), told.get("says")
    if "tool" not in (told.get("case") or told):
        return _evidence(expected, actual)
    if "expected" in told and "actual" in told and (actual is not None or not says):
        return compare(expected, actual)
    due = alone(expected) if "expected" in told else None
    return due, alone(says or actual) if says or "actual" in told else None


def _evidence(expected: Any, actual: Any) -> tuple[Side | None, Side | None]:
    """What a finding beside the calls compares, or what it found; its sentence is shown apart."""
    if expected is not None and actual is not None:
        return compare(expected, actual)
    return None, None if actual is None else alone(actual)


def alone(value: Any) -> Side:
    """A reply with nothing to compare it to."""
    return Side([], [], value) if isinstance(value, str) else _side(draw(value, {}))


Difference = tuple[Path | None, Path | None, str]
"""The path in the due reply, the path in the given one (None where it has nothing of the kind), and how to mark it."""


def _differences(left: Any, right: Any, at: Path, to: Path) -> Iterator[Difference]:
    if isinstance(left, dict) and isinstance(right, dict):
        for key in dict.fromkeys((*left, *right)):
            if key in left and key in right:
                yield from _differences(left[key], right[key], (*at, key), (*to, key))
            else:
                yield ((*at, key), None, "entry") if key in left else (None, (*to, key), "entry")
    elif isinstance(left, list) and isinstance(right, list):
        yield from _between_lists(left, right, at, to)
    elif not same(left, right):
        yield at, to, "value"


def _between_lists(left: list[Any], right: list[Any], at: Path, to: Path) -> Iterator[Difference]:
    paired = _pairs(left, right)
    mates = set(paired.values())
    for i, j in paired.items():
        yield from _differences(left[i], right[j], (*at, i), (*to, j))
    yield from (((*at, i), None, "entry") for i in range(len(left)) if i not in paired)
    yield from ((None, (*to, j), "entry") for j in range(len(right)) if j not in mates)


def _pairs(left: list[Any], right: list[Any]) -> dict[int, int]:
    """Which items of two lists belong together: the equal ones, and between those the ones that are much alike."""
    if max(len(left), len(right)) > LISTED:
        return {at: at for at in range(min(len(left), len(right)))}
    before, after = ([canonical(item) for item in items] for items in (left, right))
    paired: dict[int, int] = {}
    for what, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            paired.update(zip(range(i, j), range(k, m), strict=True))
        free = iter(range(i, j) if what == "replace" else ())
        for other in range(k, m) if what == "replace" else ():
            mate = next((one for one in free if _alike(left[one], right[other])), None)
            paired.update({} if mate is None else {mate: other})
    return paired


def _alike(left: Any, right: Any) -> bool:
    """Whether at least half of what two objects both name is the same; a lone text and another are not."""
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return False
    both = [canonical(left[key]) == canonical(right[key]) for key in left if key in right]
    return sum(both) * 2 >= max(len(both), 1)


def _like(value: Any, model: Any) -> Any:
    """`value` with its keys in the order of `model`, so that only what differs looks different."""
    if isinstance(value, dict) and isinstance(model, dict):
        keys = [*(key for key in model if key in value), *(key for key in value if key not in model)]
        return {key: _like(value[key], model.get(key)) for key in keys}
    if isinstance(value, list) and isinstance(model, list) and model:
        return [_like(item, model[min(at, len(model) - 1)]) for at, item in enumerate(value)]
    return value


def _side(lines: list[Line]) -> Side:
    more = [[Piece(f"… {len(lines) - LONGEST} more lines")]] if len(lines) > LONGEST else []
    whole = lines[:LONGEST] + more
    return Side(whole, whole if len(whole) <= FULL else _excerpt(whole))


def _excerpt(whole: list[Line]) -> list[Line]:
    """The marked lines with `AROUND` lines on each side; where nothing is marked, the first `FULL` lines."""
    marked = [at for at, line in enumerate(whole) if any(piece.marked for piece in line)]
    near = {at + by for at in marked for by in range(-AROUND, AROUND + 1)} or set(range(FULL))
    kept = sorted(at for at in near | {0, len(whole) - 1} if 0 <= at < len(whole))
    shown: list[Line] = []
    for at, before in zip(kept, [-1, *kept], strict=False):
        gap = at - before - 1
        shown += [[Piece(f"  ⋯ {gap} lines")]] if gap > 1 else whole[before + 1 : at]
        shown.append(whole[at])
    return shown
