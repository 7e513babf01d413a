"""Several hand-ins: each is graded by itself, some at a time, and one that fails never stops the rest."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.errors import KitError
from grader.exercise import load
from grader.grading.grade import Options, grade, unjudged
from grader.submission.handin import NotJudged, Unreadable, take_in

WORST_FIRST = (4, 2, 3, 1, 0)
Tick = Callable[[int, int], None]


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


def grade_path(path: Path, exercise_name: str, options: Options, entry: str | None, tick: Tick | None = None) -> Graded:
    """Grade what lies at `path`; whatever stops it becomes the result."""
    try:
        exercise = load(exercise_name)
        try:
            with take_in(path, exercise, entry=entry) as handin:
                made = grade(handin, exercise, options, tick)
        except NotJudged as reason:
            made = unjudged(exercise, path.name, str(reason), sandbox=options.sandbox.tier, seed=options.seed)
    except Unreadable as error:
        return Graded(path, 2, error=str(error))
    except KitError as error:
        return Graded(path, 4, error=str(error))
    return Graded(path, made.exit, made.to_json())


def grade_all(
    paths: list[Path], exercise_name: str, options: Options, entry: str | None, jobs: int
) -> Iterator[Graded]:
    """Grade several paths, `jobs` at a time, in the order given."""
    if jobs == 1:
        for path in paths:
            yield grade_path(path, exercise_name, options, entry)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(paths)), mp_context=spawn) as pool:
        waiting = [(path, pool.submit(grade_path, path, exercise_name, options, entry)) for path in paths]
        for path, future in waiting:
            error = future.exception()
            yield Graded(path, 4, error=f"the grader was lost: {error}") if error else future.result()


def worst(exits: list[int]) -> int:
    """The exit code of several hand-ins."""
    return 130 if 130 in exits else next((code for code in WORST_FIRST if code in exits), 0)
