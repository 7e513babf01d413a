"""The parts of a report in their order, and which of them a grade fills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Part:
    """A part: its id, which is its template's name too, and its title."""

    id: str
    title: str


PARTS = (
    Part("findings", "Findings"),
    Part("acceptance", "Acceptance calls"),
    Part("walks", "Walks"),
    Part("matrix", "Between tenants"),
    Part("ladder", "Arguments"),
    Part("tests", "Its own tests"),
    Part("declaration", "Declaration"),
    Part("readme", "README"),
    Part("scope", "Scope"),
    Part("rubric", "Rubric"),
    Part("time", "Time"),
    Part("open", "Assumptions"),
    Part("not_judged", "Not judged"),
    Part("questions", "Questions"),
)


def parts(grade: dict[str, Any]) -> list[Part]:
    """The parts that have something to show; a hand-in that was not judged has none."""
    if grade.get("verdict") not in {"ready", "not_ready"}:
        return []
    return [part for part in PARTS if _filled(grade, part.id)]


def calm(grade: dict[str, Any]) -> bool:
    """Whether nothing at all was found: then one screen says so, and the rest is folded."""
    return grade.get("verdict") == "ready" and not grade.get("findings")


def _filled(grade: dict[str, Any], name: str) -> bool:
    match name, grade.get(name):
        case "acceptance", dict() as told:
            return bool(told.get("calls"))
        case (("tests" | "declaration" | "readme"), dict() as told):
            return bool(told) and told.get("judged") is not False
        case _, told:
            return bool(told)
