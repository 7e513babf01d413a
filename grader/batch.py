"""Several hand-ins: each is graded in a process of its own, some at a time, and one that fails never stops the rest."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from grader.checks.round import Tick
from grader.errors import KitError, unforeseen
from grader.exercise import load
from grader.exits import INTERRUPTED, KIT_FAILED, WRONG_USAGE
from grader.grading.grade import grade, unjudged
from grader.grading.options import Options
from grader.submission.handin import NotJudged, Unreadable, take_in


@dataclass(frozen=True, slots=True)
class Graded:
    """One path as it came out: a grade, or the error that stopped it before one."""

    path: Path
    exit: int
    grade: dict[str, Any] | None = None
    error: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The grade, or the error in the form `error/1`."""
        return self.grade or {"schema": "error/1", "exit": self.exit, "error": self.error}


@dataclass(frozen=True, slots=True)
class Task:
    """What is done to every path."""

    exercise: str
    options: Options
    entry: str | None = None


def grade_path(path: Path, task: Task, tick: Tick | None = None) -> Graded:
    """Grade what lies at `path`; whatever stops it becomes the result. Only an interrupt is raised."""
    try:
        return _graded(path, task, tick)
    except Unreadable as error:
        return Graded(path, WRONG_USAGE, error=str(error))
    except KitError as error:
        return Graded(path, KIT_FAILED, error=str(error))
    except Exception as error:  # noqa: BLE001 - one hand-in never stops the rest, whatever goes wrong in the kit
        return Graded(path, KIT_FAILED, error=unforeseen(error))


def _graded(path: Path, task: Task, tick: Tick | None) -> Graded:
    exercise = load(task.exercise)
    try:
        with take_in(path, exercise, entry=task.entry) as handin:
            made = grade(handin, exercise, task.options, tick)
    except NotJudged as reason:
        sandbox, seed = task.options.sandbox.tier, task.options.seed
        made = unjudged(exercise, path.resolve().name, str(reason), sandbox=sandbox, seed=seed)
    return Graded(path, made.exit, made.to_json())


def grade_all(paths: Sequence[Path], task: Task, jobs: int) -> Iterator[Graded]:
    """Grade several paths, `jobs` at a time; they come out in the order given.

    An interrupt is passed on to those at work, which give what they found; the rest come out as interrupted.
    """
    shared = replace(task.options, cores=max(1, task.options.cores // min(jobs, len(paths) or 1)))
    crew, done = _Crew(paths, replace(task, options=shared)), dict[int, Graded]()
    with _interrupts(crew.stop):
        for n in range(len(paths)):
            while n not in done:
                crew.begin(jobs)
                done.update(crew.finished())
            yield done.pop(n)


class _Crew:
    """The processes at work on some paths, and the paths that wait."""

    def __init__(self, paths: Sequence[Path], task: Task) -> None:
        self.paths, self.task = paths, task
        self.waiting = deque(range(len(paths)))
        self.working: dict[Connection[Graded, Any], tuple[int, BaseProcess]] = {}
        self.stopped = False

    def begin(self, most: int) -> None:
        """Start on the next paths until `most` are at work."""
        resource_tracker.ensure_running()  # started later, it would lift the mask below
        while self.waiting and len(self.working) < most and not self.stopped:
            n = self.waiting.popleft()
            ours, theirs = get_context("spawn").Pipe(duplex=False)
            process = get_context("spawn").Process(target=_work, args=(theirs, self.paths[n], self.task), daemon=True)
            with _held_back():
                process.start()
                self.working[ours] = (n, process)
            theirs.close()

    def finished(self) -> Iterator[tuple[int, Graded]]:
        """Wait until some are done; what came of them, by place. Those that never began are done once stopped."""
        for pipe in wait(list(self.working)):
            assert isinstance(pipe, Connection)
            n, process = self.working.pop(pipe)
            yield n, self._result(pipe, n)
            process.join()
        while self.stopped and self.waiting:
            n = self.waiting.popleft()
            yield n, Graded(self.paths[n], INTERRUPTED, error="interrupted before it was graded")

    def _result(self, pipe: Connection[Graded, Any], n: int) -> Graded:
        with pipe:
            try:
                graded: Graded = pipe.recv()
            except EOFError:
                why = "the process that graded it was lost; grade it again by itself"
                return Graded(self.paths[n], KIT_FAILED, error=why)
            return graded

    def stop(self) -> None:
        """Begin nothing more, and interrupt those at work; the second time, end them."""
        for _, process in self.working.values():
            with suppress(ProcessLookupError):
                os.kill(process.pid or 0, signal.SIGKILL if self.stopped else signal.SIGINT)
        self.stopped = True


def _work(pipe: Connection[Graded, Any], path: Path, task: Task) -> None:
    """What a process of the crew does; in a group of its own, so that Ctrl-C comes through the crew alone."""
    os.setpgid(0, 0)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        graded = grade_path(path, task)
    except KeyboardInterrupt:
        graded = Graded(path, INTERRUPTED, error="interrupted before anything was found")
    with suppress(BrokenPipeError):  # whoever waited for it was ended
        pipe.send(graded)


@contextmanager
def _held_back() -> Iterator[None]:
    """Hold an interrupt back, here until the end and in a process started meanwhile until it is ready for one."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


@contextmanager
def _interrupts(then: Callable[[], None]) -> Iterator[None]:
    """Have an interrupt call `then` instead of breaking in."""
    before = signal.signal(signal.SIGINT, lambda *_: then())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
