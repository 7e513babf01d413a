"""The desk of `takehome grade`: each path is graded, what was found is kept and printed, the exit code is given."""

from __future__ import annotations

import json
import os
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader import kept, terminal
from grader.batch import Graded, Task, grade_all, grade_path, worst
from grader.checks.cases import read_case
from grader.errors import KitError, WrongUsage
from grader.exercise import Exercise, load
from grader.grading.grade import Options, starter, unjudged
from grader.grading.replay import found, replay
from grader.report.html import page
from grader.submission.handin import HandIn, NotJudged, Unreadable, take_in
from grader.submission.sandbox import Open

CASE_KEYS = ("context", "tool", "args", "store", "before")
"""What every case of a grade states."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for; `several`: the answer is a list, however many paths there are."""

    paths: tuple[Path, ...]
    several: bool
    as_json: bool
    report: Path | None
    open_it: bool
    only: tuple[str, ...]
    case_id: str | None
    source: Path | None
    seed: int
    jobs: int | None
    timeout: float
    entry: str | None
    exit_zero: bool
    exercise: str

    @property
    def task(self) -> Task:
        """What is done to each path."""
        options = Options(only=self.only, seed=self.seed, timeout=self.timeout, sandbox=Open())
        return Task(self.exercise, options, self.entry)


def serve(request: Request) -> int:
    """Do what was asked; the exit code. Raises WrongUsage, and KitError when the exercise itself is wrong."""
    load(request.exercise)
    _check(request)
    if request.case_id:
        return _replay(request, request.case_id)
    graded = []
    for each in _all(request):
        graded.append(each)
        _show(each, request)
    if request.as_json:
        shown = [each.to_json() for each in graded]
        _print(shown if request.several else shown[0])
    elif request.several:
        terminal.roll(graded, terminal.console())
    return _code(worst([each.exit for each in graded]), request)


def _print(value: Any) -> None:
    """The one thing on standard output where JSON was asked for."""
    print(json.dumps(value, ensure_ascii=True))


def _code(code: int, request: Request) -> int:
    return 0 if code == 1 and request.exit_zero else code


def _check(request: Request) -> None:
    """What cannot go together, or could not be written at the end, is said before anything is graded."""
    if request.several and request.report:
        raise WrongUsage(None, None, "--report writes one report; grade one path at a time")
    if request.several and request.case_id:
        raise WrongUsage(None, None, "--case asks one case of one hand-in; name one path")
    if request.source and not request.case_id:
        raise WrongUsage(None, None, "--from goes with --case ID; the ids stand in the grade's findings")
    if request.report and not request.report.absolute().parent.is_dir():
        raise WrongUsage(request.report, None, "the folder for the report is not there; make it first")


def _all(request: Request) -> Iterator[Graded]:
    """Each path graded, with a bar for what takes long."""
    out, paths = terminal.console(stderr=True), request.paths
    if not request.several:
        with terminal.progress(f"grading {paths[0].name}", out) as tick:
            one = grade_path(paths[0], request.task, tick)
        yield one
        return
    with terminal.progress(f"grading {len(paths)} hand-ins", out) as tick:
        for n, each in enumerate(grade_all(paths, request.task, request.jobs or os.cpu_count() or 1), 1):
            if tick:
                tick(n, len(paths))
            yield each


def _show(graded: Graded, request: Request) -> None:
    """Keep the grade and its report, and print the summary where JSON was not asked for."""
    report = None
    if graded.grade:
        report = _written(graded, graded.grade, request)
    if request.open_it and report:
        webbrowser.open(report.resolve().as_uri())
    match graded.grade:
        case _ if request.as_json:
            return
        case _ if request.several:
            terminal.row(graded, terminal.console())
        case None:
            terminal.stopped(str(graded.path), str(graded.error))
        case grade:
            place = terminal.Place(str(graded.path), str(report) if report else None)
            terminal.summary(grade, place, terminal.console())


def _written(graded: Graded, grade: dict[str, Any], request: Request) -> Path | None:
    """The path of the report, written; None when it could only be shown here."""
    html = page(grade)
    try:
        written: Path | None = kept.keep(graded.path, grade, html)
    except OSError as error:
        terminal.error(f"the grade cannot be kept in {kept.folder(graded.path)} ({error.strerror})")
        written = None
    if not request.report:
        return written
    try:
        kept.write(request.report, html)
    except OSError as error:
        terminal.error(f"the report cannot be written to {request.report} ({error.strerror})")
        return written
    return request.report


def _replay(request: Request, case_id: str) -> int:
    """Ask one case again: 0 when it is answered rightly now, 1 when not."""
    path, exercise = request.paths[0], load(request.exercise)
    told = _told(request, exercise, case_id)
    try:
        with take_in(path, exercise, entry=request.entry) as handin:
            _must_load(handin, request.task.options)
            now = replay(handin, exercise, told, request.task.options)
    except Unreadable as error:
        return _stopped(Graded(path, 2, error=str(error)), request)
    except NotJudged as reason:
        return _stopped(Graded(path, 3, unjudged(exercise, path.resolve().name, str(reason)).to_json()), request)
    if request.as_json:
        _print(now or {**told, "status": "passed"})
    else:
        terminal.replayed(told, now, terminal.console())
    return _code(0 if now is None else 1, request)


def _must_load(handin: HandIn, options: Options) -> None:
    """Raises NotJudged when the hand-in cannot be loaded: then nothing was answered, rightly or wrongly."""
    with starter(handin, options)() as worker:
        if worker.loaded.kind != "ok":
            raise NotJudged(worker.loaded.says)


def _stopped(graded: Graded, request: Request) -> int:
    """A case that could not be asked: nothing is kept of it."""
    if request.as_json:
        _print(graded.to_json())
    else:
        terminal.stopped(str(graded.path), graded.error or ", ".join((graded.grade or {})["not_judged"]))
    return graded.exit


def _told(request: Request, exercise: Exercise, case_id: str) -> dict[str, Any]:
    """The finding that is asked again, from the grade named or kept. Raises WrongUsage when there is none such."""
    grade = kept.read(request.source) if request.source else kept.last(request.paths[0])
    if grade.get("exercise") != exercise.name:
        raise WrongUsage(request.source, None, f"holds a grade of another exercise, {grade.get('exercise')!r}")
    try:
        told = found(grade, case_id)
        read_case(
            {key: told["case"][key] for key in CASE_KEYS} | told["case"],
            told["rule"],
            exercise.rules[told["rule"]].check,
        )
    except KitError as error:
        raise WrongUsage(request.source, None, error.message) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise WrongUsage(
            request.source, None, f"the case {case_id!r} cannot be read; grade again to renew it"
        ) from error
    return told
