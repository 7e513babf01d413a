"""What the parts of a review are worth: points, bands and questions, read from the exercise's rubric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.exercise import Exercise, kit_folder
from grader.shapes import TEXT, TIERS, record
from grader.written import read

PARTS = ("shown", "tier", "place", "told", "edit", "test")
_POINTS = {"type": "integer", "minimum": 0}
_BAND = record({"at": _POINTS, "says": TEXT}, {"capped": {"type": "boolean"}})
RUBRIC = record(
    {
        "comment": record(dict.fromkeys(PARTS, _POINTS)),
        "ranking": record({"worst_first": _POINTS, "in_order": _POINTS}),
        "good": _POINTS,
        "false_blocker": _POINTS,
        "bands": {"type": "array", "items": _BAND, "minItems": 1},
        "person": {"type": "array", "items": record({"of": _POINTS, "asks": TEXT})},
        "hints": record(dict.fromkeys(TIERS, TEXT)),
        "worksheet": TEXT,
    }
)


@dataclass(frozen=True, slots=True)
class Marks:
    """The rubric of a review, as it is written."""

    comment: Mapping[str, int]
    ranking: Mapping[str, int]
    good: int
    false_blocker: int
    bands: tuple[Mapping[str, Any], ...]
    person: tuple[Mapping[str, Any], ...]
    hints: Mapping[str, str]
    worksheet: str

    @property
    def whole(self) -> int:
        """What one comment is worth when nothing is missing."""
        return sum(self.comment.values())

    def band(self, points: int, *, capped: bool) -> str:
        """The band of so many points; `capped` when no defect of the worst tier was shown."""
        reached = [band for band in self.bands if points >= band["at"]]
        if capped:
            last = next((n for n, band in enumerate(self.bands) if band.get("capped")), len(self.bands))
            reached = reached[: last + 1]
        return str(reached[-1]["says"])


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a comment as it came out: its points of how many, and why no more."""

    part: str
    points: int
    of: int
    says: str = ""

    def to_json(self) -> dict[str, Any]:
        """The part as the score writes it."""
        return {"part": self.part, "points": self.points, "of": self.of, "says": self.says}


def read_marks(exercise: Exercise) -> Marks:
    """The rubric of the exercise's review."""
    data = read(kit_folder("rubric", exercise.name) / "review.yaml", RUBRIC).data
    return Marks(**{**data, "bands": tuple(data["bands"]), "person": tuple(data["person"])})
