"""The cross-tenant matrix: for each caller and owner, how much was tried and what came through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Pair:
    """All that one caller tried to reach of one owner: how many tries, and the entries that went wrong."""

    tried: int
    wrong: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """`rows`: each caller with a pair for each of `owners` in order, None where nothing was tried."""

    owners: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Pair | None, ...]], ...]
    wrong: tuple[dict[str, Any], ...]
    fine: tuple[dict[str, Any], ...]


def pairs(matrix: list[dict[str, Any]]) -> Pairs:
    """The `matrix` of a grade, callers and owners sorted, the entries in their own order."""
    callers, owners = ({str(entry[side]) for entry in matrix} for side in ("caller", "owner"))
    rows = tuple(
        (caller, tuple(_pair(matrix, caller, owner) for owner in sorted(owners))) for caller in sorted(callers)
    )
    good = ("passed", "not_run")
    wrong = tuple(entry for entry in matrix if entry["status"] not in good)
    return Pairs(tuple(sorted(owners)), rows, wrong, tuple(entry for entry in matrix if entry["status"] in good))


def _pair(matrix: list[dict[str, Any]], caller: str, owner: str) -> Pair | None:
    here = [entry for entry in matrix if (str(entry["caller"]), str(entry["owner"])) == (caller, owner)]
    tried = [entry for entry in here if entry["status"] != "not_run"]
    return Pair(len(tried), tuple(entry for entry in tried if entry["status"] != "passed")) if tried else None
