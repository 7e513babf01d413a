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
    """The finding of a grade that bears this id, or that shows this acceptance call. Raises KitError without one."""
    findings: dict[str, dict[str, Any]] = {each["id"]: each for each in grade["findings"]}
    if case_id in findings:
        return findings[case_id]
    call = next((each for each in grade["acceptance"]["calls"] if each["id"] == case_id), None)
    if call and call["status"] == "passed":
        raise KitError(
            None, None, f"the acceptance call {case_id} passed in the last grade; there is nothing to ask again"
        )
    shown = _showing(grade["findings"], call) if call else []
    if not shown:
        known = ", ".join(findings) or "none"
        raise KitError(None, None, f"the last grade has no finding {case_id!r} (or no more); its findings are: {known}")
    return shown[0]


def _showing(findings: list[dict[str, Any]], call: dict[str, Any]) -> list[dict[str, Any]]:
    """The findings that an acceptance call shows: first those whose case it is, then those that it breaks, too."""
    alone = {**{key: call[key] for key in ("context", "tool", "args")}, "store": "fixture", "before": []}
    own = [each for each in findings if each["case"] == alone]
    return own or [each for each in findings if each["case"] and call["id"] in each["also"]]


def replay(handin: HandIn, exercise: Exercise, told: dict[str, Any], options: Options) -> dict[str, Any] | None:
    """The finding as it stands now, or None when its rule is kept."""
    rule = told["rule"]
    case = read_case(told["case"], rule, exercise.rules[rule].check)
    with Asker(exercise, starter(handin, options, patience=2)) as asker:
        again = wrong(asker, case)
    if again is None:
        return None
    return finding(exercise, handin, Shown(rule, case, again.exchange, again.walk, ())).to_json()
