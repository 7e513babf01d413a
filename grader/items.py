"""Cases as pytest items: one a written case, one a kind of generated cases; a failure is printed as the grader words it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.checks import isolation, machine
from grader.checks.cases import Case, case_json, written_cases
from grader.checks.round import Failure, Round
from grader.exercise import Exercise
from grader.grading.grade import generated_kinds
from grader.terminal import call_line
from grader.values import write_tags

ROUND: pytest.StashKey[Round] = pytest.StashKey()
LANGUAGE: pytest.StashKey[str] = pytest.StashKey()
MOST_SHOWN = 3


class CaseFailedError(Exception):
    """A case that failed, with what is wrong in it."""

    def __init__(self, failures: list[Failure]) -> None:
        super().__init__(failures)
        self.failures = failures


class _Item(pytest.Item):
    """An item that asks through the session's one round."""

    source: str

    @property
    def told(self) -> Round:
        return self.session.stash[ROUND]

    def reportinfo(self) -> tuple[Path, int, str]:
        line = int(self.source.rpartition(":")[2]) if ":" in self.source else 1
        return self.path, line - 1, self.source

    def asked(self, ask: Callable[[], None]) -> None:
        """Ask, and fail when something was found wrong by it."""
        before, unrun = len(self.told.failures), self._not_run()
        ask()
        found = self.told.failures[before:]
        if found:
            raise CaseFailedError(found)
        if self._not_run() > unrun:
            pytest.skip("not run: too many calls before it got no answer")

    def _not_run(self) -> int:
        return sum(tally["not_run"] for tally in self.told.tally.values())

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
        self.case, self.source = case, case.source or ""

    def runtest(self) -> None:
        self.asked(lambda: self.told.run([self.case]))


class KindItem(_Item):
    """One kind of generated cases."""

    def __init__(self, *, ask: Callable[[Round], None], **more: Any) -> None:
        super().__init__(**more)
        self.ask, self.source = ask, self.name

    def runtest(self) -> None:
        self.asked(lambda: self.ask(self.told))


class CallsFile(pytest.File):
    """A calls file of the exercise, or its probes."""

    exercise: Exercise
    seed: int

    def collect(self) -> Iterator[pytest.Item]:
        if self.path.suffix == ".py":
            yield from self._kinds()
            return
        for case in written_cases(self.exercise, self.session.stash[LANGUAGE], [self.path.stem]):
            yield CaseItem.from_parent(self, name=str(case.name), case=case)

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
    reply = failure.exchange.reply
    yield f"breaks {', '.join(failure.verdict.all)}"
    yield f"call:  {call_line(case_json(failure.case))}"
    yield f"due:   {json.dumps(write_tags(failure.exchange.due), ensure_ascii=False)}"
    yield f"yours: {json.dumps(write_tags(reply.value), ensure_ascii=False) if reply.kind == 'ok' else reply.says}"
