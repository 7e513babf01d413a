"""One case of a grade asked again, and what is said of it."""

from __future__ import annotations

from typing import Any

from grader import kept, terminal
from grader.batch import Graded
from grader.checks.cases import read_case
from grader.errors import KitError, WrongUsage
from grader.exercise import Exercise, load
from grader.exits import NOT_JUDGED, NOT_READY, READY, WRONG_USAGE
from grader.grading.behaviour import must_load
from grader.grading.grade import unjudged
from grader.grading.options import starter
from grader.grading.replay import found, replay
from grader.request import Request
from grader.submission.handin import NotJudged, Unreadable, take_in
from grader.summary import replayed

CASE_KEYS = ("context", "tool", "args", "store", "before")
"""What every case of a grade states."""


def ask_again(request: Request, case_id: str) -> int:
    """Ask one case again: 0 when it is answered rightly now, 1 when not."""
    path, exercise = request.paths[0], load(request.exercise)
    told, options = _told(request, exercise, case_id), request.task.options
    try:
        with take_in(path, exercise, entry=request.entry) as handin:
            with starter(handin, options)() as worker:
                must_load(worker)
            now = replay(handin, exercise, told, options)
    except Unreadable as error:
        return _stopped(Graded(path, WRONG_USAGE, error=str(error)), request)
    except NotJudged as reason:
        made = unjudged(exercise, path.resolve().name, str(reason))
        return _stopped(Graded(path, NOT_JUDGED, made.to_json()), request)
    if request.as_json:
        terminal.print_json(now or {**told, "status": "passed"})
    else:
        replayed(told, now, terminal.console(), case_id)
    return request.code(READY if now is None else NOT_READY)


def _stopped(graded: Graded, request: Request) -> int:
    """A case that could not be asked: nothing is kept of it."""
    if request.as_json:
        terminal.print_json(graded.to_json())
    else:
        terminal.stopped(str(graded.path), graded.error or ", ".join((graded.grade or {})["not_judged"]))
    return request.code(graded.exit)


def _told(request: Request, exercise: Exercise, case_id: str) -> dict[str, Any]:
    """The finding that is asked again, from the grade named or kept. Raises WrongUsage when there is none such."""
    grade = kept.read(request.source) if request.source else kept.last(request.paths[0])
    if grade.get("exercise") != exercise.name:
        raise WrongUsage(request.source, None, f"holds a grade of another exercise, {grade.get('exercise')!r}")
    try:
        told = found(grade, case_id)
        _readable(told, exercise)
    except KitError as error:
        raise WrongUsage(request.source, None, error.message) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise WrongUsage(
            request.source, None, f"the case {case_id!r} cannot be read; grade again to renew it"
        ) from error
    return told


def _readable(told: dict[str, Any], exercise: Exercise) -> None:
    """Raises KitError when no call shows the finding, or an error of many kinds when its case was tampered with."""
    if told["case"] is None:
        raise KitError(None, None, f"no call shows {told['id']!r} ({told['rule']}); ask again with: {told['again']}")
    case = {key: told["case"][key] for key in CASE_KEYS} | told["case"]
    read_case(case, told["rule"], exercise.rules[told["rule"]].check)
