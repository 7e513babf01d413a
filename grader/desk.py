"""The desk of `takehome grade`: each path is graded, what was found is kept and printed, the exit code is given."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from grader import kept, terminal
from grader.again import ask_again
from grader.batch import Graded, grade_all, grade_path
from grader.errors import KitError, WrongUsage
from grader.exercise import load
from grader.exits import INTERRUPTED, KIT_FAILED, worst
from grader.grading.rubric import levels, read_notes
from grader.outputs import write_all, write_report
from grader.practised import practised
from grader.progress import progress
from grader.report.html import page
from grader.report.table import Entry
from grader.request import Request
from grader.summary import Place, roll, row, summary


def serve(request: Request) -> int:
    """Do what was asked; the exit code. Raises WrongUsage, and KitError when the kit itself cannot go on."""
    request.check()
    try:
        return _served(request)
    except WrongUsage:
        raise
    except KitError as error:
        _leave_word(request, Graded(request.paths[0], KIT_FAILED, error=str(error)))
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
        return ask_again(request, request.case_id)
    graded: list[Graded] = []
    for each in grade_each(request):
        show(each, request, len(graded))
        graded.append(each)
    shown = entries(request, graded)
    write_all(request.outputs, shown)
    if request.as_json:
        terminal.print_json([entry.told for entry in shown] if request.several else shown[0].told)
    elif request.several:
        roll(graded, terminal.console())
    return request.code(worst([each.exit for each in graded]))


def begin(request: Request) -> None:
    """Load what all grading needs, and say when nothing holds the hand-in in. Raises KitError."""
    load(request.exercise)
    if not request.as_json:
        terminal.unboxed(request.task.options.sandbox)


def entries(request: Request, graded: Sequence[Graded]) -> list[Entry]:
    """What is told of each hand-in, and under which name, to those whom it is for."""
    names = request.outputs.names([each.path for each in graded])
    return [Entry(name, request.outputs.told(each, name)) for each, name in zip(graded, names, strict=True)]


def grade_each(request: Request) -> Iterator[Graded]:
    """Each path graded, with a bar for what takes long."""
    out, paths, task = terminal.console(stderr=True), request.paths, request.task
    if not request.several:
        with progress(f"grading {paths[0].resolve().name}", out, then="the rest, and its own tests") as tick:
            one = grade_path(paths[0], task, tick)
        yield practised(_noted(one, request), spoil=request.spoil)
        return
    with progress(f"grading {len(paths)} hand-ins", out) as tick:
        for n, each in enumerate(grade_all(paths, task, request.jobs or os.cpu_count() or 1), 1):
            if tick:
                tick(n, len(paths))
            yield practised(each, spoil=request.spoil)


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
            row(graded, terminal.console(), alias)
        case None:
            terminal.stopped(str(graded.path), str(graded.error))
        case grade:
            here = Place(str(graded.path), str(report) if report else None)
            summary(grade, here, terminal.console())


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
