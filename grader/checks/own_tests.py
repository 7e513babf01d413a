"""A hand-in's own tests, judged by running them: on its own code, on correct adapters, and on adapters with one fault.

`judge` gives `OwnTests`. Its JSON is the part `tests` of a grade:
  judged, why_not, command, passed, failed, skipped [{test, reason}], failures [{test, says}],
  cannot_fail, idle, flaky, order_dependent [test], wrong [{test, agrees_with}], over_specified [{test, red_on}]
  acceptance_made, acceptance_whole [id], acceptance_parts {id: [parts of the reply that no test compares]}
  mutants [{id, tier, rule, says, state, killed_by (the first five), killers, call}], survivors first, by tier;
    state: killed, survived, unseeable (nothing on the suite's records shows it), timeout, not_run
  kills {test: [mutant]}, kills_nothing [test], rest_on_one [mutant]
The hand-in's tests, and whatever else they bring, run in copies of their own; no worker ever loads them.
"""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.checks import suite_findings as findings
from grader.checks.agreed import Agreed
from grader.checks.cases import Case
from grader.checks.decided import broken
from grader.checks.documented import Tried, Tries, shown_in
from grader.checks.evidence import Evidence
from grader.checks.matrix import Matrix
from grader.checks.suite_acceptance import acceptance, mark
from grader.checks.suite_findings import Found, named
from grader.checks.suite_section import section, skipped
from grader.checks.suite_turns import OWN, Plan, asked_of_suites, plan
from grader.checks.survivors import calls_made, survivors
from grader.exercise import Exercise
from grader.submission.handin import HandIn
from grader.submission.named_command import named_command
from grader.submission.sandbox import Open, Sandbox
from grader.submission.suite_told import Made, told
from grader.submission.suites import Bench, Suite, suite_of


@dataclass(frozen=True, slots=True)
class Options:
    """How to run the tests: in which box, how many adapters at a time, for how many seconds in all.

    They are judged by `every` mutant, by those named in `only`, else by those with a star. `command` comes before what
    the hand-in names.
    """

    sandbox: Sandbox = field(default_factory=Open)
    jobs: int = field(default_factory=lambda: len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
    seconds: float = 120.0
    every: bool = False
    only: tuple[str, ...] = ()
    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnTests:
    """What was found about the tests; `shown` is the JSON of the module's docstring.

    `documented`: a command of the README that does not run them.
    """

    shown: Mapping[str, Any]
    found: tuple[Found, ...] = ()
    documented: Tried | None = None

    @property
    def judged(self) -> bool:
        """Whether the tests ran and could be judged."""
        return bool(self.shown["judged"])

    @property
    def blocking(self) -> tuple[Evidence, ...]:
        """The findings that keep a hand-in from being ready."""
        return tuple(each.evidence for each in self.found if each.blocking)

    @property
    def remarks(self) -> tuple[Evidence, ...]:
        """The findings that do not."""
        return tuple(each.evidence for each in self.found if not each.blocking)

    def to_json(self) -> dict[str, Any]:
        """The part `tests` of a grade."""
        return dict(self.shown)


def judge(handin: HandIn, exercise: Exercise, options: Options | None = None) -> OwnTests:
    """Find the tests, run them by their own command, and play them on every adapter."""
    options = options or Options()
    suite = suite_of(handin)
    if suite is None:
        return _not_judged(f"this kit cannot run tests in {handin.language.title}")
    named_one = options.command or named_command(handin)
    bench = _bench(handin, exercise, options, named_one)
    tries = Tries(suite, bench, shown_in(handin))
    command = tries.command()
    if isinstance(command, str):
        return _not_judged(command, findings.missing(f"No tests were found: {command}."))
    made = _Trial(exercise, options, suite, bench, command, tries.ran(command)).held()
    return replace(made, documented=tries.documented(command))


def _bench(handin: HandIn, exercise: Exercise, options: Options, command: Sequence[str]) -> Bench:
    function = exercise.function[handin.language.spelling]
    return Bench(handin, options.sandbox, function, tuple(command), {}, options.jobs, options.seconds)


def _not_judged(why: str, found: Sequence[Found] = (), *, command: str | None = None, **more: Any) -> OwnTests:
    return OwnTests({"judged": False, "why_not": why, "command": command, **more}, tuple(found))


@dataclass(frozen=True, slots=True)
class _Trial:
    """A suite that was found: the command that runs it, and how that `ran` once on the hand-in's own code."""

    exercise: Exercise
    options: Options
    suite: Suite
    bench: Bench
    command: list[str]
    ran: Mapping[str, Any]

    @property
    def line(self) -> str:
        """The command as a person types it."""
        return shlex.join(self.command)

    def held(self) -> OwnTests:
        """Play the tests on everything that is planned, and judge them by it."""
        if self.ran["missing"]:
            why = f"`{self.line}` needs what is not installed here: {named(self.ran['missing'])}"
            return _not_judged(why, command=self.line)
        cases = acceptance(self.exercise, self.bench.handin.language)
        marks = {name: mark(self.exercise, self.bench.handin.language, case) for name, case in cases.items()}
        with tempfile.TemporaryDirectory(prefix="takehome-mutants-") as folder:
            planned = self._planned(cases, Path(folder))
            wider = replace(self.bench, adapters=planned.adapters)
            shown = told(self.suite.play(wider, self.command, list(planned.turns), marks))
        made = calls_made(self.exercise, self.bench.handin.language, shown)
        matrix = Matrix(shown, planned, broken(self.exercise, made, shown.stores))
        why = _why_not(matrix)
        return self._unfit(why, matrix) if why else self._judged(matrix, made, marks)

    def _planned(self, cases: Mapping[str, Case], folder: Path) -> Plan:
        """All turns, the mutants planted below `folder`."""
        handin, options = self.bench.handin, self.options
        asked = asked_of_suites(self.exercise, handin.language.name, every=options.every, only=options.only)
        return plan(self.exercise, handin, cases, asked, folder)

    def _unfit(self, why: str, matrix: Matrix) -> OwnTests:
        found = [*findings.of_the_run(self.line, self.ran, matrix)]
        found = found or findings.missing(f"`{self.line}` is no suite to go by: {why}.")
        printed = findings.last_lines(self.ran["printed"])
        return _not_judged(why, found, command=self.line, printed=printed, skipped=skipped(matrix))

    def _judged(self, matrix: Matrix, made: Sequence[Made], marks: Mapping[str, list[Any]]) -> OwnTests:
        exercise, agreed = self.exercise, Agreed.of(matrix, marks)
        left, unseeable = survivors(exercise, self.bench.handin.language, matrix, made)
        asked = len(matrix.plan.mutants) - len(unseeable)
        isolated, walked = findings.is_isolated(exercise, made, matrix.told), findings.is_walked(exercise, made)
        found = [
            *findings.of_the_run(self.line, self.ran, matrix),
            *findings.of_failing(matrix),
            *findings.of_acceptance(agreed, marks, matrix.told),
            *findings.of_survivors(left, asked, isolated=isolated, walked=walked),
        ]
        found.sort(key=lambda each: exercise.rules[each.evidence.rule].place)
        shown = section(matrix, {**self.ran, "command": self.line}, agreed, left, unseeable)
        return OwnTests(shown, tuple(found))


def _why_not(matrix: Matrix) -> str:
    """Why there is nothing to judge, empty when there is."""
    end = matrix.told.turn(OWN).end
    if not matrix.told.collected:
        return "no test was found in it"
    if end != "done":
        return "its tests could not be run to their end" + ("" if end in ("died", "not_run") else f" ({end})")
    return "" if matrix.run else "every test is skipped"
