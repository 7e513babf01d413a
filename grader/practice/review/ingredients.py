"""What fresh samples of a language are composed of, as the exercise writes it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.checks.mutants import Mutant, mutants
from grader.errors import WrongUsage
from grader.exercise import Exercise
from grader.practice.review.key import ASKED, STEPS
from grader.shapes import TEXT, TEXTS, WORDS, record
from grader.written import read

_LAYOUT = record({"entry": TEXT, "store": TEXT, "tests": TEXT}, {"empty": TEXTS})
_TEST = record({"text": TEXT}, {"not_with": TEXTS})
_SUITE = record({"head": TEXT, "tests": {"type": "array", "items": _TEST}, "of_them": {"type": "integer"}})
_FLAW = record({"mutant": TEXT, "claim": TEXT}, {"call": ASKED, "steps": STEPS, "test": TEXT})
INGREDIENTS = record(
    {
        **dict.fromkeys(("base", "store", "command", "overlay", "says", "survivor_test", "readme", "claim_says"), TEXT),
        "opening": record({"until": TEXT, "text": TEXT}),
        "layouts": {"type": "array", "items": _LAYOUT, "minItems": 1},
        "words": {"type": "array", "items": {"type": "object", "additionalProperties": TEXT}, "minItems": 1},
        "suite": _SUITE,
        "survivor": record({"old": TEXT, "new": TEXT, "within": TEXT}),
        "good": record({"says": TEXT, "at": TEXT, "call": ASKED}),
        "at_most": {"type": "integer", "minimum": 2},
        "apart": {"type": "array", "items": TEXTS},
        "flaws": {"type": "array", "items": _FLAW},
    },
    {"env": WORDS},
)


@dataclass(frozen=True, slots=True)
class Flaw:
    """A mutant that a fresh sample may hold, as the file writes it: what shows it, and a claim that it makes untrue."""

    mutant: Mutant
    row: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The mutant's name."""
        return self.mutant.name


@dataclass(frozen=True, slots=True)
class Ingredients:
    """The whole file, and its flaws in the order of the catalogue, in which their edits are made."""

    data: Mapping[str, Any]
    flaws: tuple[Flaw, ...]

    def go_together(self, flaws: tuple[Flaw, ...]) -> bool:
        """Whether none of these hides another."""
        names = {flaw.name for flaw in flaws}
        return all(len(names & {*group}) < 2 for group in self.data["apart"])  # noqa: PLR2004 - two of a group


def folder(exercise: Exercise) -> Path:
    """Where the ingredients of an exercise lie, a file a language."""
    return exercise.folder / "samples" / "fresh"


def read_ingredients(exercise: Exercise, language: str) -> Ingredients:
    """The ingredients of a language. Raises WrongUsage when there are none."""
    path = folder(exercise) / f"{language}.yaml"
    if not path.is_file():
        known = ", ".join(sorted(each.stem for each in folder(exercise).glob("*.yaml"))) or "none"
        raise WrongUsage(None, None, f"no fresh samples are made in {language!r}; the languages are: {known}")
    written = read(path, INGREDIENTS)
    rows = {row["mutant"]: row for row in written.data["flaws"]}
    known_ones = [mutant for mutant in mutants(exercise, language) if mutant.name in rows]
    missing = rows.keys() - {mutant.name for mutant in known_ones}
    if missing:
        raise written.wrong(f"the catalogue has no mutant called {min(missing)!r}", "flaws")
    return Ingredients(written.data, tuple(Flaw(mutant, rows[mutant.name]) for mutant in known_ones))
