"""Evidence: one rule about what lies beside the code (declaration, tests, README, scope) that a hand-in breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.values import Value, write_tags


@dataclass(frozen=True, slots=True)
class Evidence:
    """`says` is one sentence for a candidate; `where` is `file:line` in the hand-in, or None when nothing is there.

    `expected` and `actual` are JSON values (tags allowed) that show the difference, None where words are enough.
    """

    rule: str
    says: str
    where: str | None = None
    expected: Value = None
    actual: Value = None

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON object."""
        return {
            "rule": self.rule,
            "says": self.says,
            "where": self.where,
            "expected": write_tags(self.expected),
            "actual": write_tags(self.actual),
        }
