"""The time of a rehearsal as bars: what each phase was planned to take and took, and when it was over.

The grade's section `time`, all in minutes since the start (pauses left out), `null` where a thing did not happen:

    {"minutes": 180, "used": 171.5, "phases": [{"phase": "Plan", "planned": 15, "actual": 17.5}],
     "pauses": [{"at": 60.0, "minutes": 12.0}], "passed_at": 121.0, "handed_in_at": 171.5, "dropped": ["…"]}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

LEFT, WIDE, TOP, STEP = 4, 332, 4, 44  # pixels: before the bars, of the longest bar, above, from phase to phase
MOST = 30  # phases drawn
KNOWN = ("minutes", "used", "phases", "pauses", "passed_at", "handed_in_at", "dropped")


@dataclass(frozen=True, slots=True)
class Bar:
    """A phase: minutes planned and taken (None: not begun), and both in pixels."""

    phase: str
    planned: float | None
    actual: float | None
    top: int
    planned_wide: int
    actual_wide: int

    @property
    def over(self) -> bool:
        return self.planned is not None and self.actual is not None and self.actual > self.planned


@dataclass(frozen=True, slots=True)
class Bars:
    """All phases in order, and the rest of the section in words: `facts` are pairs of a name and what happened."""

    bars: tuple[Bar, ...]
    facts: tuple[tuple[str, str], ...]
    dropped: tuple[str, ...]
    rest: dict[str, Any]

    @property
    def width(self) -> int:
        return LEFT + WIDE

    @property
    def height(self) -> int:
        return TOP + STEP * len(self.bars)


def bars(told: dict[str, Any]) -> Bars:
    """The section `time` of a grade, drawn."""
    phases = [one for one in told.get("phases") or [] if isinstance(one, dict)][:MOST]
    longest = max([_number(one.get(kind)) or 0 for one in phases for kind in ("planned", "actual")] or [0]) or 1
    drawn = tuple(_bar(one, at, WIDE / longest) for at, one in enumerate(phases))
    rest = {key: value for key, value in told.items() if key not in KNOWN}
    return Bars(drawn, tuple(_facts(told)), tuple(str(one) for one in told.get("dropped") or []), rest)


def clock(minutes: Any) -> str:
    """Minutes as `2:05`, hours and minutes; a word when there is no number."""
    number = _number(minutes)
    if number is None:
        return "not reached"
    whole = round(number)
    return f"{'-' if whole < 0 else ''}{abs(whole) // 60}:{abs(whole) % 60:02}"


def _bar(one: dict[str, Any], at: int, scale: float) -> Bar:
    planned, actual = _number(one.get("planned")), _number(one.get("actual"))
    wide = [round((minutes or 0) * scale) for minutes in (planned, actual)]
    return Bar(str(one.get("phase", "")), planned, actual, TOP + STEP * at, wide[0], wide[1])


def _facts(told: dict[str, Any]) -> list[tuple[str, str]]:
    used, cap = _number(told.get("used")), _number(told.get("minutes"))
    facts = [("used", f"{clock(used)} of {clock(cap)}")] if used is not None and cap is not None else []
    if used is not None and cap is not None and used > cap:
        facts.append(("over the time by", clock(used - cap)))
    names = {"passed_at": "all acceptance calls passed first at", "handed_in_at": "handed in at"}
    facts += [(name, clock(told[key])) for key, name in names.items() if key in told]
    pauses = [_number(one.get("minutes")) or 0 for one in told.get("pauses") or [] if isinstance(one, dict)]
    return [*facts, *([("pauses", f"{len(pauses)}, {clock(sum(pauses))} in all")] if pauses else [])]


def _number(value: Any) -> float | None:
    """A number of minutes that can be drawn; None for all else."""
    fits = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 100_000  # noqa: PLR2004 - ten weeks
    return value if fits else None
