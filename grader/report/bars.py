"""The time of a rehearsal as bars: what each phase was planned to take and took, and how the grades on the way went.

The grade's section `time`: `cap` in minutes; `worked`, `over`, `paused` and `first_whole` in seconds of work; `phases`
with `title`, `allotted` and `planned` in minutes and `actual` in seconds; `grades` with `worked`, `passed` and `of`;
`dropped` with `what` and `how`; `handed_in`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LEFT, WIDE, TOP, STEP = 4, 330, 4, 46  # pixels: before the bars, of the longest bar, above, from phase to phase
MOST = 30  # phases, grades and things given up that are shown
_MINUTE, _LARGEST = 60, 10_000_000  # seconds: a minute, and more than any rehearsal takes


@dataclass(frozen=True, slots=True)
class Bar:
    """A phase: seconds planned (None: no plan) and taken (None: not begun), and both in pixels."""

    phase: str
    planned: float | None
    actual: float | None
    top: int
    planned_wide: int
    actual_wide: int

    @property
    def over(self) -> bool:
        return self.planned is not None and self.actual is not None and round(self.actual) > round(self.planned)


@dataclass(frozen=True, slots=True)
class Bars:
    """All phases in order, and the rest of the section in words: `facts` are pairs of a name and what happened."""

    bars: tuple[Bar, ...]
    facts: tuple[tuple[str, str], ...]
    grades: tuple[tuple[str, str], ...]
    dropped: tuple[str, ...]

    @property
    def width(self) -> int:
        return LEFT + WIDE

    @property
    def height(self) -> int:
        return TOP + STEP * len(self.bars)


def bars(told: dict[str, Any]) -> Bars:
    """The section `time` of a grade, drawn."""
    timed = [(str(one.get("title") or one.get("id")), *_seconds(one)) for one in _rows(told.get("phases"))]
    longest = max([length or 0 for _, planned, actual in timed for length in (planned, actual)] or [0]) or 1
    drawn = tuple(_bar(*one, TOP + STEP * at, WIDE / longest) for at, one in enumerate(timed))
    grades = tuple(
        (clock(one.get("worked")), f"{one.get('passed')} of {one.get('of')} passed")
        for one in _rows(told.get("grades"))
    )
    return Bars(drawn, tuple(_facts(told)), grades, tuple(_given_up(one) for one in _rows(told.get("dropped"))))


def clock(seconds: Any) -> str:
    """Seconds as `2:05`, hours and minutes; a word when there is no number."""
    number = _number(seconds)
    if number is None:
        return "not yet"
    return f"{int(number) // 3600}:{int(number) % 3600 // _MINUTE:02}"


def _seconds(one: dict[str, Any]) -> tuple[float | None, float | None]:
    """Planned and taken; where the plan says nothing of a phase, what the checklist allots to it."""
    planned = _number(one.get("planned"))
    allotted = planned if planned is not None else _number(one.get("allotted"))
    return (None if allotted is None else allotted * _MINUTE), _number(one.get("actual"))


def _bar(phase: str, planned: float | None, actual: float | None, top: int, scale: float) -> Bar:
    return Bar(phase, planned, actual, top, round((planned or 0) * scale), round((actual or 0) * scale))


def _facts(told: dict[str, Any]) -> list[tuple[str, str]]:
    cap, over, paused = (_number(told.get(key)) for key in ("cap", "over", "paused"))
    facts = [("worked", f"{clock(told.get('worked'))} of {clock(cap * _MINUTE)}")] if cap is not None else []
    facts += [("over the time by", clock(over))] if over else []
    facts += [("paused", clock(paused))] if paused else []
    facts.append(("all acceptance calls first passed at", clock(told.get("first_whole"))))
    return [*facts, ("handed in", "yes" if told.get("handed_in") else "not yet")]


def _given_up(one: dict[str, Any]) -> str:
    return f"{one.get('what')} (to complete: {one['how']})" if one.get("how") else str(one.get("what"))


def _rows(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)][:MOST] if isinstance(value, list) else []


def _number(value: Any) -> float | None:
    """A length of time that can be drawn; None for all else."""
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _LARGEST
    return value if fits else None
