"""One case of a grade asked again: alone, in a fresh worker, judged as before."""

from __future__ import annotations

from typing import Any

from grader.checks.asking import Asker
from grader.checks.cases import read_case
from grader.errors import KitError
from grader.exercise import Exercise
from grader.grading.blame import Shown, wrong
from grader.grading.findings import finding
from grader.grading.options import Options, starter
from grader.submission.handin import HandIn


def found(grade: dict[str, Any], case_id: str) -> dict[str, Any]:
    """The finding of a grade that bears this id. Raises KitError when there is none."""
    findings: dict[str, dict[str, Any]] = {each["id"]: each for each in grade["findings"]}
    if case_id not in findings:
        known = ", ".join(findings) or "none"
        raise KitError(None, None, f"the last grade has no finding {case_id!r} (or no more); its findings are: {known}")
    return findings[case_id]


def replay(handin: HandIn, exercise: Exercise, told: dict[str, Any], options: Options) -> dict[str, Any] | None:
    """The finding as it stands now, or None when its rule is kept."""
    rule = told["rule"]
    case = read_case(told["case"], rule, exercise.rules[rule].check)
    with Asker(exercise, starter(handin, options, patience=2)) as asker:
        again = wrong(asker, case)
    if again is None:
        return None
    return finding(exercise, handin, Shown(rule, case, again.exchange, again.walk, ())).to_json()
