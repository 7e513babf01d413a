"""The grade of one who practises: it is written down, tells of the time, and at first hides the predicted calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grader.batch import Graded
from grader.practice.events import add, grade_made
from grader.practice.predict import unsealed
from grader.practice.section import time_section

LATER = "shown once your predictions are sealed: takehome predict seal"


def practised(graded: Graded, *, spoil: bool) -> Graded:
    """The same grade, with the time where a practice is kept; `spoil` shows the acceptance calls, and is recorded."""
    grade, folder = graded.grade, graded.path
    if not grade or not (folder / ".takehome").is_dir():
        return graded
    grade = {**grade, "time": time_section(folder)}
    if unsealed(folder):
        if spoil:
            add(folder, "spoil")
        else:
            grade = _sealed(grade)
    problem = grade_made(folder, grade)
    noted = [*grade["not_judged"], f"practice: {problem}"] if problem else grade["not_judged"]
    return replace(graded, grade={**grade, "not_judged": noted})


def _sealed(grade: dict[str, Any]) -> dict[str, Any]:
    """The grade without the replies of the acceptance calls: passed or failed only."""
    calls = [{**row, "expected": None, "actual": None, "says": LATER} for row in grade["acceptance"]["calls"]]
    asked = [_call(row) for row in calls]
    findings = [_hidden(each) if each["case"] and _call(each["case"]) in asked else each for each in grade["findings"]]
    return {**grade, "acceptance": {**grade["acceptance"], "calls": calls}, "findings": findings}


def _hidden(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, "expected": None, "actual": None, "says": LATER, "test": ""}


def _call(shown: Mapping[str, Any]) -> list[Any]:
    return [shown["context"], shown["tool"], shown["args"]]
