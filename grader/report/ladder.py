"""The ladders: each argument with its good and bad values, where an answer was due and where yours came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any

from grader.submission.text import clean
from grader.values import flat

LANES = ("accepted", "refused", "no answer")
AT = (204, 259, 313)  # the middle of each lane, in pixels
WIDTH, TOP, STEP = 340, 28, 20  # pixels: of a ladder, above its first rung, from rung to rung
LETTERS = 23  # of a value that are shown beside its rung
LONG = 20  # characters of a text from which on their number is told
OTHERS = "other keys"
MOST, RIGHT = 16, 5
"""Rungs of one ladder that are drawn, and how many of them are right where both kinds are many."""
_WORDS = {
    "nullproto": "no prototype",
    "hiddenkey": "hidden key",
    "symbolkey": "symbol key",
    "foreignrealm": "other realm",
}
_KINDS = {"error", "timeout", "died", "memory", "flood", "protocol", "unusable", "load", "no object", "None"}


@dataclass(frozen=True, slots=True)
class Rung:
    """One value: its label, what was due and what came (`ok`, a code, or why none came); `length` of a long text."""

    label: str
    due: str
    got: str
    length: int | None = None

    @property
    def right(self) -> bool:
        return self.due == self.got

    @property
    def short(self) -> str:
        end = "…" if self.length is None else f"… ({self.length} long)"
        return self.label if len(self.label) <= LETTERS else f"{self.label[: LETTERS - len(end)]}{end}"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs of one argument that are drawn, those to be accepted first; `wrong` of all its `of` are not as due."""

    argument: str
    rungs: tuple[Rung, ...]
    wrong: int
    of: int

    @property
    def height(self) -> int:
        return TOP + STEP * len(self.rungs)

    @property
    def border(self) -> int | None:
        """Where the good values end and the bad ones begin, in pixels; None when all are of one kind."""
        good = sum(rung.due == "ok" for rung in self.rungs)
        return TOP + STEP * good if 0 < good < len(self.rungs) else None

    def middle(self, rung: int) -> int:
        return TOP + STEP * rung + STEP // 2

    @property
    def rings(self) -> str:
        """What was due, as one path of upright lines, a step for each rung; dotted, each dot is a ring's place."""
        lanes = [(lane(due), len(list(some))) for due, some in groupby(self.rungs, key=lambda one: one.due)]
        starts = accumulate((count for _, count in lanes), initial=0)
        return "".join(
            f"M{AT[at]} {self.middle(n)}v{STEP * count - STEP}.1" for (at, count), n in zip(lanes, starts, strict=False)
        )

    def dots(self, *, right: bool) -> str:
        """What came, as one path: a dot on each rung that is right, or on each that is wrong."""
        some = [(n, one) for n, one in enumerate(self.rungs) if one.right == right]
        return "".join(f"M{AT[lane(one.got)]} {self.middle(n)}h.1" for n, one in some)

    @property
    def gaps(self) -> str:
        """A line from what was due to what came, as one path."""
        wrong = [(n, lane(one.due), lane(one.got)) for n, one in enumerate(self.rungs) if not one.right]
        return "".join(f"M{_edge(due, got)} {self.middle(n)}H{AT[got]}" for n, due, got in wrong if due != got)


def lane(outcome: str) -> int:
    """The lane of an outcome: accepted, refused, no answer."""
    return 0 if outcome == "ok" else 2 if outcome in _KINDS else 1


def ladders(rungs: list[dict[str, Any]]) -> list[Ladder]:
    """The `ladder` of a grade by argument; keys of which no value is good share a ladder, which comes last."""
    grouped: dict[str, list[dict[str, Any]]] = {}
    for rung in rungs:
        grouped.setdefault(str(rung.get("argument")), []).append(rung)
    known = {name for name, some in grouped.items() if any(one.get("due") == "ok" for one in some)}
    drawn = [_ladder(name, [_rung(one) for one in some]) for name, some in grouped.items() if name in known]
    others = [_rung(one, name) for name, some in grouped.items() if name not in known for one in some]
    return [*drawn, *([_ladder(OTHERS, others)] if others else [])]


def _ladder(argument: str, rungs: list[Rung]) -> Ladder:
    right, wrong = ([rung for rung in rungs if rung.right is kind] for kind in (True, False))
    some = wrong[: MOST - min(len(right), RIGHT)]
    some += right[: MOST - len(some)]
    drawn = sorted((rung for rung in rungs if rung in some), key=lambda rung: rung.due != "ok")
    return Ladder(argument, tuple(drawn), len(wrong), len(rungs))


def _rung(told: dict[str, Any], name: str | None = None) -> Rung:
    """The rung of one value; under its key's `name`, in quotes where that is no plain word."""
    value = told.get("value")
    length = len(value) if isinstance(value, str) and len(value) > LONG else None
    key = "" if name is None else f"{clean(name if name.isidentifier() else flat(name), 60)}: "
    return Rung(key + clean(worded(value), 60), str(told.get("due")), str(told.get("got")), length)


def worded(value: Any) -> str:
    """A value as JSON on one line; what JSON lacks, which a grade writes as a tag, in words."""
    match value:
        case {"$": str()}:
            return _tagged(value)
        case dict():
            return _object(value.items())
        case list():
            return f"[{', '.join(map(worded, value))}]"
    return flat(value)


def _tagged(value: Mapping[str, Any]) -> str:
    match value:
        case {"$": "pairs", "v": pairs}:
            return _object(pairs)
        case {"$": "number", "v": str(text)}:
            return text
        case {"$": "bytes", "v": str(text)}:
            return f"bytes {text}"
        case {"$": "sub", "of": of, "v": inner}:
            return f"{of} subclass {worded(inner)}"
    kind = str(value["$"])
    return " ".join([_WORDS.get(kind, kind), *(worded(value[key]) for key in ("v",) if key in value)])


def _object(pairs: Iterable[Iterable[Any]]) -> str:
    return "{" + ", ".join(f"{flat(key)}: {worded(inner)}" for key, inner in pairs) + "}"


def _edge(due: int, got: int) -> int:
    """Where the line leaves the ring."""
    return AT[due] + (6 if got > due else -6)
