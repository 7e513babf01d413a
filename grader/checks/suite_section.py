"""The part `tests` of a grade, read off the matrix: a JSON object whose keys `own_tests` lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.checks.agreed import Agreed
from grader.checks.cases import Case, case_json
from grader.checks.matrix import Matrix
from grader.checks.suite_turns import turn_of
from grader.checks.survivors import Survivor
from grader.shapes import TIERS

ORDER = ("survived", "timeout", "not_run", "unseeable", "killed")
_KILLERS = 5


def section(
    matrix: Matrix, ran: Mapping[str, Any], agreed: Agreed, survivors: Sequence[Survivor], unseeable: set[str]
) -> dict[str, Any]:
    """All that is shown of a suite that was judged."""
    return {
        "judged": True,
        "why_not": None,
        "command": ran["command"],
        **_tests(matrix),
        "acceptance_made": list(agreed.made),
        "acceptance_whole": list(agreed.whole),
        "acceptance_parts": dict(agreed.parts),
        "mutants": _mutants(matrix, survivors, unseeable),
        **_kills(matrix),
    }


def skipped(matrix: Matrix) -> list[dict[str, str]]:
    """The skipped tests with their reasons."""
    return [{"test": test, "reason": reason} for test, reason in matrix.skipped.items()]


def _mutants(matrix: Matrix, survivors: Sequence[Survivor], unseeable: set[str]) -> list[dict[str, Any]]:
    cases = {each.mutant.name: each.case for each in survivors}
    rows = [_mutant(matrix, n, cases, unseeable) for n in range(len(matrix.plan.mutants))]
    return sorted(rows, key=lambda row: (ORDER.index(row["state"]), TIERS.index(row["tier"])))


def _mutant(matrix: Matrix, n: int, cases: Mapping[str, Case], unseeable: set[str]) -> dict[str, Any]:
    mutant = matrix.plan.mutants[n]
    killers = matrix.killers(turn_of(mutant))
    return {
        "id": mutant.name,
        "tier": mutant.tier,
        "rule": mutant.rule,
        "says": mutant.says,
        "state": "unseeable" if mutant.name in unseeable else matrix.state(turn_of(mutant)),
        "killed_by": killers[:_KILLERS],
        "killers": len(killers),
        "call": case_json(cases.get(mutant.name, mutant.case)),
    }


def _tests(matrix: Matrix) -> dict[str, Any]:
    return {
        "passed": len([test for test in matrix.run if test not in matrix.failed]),
        "failed": len(matrix.failed),
        "skipped": skipped(matrix),
        "failures": [{"test": test, "says": says} for test, says in matrix.failed.items()],
        "cannot_fail": matrix.cannot_fail,
        "idle": matrix.idle,
        "flaky": matrix.flaky,
        "order_dependent": matrix.ordered,
        "wrong": [{"test": test, "agrees_with": faults} for test, faults in matrix.wrong.items()],
        "over_specified": [{"test": test, "red_on": names} for test, names in matrix.over_specified.items()],
    }


def _kills(matrix: Matrix) -> dict[str, Any]:
    several = len(matrix.kills) > 1  # where there is one test, all that is noticed rests on it
    alone = [each.name for each in matrix.plan.mutants if several and len(matrix.killers(turn_of(each))) == 1]
    return {
        "kills": {test: names for test, names in matrix.kills.items() if names},
        "kills_nothing": [test for test, names in matrix.kills.items() if not names],
        "rest_on_one": alone,
    }
