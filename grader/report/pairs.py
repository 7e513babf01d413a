"""The cross-tenant matrix as a table: a row for each thing tried, a column for each pair of caller and owner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Pairs:
    """`columns`: (caller, owner); `rows`: what was tried with the matrix entry under each column, or None."""

    columns: tuple[tuple[Any, Any], ...]
    rows: tuple[tuple[Any, tuple[dict[str, Any] | None, ...]], ...]


def pairs(matrix: list[dict[str, Any]]) -> Pairs:
    """The `matrix` of a grade, in the order in which its pairs and its tries first appear."""
    columns = tuple(dict.fromkeys((entry["caller"], entry["owner"]) for entry in matrix))
    tries = tuple(dict.fromkeys(entry["try"] for entry in matrix))
    at = {(entry["try"], entry["caller"], entry["owner"]): entry for entry in matrix}
    return Pairs(columns, tuple((tried, tuple(at.get((tried, *pair)) for pair in columns)) for tried in tries))
