"""The model hand-in: opened once the own tests are green and a whole suite, or earlier, which is noted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.checks.asking import Asker
from grader.checks.cases import written_cases
from grader.errors import WrongUsage
from grader.exercise import Exercise, kit_folder
from grader.grading.options import Options, starter
from grader.practice import moment
from grader.practice.events import Told, add, summary
from grader.submission.handin import NotJudged, take_in


@dataclass(frozen=True, slots=True)
class Shown:
    """A reference: where it lies, its language, and which acceptance calls it answers as due."""

    path: Path
    language: str
    passed: Mapping[str, bool]


def refusal(known: Told, grade: Mapping[str, Any] | None) -> str | None:
    """Why the reference stays closed yet; None when the last grade had a whole, green suite."""
    last = known.last("grade")
    told = last.data if last else summary(grade) if grade else {"suite": None}
    match told["suite"], told.get("suite_lacks", []):
        case "green", []:
            return None
        case "green", [*lacking]:
            which = f"the last grade blocks on {', '.join(map(str, lacking))}"
            return f"your own tests are green, but are no whole suite yet: {which}; mend that and run: takehome grade ."
        case None, _:
            return "no grade is known yet; run: takehome grade ."
        case "red", _:
            return "your own tests were not green in the last grade; mend them and run: takehome grade ."
    return "your own tests were not judged in the last grade; run: takehome grade ."


def references(exercise: Exercise) -> list[Path]:
    """The folders of the model hand-ins."""
    return sorted(path for path in kit_folder("reference", exercise.name).iterdir() if path.is_dir())


def show(exercise: Exercise, language: str | None) -> Shown:
    """Run the acceptance calls on the reference of a language, or the nearest there is. Raises WrongUsage."""
    there = references(exercise)
    path = next((path for path in there if path.name == language), there[0])
    try:
        with take_in(path, exercise) as handin, Asker(exercise, starter(handin, Options())) as asker:
            cases = written_cases(exercise, handin.language.name, ["acceptance"])
            passed = {str(case.name): not asker.ask(case)[-1].verdict.all for case in cases}
            return Shown(path, handin.language.title, passed)
    except NotJudged as reason:
        raise WrongUsage(path, None, f"cannot be run here: {reason}") from reason


def note(folder: Path, *, anyway: bool, now: moment.Now = moment.now) -> None:
    """Record that the reference was opened, and whether before its time."""
    add(folder, "reference", now, anyway=anyway)
