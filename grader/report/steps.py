"""What to do next, at most three things: mend what was found, else what would still make a clean hand-in better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grader.report.planted import planted
from grader.report.words import count, listed, spaced
from grader.submission.text import clean

STEPS = 3
_NAMED = 3  # things named in one step; more are counted


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do next. `place`: where its finding stands in the grade; `part`: the part that tells more."""

    text: str
    place: int | None = None
    part: str | None = None


def next_steps(grade: dict[str, Any]) -> list[Step]:
    """At most three things to do next: the rules of the first findings, else what would make it better."""
    if grade.get("verdict") not in {"ready", "not_ready"}:
        return [Step(clean(str(reason))) for reason in grade.get("not_judged") or []][:STEPS]
    return list(islice(_broken(grade), STEPS)) or list(islice(_better(grade), STEPS))


def _broken(grade: dict[str, Any]) -> Iterator[Step]:
    seen = set[str]()
    for place, found in enumerate(grade.get("findings") or []):
        rule = str(found.get("rule"))
        if not found.get("declared") and rule not in seen:
            seen.add(rule)
            yield Step(clean(str(found.get("title", ""))), place)


def _better(grade: dict[str, Any]) -> Iterator[Step]:
    """What is left where nothing is broken, the most telling first."""
    tests = grade.get("tests") or {}
    missed = planted(tests.get("mutants") or []).missed
    if missed:
        worst = missed[0]
        says = clean(str(worst.get("says") or spaced(worst.get("id"))), 160).rstrip(".")
        yield Step(
            f"Write a test for {_faults(len(missed))} that yours do not notice; the worst: {says}.", part="tests"
        )
    if tests.get("judged") is False:
        yield Step(_tests_alone(tests), part="not_judged")
    low = [one for one in grade.get("rubric") or [] if one.get("by") == "machine" and _below(one)]
    if low:
        yield Step(f"Bring to its best what is close: {_names([one.get('title') for one in low])}.", part="rubric")
    opened = grade.get("open") or []
    if opened:
        chosen = [f"{spaced(one.get('place', ''))} ({spaced(one.get('chose', ''))})" for one in opened]
        yield Step(f"Say in the README what you chose where the contract is open: {_names(chosen)}.", part="open")


def _faults(number: int) -> str:
    return count(number, "planted fault")


def _tests_alone(tests: dict[str, Any]) -> str:
    why = clean(str(tests.get("why_not") or ""), 200).rstrip(".")
    return f"Look at its tests yourself: they were not judged{f' ({why})' if why else ''}."


def _below(one: dict[str, Any]) -> bool:
    level, top = one.get("level"), one.get("of")
    return isinstance(level, int) and isinstance(top, int) and level < top


def _names(some: list[Any]) -> str:
    shown = [clean(str(one), 80) for one in some[:_NAMED]]
    return listed([*shown, *([f"{len(some) - _NAMED} more"] if len(some) > _NAMED else [])])
