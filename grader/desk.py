"""The desk of `takehome grade`: takes a request, grades each path, keeps and prints what was found, gives the exit code."""

from __future__ import annotations

import json
import os
import webbrowser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader import kept, terminal
from grader.batch import Graded, grade_all, grade_path, worst
from grader.errors import KitError
from grader.exercise import load
from grader.grading.grade import Options
from grader.grading.replay import found, replay
from grader.report.html import page
from grader.submission.handin import NotJudged, Unreadable, take_in
from grader.submission.sandbox import Open


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asked for."""

    paths: tuple[Path, ...]
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
    def options(self) -> Options:
        """How to grade."""
        return Options(only=self.only, seed=self.seed, timeout=self.timeout, sandbox=Open())


def serve(request: Request) -> int:
    """Do what was asked; the exit code."""
    load(request.exercise)
    if request.report and len(request.paths) > 1:
        raise KitError(None, None, "--report writes one report; grade one path at a time")
    if request.case_id:
        return _replay(request, request.case_id)
    graded = []
    for each in _all(request):
        graded.append(each)
        _show(each, request)
    if request.as_json:
        shown = [each.to_json() for each in graded]
        print(json.dumps(shown[0] if len(request.paths) == 1 else shown, ensure_ascii=True))
    code = worst([each.exit for each in graded])
    return 0 if code == 1 and request.exit_zero else code


def _all(request: Request) -> Iterator[Graded]:
    """Each path graded, with a bar for what takes long."""
    out = terminal.console(stderr=True)
    if len(request.paths) == 1:
        with terminal.progress(f"grading {request.paths[0].name}", out) as tick:
            one = grade_path(request.paths[0], request.exercise, request.options, request.entry, tick)
        yield one
        return
    with terminal.progress(f"grading {len(request.paths)} hand-ins", out) as tick:
        jobs = request.jobs or os.cpu_count() or 1
        for n, each in enumerate(
            grade_all(list(request.paths), request.exercise, request.options, request.entry, jobs), 1
        ):
            if tick:
                tick(n, len(request.paths))
            yield each


def _show(graded: Graded, request: Request) -> None:
    """Keep the grade and its report, and print the summary where JSON was not asked for."""
    if graded.grade is None:
        if not request.as_json:
            terminal.error(f"{graded.path}: {graded.error}")
        return
    written = _written(graded, request)
    if request.open_it:
        webbrowser.open(written.resolve().as_uri())
    if not request.as_json:
        out = terminal.console()
        terminal.summary(graded.grade, str(written), out)
        if len(request.paths) > 1:
            out.print()


def _written(graded: Graded, request: Request) -> Path:
    """The path of the report, written."""
    assert graded.grade is not None
    html = page(graded.grade)
    written = kept.keep(graded.path, graded.grade, html)
    if request.report:
        try:
            kept.write(request.report, html)
        except OSError as error:
            raise KitError(request.report, None, f"the report cannot be written: {error.strerror}") from error
        return request.report
    return written


def _replay(request: Request, case_id: str) -> int:
    """Ask one case again: 0 when it is answered rightly now, 1 when not."""
    path = request.paths[0]
    exercise = load(request.exercise)
    told = found(kept.read(request.source) if request.source else kept.last(path), case_id)
    try:
        with take_in(path, exercise, entry=request.entry) as handin:
            now = replay(handin, exercise, told, request.options)
    except (NotJudged, Unreadable) as reason:
        terminal.error(f"{path}: {reason}")
        return 3 if isinstance(reason, NotJudged) else 2
    if request.as_json:
        print(json.dumps(now or {**told, "status": "passed"}))
    else:
        terminal.replayed(told, now, terminal.console())
    return 0 if now is None or request.exit_zero else 1
