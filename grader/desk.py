"""The desk of `takehome grade`: each path is graded, what was found is kept and printed, the exit code is given."""

from __future__ import annotations

import json
import os
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader import kept, terminal
from grader.batch import INTERRUPTED, Graded, Task, grade_all, grade_path, worst
from grader.checks.cases import read_case
from grader.errors import KitError, WrongUsage
from grader.exercise import Exercise, load
from grader.grading.grade import Options, starter, unjudged
from grader.grading.replay import found, replay
from grader.grading.rubric import levels, read_notes
from grader.outputs import Outputs, write_all, write_report
from grader.report.html import page
from grader.report.table import Entry
from grader.submission.handin import HandIn, NotJudged, Unreadable, take_in
from grader.submission.tier import choose

AUTO = "auto"
"""The sandbox that there is; when there is none, that is said."""
CASE_KEYS = ("context", "tool", "args", "store", "before")
"""What every case of a grade states."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for; `several`: the answer is a list, however many paths there are."""

    paths: tuple[Path, ...]
    several: bool
    as_json: bool
    outputs: Outputs
    open_it: bool
    only: tuple[str, ...]
    case_id: str | None
    source: Path | None
    seed: int
    jobs: int | None
    timeout: float
    sandbox: str
    entry: str | None
    notes: Path | None
    exit_zero: bool
    exercise: str

    @property
    def task(self) -> Task:
        """What is done to each path. Raises KitError when a sandbox is required and there is none."""
        options = Options(only=self.only, seed=self.seed, timeout=self.timeout, sandbox=choose(self.sandbox))
        return Task(self.exercise, options, self.entry)


def serve(request: Request) -> int:
    """Do what was asked; the exit code. Raises WrongUsage, and KitError when the kit itself cannot go on."""
    check(request)
    try:
        return _served(request)
    except WrongUsage:
        raise
    except KitError as error:
        _leave_word(request, Graded(request.paths[0], 4, error=str(error)))
        raise
    except KeyboardInterrupt:
        _leave_word(request, Graded(request.paths[0], INTERRUPTED, error="interrupted before there was a grade"))
        raise


def _leave_word(request: Request, stopped: Graded) -> None:
    """Write what was asked for although there is no grade: whoever waits for the files learns why."""
    if not request.several:
        write_all(request.outputs, entries(request, [stopped]))


def _served(request: Request) -> int:
    begin(request)
    if request.case_id:
        return _replay(request, request.case_id)
    graded = []
    for each in grade_each(request):
        show(each, request, len(graded))
        graded.append(each)
    shown = entries(request, graded)
    write_all(request.outputs, shown)
    if request.as_json:
        _print([entry.told for entry in shown] if request.several else shown[0].told)
    elif request.several:
        terminal.roll(graded, terminal.console())
    return _code(worst([each.exit for each in graded]), request)


def begin(request: Request) -> None:
    """Load what all grading needs, and say when nothing holds the hand-in in. Raises KitError."""
    load(request.exercise)
    if request.sandbox == AUTO and not request.as_json:
        terminal.unboxed(request.task.options.sandbox)


def entries(request: Request, graded: Sequence[Graded]) -> list[Entry]:
    """What is told of each hand-in, and under which name, to those whom it is for."""
    names = request.outputs.names([each.path for each in graded])
    return [Entry(name, request.outputs.told(each, name)) for each, name in zip(graded, names, strict=True)]


def _print(value: Any) -> None:
    """The one thing on standard output where JSON was asked for."""
    print(json.dumps(value, ensure_ascii=True))


def _code(code: int, request: Request) -> int:
    return 0 if code == 1 and request.exit_zero else code


def check(request: Request) -> None:
    """What cannot go together, or could not be written at the end, is said before anything is graded."""
    request.outputs.check(several=request.several)
    if request.several and request.case_id:
        raise WrongUsage(None, None, "--case asks one case of one hand-in; name one path")
    if request.several and request.notes:
        raise WrongUsage(None, None, "--notes are about one hand-in; name one path")
    if request.case_id and request.outputs.written():
        raise WrongUsage(None, None, "--case asks one case and writes no files; leave the files or --case out")
    if request.source and not request.case_id:
        raise WrongUsage(None, None, "--from goes with --case ID; the ids stand in the grade's findings")
    if request.notes:
        read_notes(request.notes, request.exercise)


def grade_each(request: Request) -> Iterator[Graded]:
    """Each path graded, with a bar for what takes long."""
    out, paths, task = terminal.console(stderr=True), request.paths, request.task
    if not request.several:
        with terminal.progress(f"grading {paths[0].name}", out) as tick:
            one = grade_path(paths[0], task, tick)
        yield _noted(one, request)
        return
    with terminal.progress(f"grading {len(paths)} hand-ins", out) as tick:
        for n, each in enumerate(grade_all(paths, task, request.jobs or os.cpu_count() or 1), 1):
            if tick:
                tick(n, len(paths))
            yield each


def _noted(graded: Graded, request: Request) -> Graded:
    """The same with a person's levels in the rubric, where there are notes."""
    if not request.notes or not graded.grade:
        return graded
    notes = read_notes(request.notes, request.exercise)
    return replace(graded, grade={**graded.grade, "rubric": levels(graded.grade, notes)})


def show(graded: Graded, request: Request, place: int = 0) -> None:
    """Keep the grade and its report, and print the summary where JSON was not asked for; `place`: among the paths."""
    report = keep(graded, request)
    if request.open_it and report:
        webbrowser.open(report.resolve().as_uri())
    match graded.grade:
        case _ if request.as_json:
            return
        case _ if request.several:
            alias = request.outputs.names(request.paths)[place] if request.outputs.anon else None
            terminal.row(graded, terminal.console(), alias)
        case None:
            terminal.stopped(str(graded.path), str(graded.error))
        case grade:
            here = terminal.Place(str(graded.path), str(report) if report else None)
            terminal.summary(grade, here, terminal.console())


def keep(graded: Graded, request: Request) -> Path | None:
    """The path of the report, written; None when there is no grade, or when it could only be shown here."""
    if not graded.grade:
        return None
    try:
        written: Path | None = kept.keep(graded.path, graded.grade, page(graded.grade))
    except OSError as error:
        terminal.error(f"the grade cannot be kept in {kept.folder(graded.path)} ({error.strerror})")
        written = None
    return write_report(request.outputs, entries(request, [graded])[0].told) or written


def _replay(request: Request, case_id: str) -> int:
    """Ask one case again: 0 when it is answered rightly now, 1 when not."""
    path, exercise = request.paths[0], load(request.exercise)
    told, options = _told(request, exercise, case_id), request.task.options
    try:
        with take_in(path, exercise, entry=request.entry) as handin:
            _must_load(handin, options)
            now = replay(handin, exercise, told, options)
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
