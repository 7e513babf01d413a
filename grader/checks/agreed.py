"""The agreed calls as the matrix shows them: which ones the tests make, and which replies they compare whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.checks.matrix import Matrix
from grader.checks.suite_acceptance import is_made


@dataclass(frozen=True, slots=True)
class Agreed:
    """The acceptance calls that are made, those compared whole, and the parts of the others that no test compares.

    A part that could not be tried is in neither.
    """

    made: tuple[str, ...]
    whole: tuple[str, ...]
    parts: Mapping[str, list[str]]

    @classmethod
    def of(cls, matrix: Matrix, marks: Mapping[str, list[Any]]) -> Agreed:
        """What the turns with spoiled replies show."""
        calls, stores = matrix.told.made, matrix.told.stores
        made = tuple(name for name, seen in marks.items() if any(is_made(seen, each, stores) for each in calls))
        states = {name: [(part, matrix.state(turn)) for turn, part in matrix.plan.spoiled[name]] for name in made}
        whole = tuple(name for name in made if all(state == "killed" for _, state in states[name]))
        parts = {name: [part for part, state in each if state == "survived"] for name, each in states.items()}
        return cls(made, whole, {name: unseen for name, unseen in parts.items() if unseen})
