"""History: the shortest run of earlier calls that brings back a wrong answer which is right when asked alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grader.checks.asking import Asker
from grader.checks.cases import Case, Step
from grader.checks.round import Failure
from grader.exercise import FIXTURE, Rows

Wrong = Callable[[Asker, Case], Failure | None]
MOST = 30
"""So many runs are tried, each in a fresh worker."""


def shortest(asker: Asker, failure: Failure, wrong: Wrong) -> Case:
    """The case with the shortest run found under its steps; the case itself when no run brings the answer back."""
    if failure.walk:
        return failure.case
    search = _Search(asker, failure, wrong)
    run = search.suffix(failure.history[: failure.asked])
    return failure.case if run is None else search.build(search.repeated(len(run)) or search.thinned(run))


class _Search:
    """Tries runs of earlier steps before one failing case, within a budget."""

    def __init__(self, asker: Asker, failure: Failure, wrong: Wrong) -> None:
        self.asker, self.failure, self.wrong, self.left = asker, failure, wrong, MOST

    def suffix(self, earlier: list[tuple[Step, Rows]]) -> list[Step] | None:
        """The last 1, 2, 4, … steps, until the wrong answer is back."""
        steps = [replace(step, store=self._named(rows), edit=(), keep_args=False, due=None) for step, rows in earlier]
        length = 1
        while steps and self.left:
            run = steps[-length:]
            if self.brings_back(run):
                return run
            if length >= len(steps):
                return None
            length *= 2
        return None

    def repeated(self, most: int) -> list[Step] | None:
        """The judged call itself, asked so often before that it goes wrong; None when that is not what does it."""
        last = replace(self.failure.case.steps[-1], store=self._named(self.failure.exchange.rows), due=None)
        if most <= 1 or not self.brings_back([replace(last, times=most)]):
            return None
        low, high = 0, most
        while high - low > 1 and self.left:
            middle = (low + high) // 2
            low, high = (low, middle) if self.brings_back([replace(last, times=middle)]) else (middle, high)
        return [replace(last, times=high)]

    def thinned(self, run: list[Step]) -> list[Step]:
        """The run without the steps it can do without, halves first."""
        chunk = max(1, len(run) // 2)
        while self.left and len(run) > 1:
            n = 0
            while n < len(run) and self.left:
                less = run[:n] + run[n + chunk :]
                if less and self.brings_back(less):
                    run = less
                else:
                    n += chunk
            if chunk == 1:
                return run
            chunk //= 2
        return run

    def brings_back(self, run: list[Step]) -> bool:
        """Whether a fresh worker that was asked this run first gives the wrong answer again."""
        self.left -= 1
        with self.asker.fresh() as fresh:
            return self.wrong(fresh, self.build(run)) is not None

    def build(self, run: list[Step]) -> Case:
        """The failing case behind a run; its own store is handed over anew, as it was."""
        case = self.failure.case
        first = replace(case.steps[0], store=case.store)
        return replace(case, steps=(*run, first, *case.steps[1:]), name=None)

    def _named(self, rows: Rows) -> str | Rows:
        return FIXTURE if rows is self.asker.exercise.store else rows
