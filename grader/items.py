"""Cases as pytest items: one a written case, one a kind of generated cases; a failure reads as the grader words it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.call_line import call_line
from grader.checks import isolation, machine
from grader.checks.cases import Case, case_json, written_cases
from grader.checks.round import Failure, Round
from grader.exercise import Exercise
from grader.grading.behaviour import generated_kinds
from grader.submission.text import clean
from grader.values import flat, write_tags

ROUND: pytest.StashKey[Round] = pytest.StashKey()
LANGUAGE: pytest.StashKey[str] = pytest.StashKey()
MOST_SHOWN = 3
NOT_RUN = "not run: too many calls before it got no answer"


class CaseFailedError(Exception):
    """A case that failed, with what is wrong in it."""

    def __init__(self, failures: list[Failure]) -> None:
        super().__init__(failures)
        self.failures = failures


class _Item(pytest.Item):
    """An item that asks through the session's one round."""

    @property
    def told(self) -> Round:
        return self.session.stash[ROUND]

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.nodeid

    @property
    def line(self) -> int:
        """Where it stands in its file, counted from 1."""
        return 1

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, CaseFailedError):
            return super().repr_failure(excinfo, style)
        found = excinfo.value.failures
        more = [f"… and {len(found) - MOST_SHOWN} more"] if len(found) > MOST_SHOWN else []
        return "\n".join([*(line for each in found[:MOST_SHOWN] for line in failure_lines(each)), *more])


class CaseItem(_Item):
    """One written case."""

    def __init__(self, *, case: Case, **more: Any) -> None:
        super().__init__(**more)
        self.case = case

    @property
    def line(self) -> int:
        return int((self.case.source or ":1").rpartition(":")[2])

    def runtest(self) -> None:
        """Ask, and fail where the grade's status of this case is not `passed`."""
        before = len(self.told.failures)
        self.told.run([self.case])
        match self.told.results[-1].status:
            case "passed":
                return
            case "not_run":
                pytest.skip(NOT_RUN)
        raise CaseFailedError(self.told.failures[before:])


class KindItem(_Item):
    """One kind of generated cases."""

    def __init__(self, *, ask: Callable[[Round], None], **more: Any) -> None:
        super().__init__(**more)
        self.ask = ask

    def runtest(self) -> None:
        """Ask them all, and fail when one of them showed something wrong."""
        before, unrun = len(self.told.failures), self._not_run()
        self.ask(self.told)
        if self.told.failures[before:]:
            raise CaseFailedError(self.told.failures[before:])
        if self._not_run() > unrun:
            pytest.skip(NOT_RUN)

    def _not_run(self) -> int:
        return sum(tally["not_run"] for tally in self.told.tally.values())


class CallsFile(pytest.File):
    """A calls file of the exercise, or its probes."""

    exercise: Exercise
    seed: int

    def collect(self) -> Iterator[pytest.Item]:
        if self.path.suffix == ".py":
            yield from self._kinds()
            return
        for case in written_cases(self.exercise, self.session.stash[LANGUAGE], [self.path.stem]):
            at = f"{self.nodeid}:{(case.source or '').rpartition(':')[2]}"
            yield CaseItem.from_parent(self, name=str(case.name), case=case, nodeid=f"{at}::{case.name}")

    def _kinds(self) -> Iterator[pytest.Item]:
        for name, cases in generated_kinds(self.exercise, self.seed).items():
            yield KindItem.from_parent(self, name=name, ask=lambda told, cases=cases: told.run(cases()))
        if self.exercise.paging:
            yield KindItem.from_parent(
                self, name="forged", ask=lambda told: told.any_of(isolation.forgeries(told.asker))
            )
            yield KindItem.from_parent(
                self, name="machine", ask=lambda told: machine.run(self.exercise, told.value, self.seed)
            )


def failure_lines(failure: Failure) -> Iterator[str]:
    """A failure in a few lines: the rules, the call, what is due and what came."""
    reply, due = failure.exchange.reply, write_tags(failure.exchange.due)
    yield f"breaks {', '.join(failure.verdict.all)}"
    yield f"call:  {call_line(case_json(failure.case))}"
    yield f"due:   {flat(due)}"
    yours = flat(write_tags(reply.value)) if reply.kind == "ok" else reply.says
    yield clean(f"yours: {yours}")
