"""The agreed calls as the matrix shows them: which ones the tests make, and which replies they compare whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.checks.matrix import Matrix
from grader.checks.suite_acceptance import is_made


@dataclass(frozen=True, slots=True)
class Agreed:
    """The acceptance calls that are made, those compared whole, and the parts of the others that no test compares."""

    made: tuple[str, ...]
    whole: tuple[str, ...]
    parts: Mapping[str, list[str]]

    @classmethod
    def of(cls, matrix: Matrix, marks: Mapping[str, list[Any]]) -> Agreed:
        """What the turns with spoiled replies show."""
        calls, stores = matrix.told.made, matrix.told.stores
        made = tuple(name for name, seen in marks.items() if any(is_made(seen, each, stores) for each in calls))
        parts = {
            name: [part for turn, part in matrix.plan.spoiled[name] if matrix.state(turn) != "killed"] for name in made
        }
        return cls(made, tuple(name for name in made if not parts[name]), {n: p for n, p in parts.items() if p})
