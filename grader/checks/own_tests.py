"""A hand-in's own tests, judged by running them: on its own code, on correct adapters, and on adapters with one fault.

`judge` gives `OwnTests`. Its JSON is the part `tests` of a grade:
  judged, why_not, command, seconds, passed, failed, skipped [{test, reason}], failures [{test, says}],
  cannot_fail, idle, flaky, order_dependent, wrong [{test, agrees_with}], over_specified [{test, red_on}]: names of tests
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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.checks import suite_findings as findings
from grader.checks.cases import Case, case_json
from grader.checks.evidence import Evidence
from grader.checks.matrix import Matrix
from grader.checks.suite_acceptance import acceptance, is_made, mark
from grader.checks.suite_findings import Found, Survivor, named
from grader.checks.suite_turns import asked_of_suites, plan, turn_of
from grader.checks.telling import grounds, telling
from grader.exercise import Call, Exercise
from grader.shapes import TIERS
from grader.submission.handin import HandIn
from grader.submission.sandbox import Open, Sandbox
from grader.submission.suite_told import Made, told
from grader.submission.suites import Bench, Suite, suite_of
from grader.submission.test_command import named_command
from grader.submission.wire import spelt

ORDER = ("survived", "timeout", "not_run", "unseeable", "killed")
_KILLERS = 5


@dataclass(frozen=True, slots=True)
class Options:
    """How to run the tests: in which box, how many adapters at a time, for how many seconds in all.

    They are judged by `every` mutant, by those named in `only`, else by those with a star. `command` comes before what the
    hand-in names.
    """

    sandbox: Sandbox = field(default_factory=Open)
    jobs: int = field(default_factory=lambda: len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
    seconds: float = 120.0
    every: bool = False
    only: tuple[str, ...] = ()
    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnTests:
    """What was found about the tests. `shown` is the JSON of the module's docstring; `why_not`: they were not judged."""

    shown: Mapping[str, Any]
    found: tuple[Found, ...] = ()

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
    command = suite.find(bench)
    if isinstance(command, str):
        return _not_judged(command, findings.missing(f"No tests were found: {command}."))
    ran = suite.run(bench, command)
    line = shlex.join(command)
    if ran["missing"]:
        return _not_judged(f"`{line}` needs what is not installed here: {named(ran['missing'])}", command=line)
    with tempfile.TemporaryDirectory(prefix="takehome-mutants-") as folder:
        return _played(suite, bench, exercise, options, command, ran, Path(folder))


def _bench(handin: HandIn, exercise: Exercise, options: Options, command: Sequence[str]) -> Bench:
    function = exercise.function[handin.language.spelling]
    return Bench(handin, options.sandbox, function, tuple(command), {}, options.jobs, options.seconds)


def _not_judged(why: str, found: Sequence[Found] = (), *, command: str | None = None, **more: Any) -> OwnTests:
    return OwnTests({"judged": False, "why_not": why, "command": command, **more}, tuple(found))


def _played(
    suite: Suite,
    bench: Bench,
    exercise: Exercise,
    options: Options,
    command: list[str],
    ran: Mapping[str, Any],
    folder: Path,
) -> OwnTests:
    handin, line = bench.handin, shlex.join(command)
    cases = acceptance(exercise, handin.language)
    asked = asked_of_suites(exercise, handin.language.name, every=options.every, only=options.only)
    planned = plan(exercise, handin, cases, asked, folder)
    marks = {name: mark(exercise, handin.language, case) for name, case in cases.items()}
    wider = Bench(handin, bench.sandbox, bench.function, bench.named, planned.adapters, bench.jobs, bench.seconds)
    matrix = Matrix(told(suite.play(wider, command, list(planned.turns), marks)), planned)
    found = [*findings.of_the_run(line, ran, matrix)]
    if not matrix.run:
        shown = {"printed": findings.last_lines(ran["printed"]), "skipped": _skipped(matrix)}
        return _not_judged("no test ran", found or findings.missing("No test ran."), command=line, **shown)
    return _judged(exercise, handin, matrix, marks, {**ran, "command": line}, found)


def _judged(
    exercise: Exercise,
    handin: HandIn,
    matrix: Matrix,
    marks: Mapping[str, list[Any]],
    ran: Mapping[str, Any],
    found: list[Found],
) -> OwnTests:
    agreed = Agreed.of(matrix, marks)
    made = _made(exercise, handin, matrix)
    survivors, unseeable = _survivors(exercise, handin, matrix, made)
    asked = len(matrix.plan.mutants) - len(unseeable)
    found += findings.of_failing(matrix)
    found += findings.of_acceptance(agreed.made, agreed.whole, agreed.parts, marks, matrix.told)
    found += findings.of_survivors(
        survivors,
        asked,
        isolated=findings.is_isolated(exercise, made, matrix.told),
        walked=findings.is_walked(exercise, made),
    )
    shown = {
        "judged": True,
        "why_not": None,
        "command": ran["command"],
        "seconds": ran["seconds"],
        **_tests(matrix),
        "acceptance_made": list(agreed.made),
        "acceptance_whole": list(agreed.whole),
        "acceptance_parts": dict(agreed.parts),
        "mutants": _mutants(matrix, survivors, unseeable),
        **_kills(matrix),
    }
    return OwnTests(shown, tuple(sorted(found, key=lambda each: exercise.rules[each.evidence.rule].place)))


# ---- the agreed calls ----


@dataclass(frozen=True, slots=True)
class Agreed:
    """The acceptance calls that are made, those compared whole, and the parts that nobody compares."""

    made: tuple[str, ...]
    whole: tuple[str, ...]
    parts: Mapping[str, list[str]]

    @classmethod
    def of(cls, matrix: Matrix, marks: Mapping[str, list[Any]]) -> Agreed:
        """What the turns with spoiled replies show."""
        calls, stores = matrix.told.made, matrix.told.stores
        made = tuple(name for name, seen in marks.items() if any(is_made(seen, each, stores) for each in calls))
        parts = {
            name: [part for turn, part in matrix.plan.spoiled[name] if matrix.state(turn) != "killed"] for name in made
        }
        return cls(made, tuple(name for name in made if not parts[name]), {n: p for n, p in parts.items() if p})


# ---- the mutants ----


def _made(exercise: Exercise, handin: HandIn, matrix: Matrix) -> list[Made]:
    """The calls that the tests make, their contexts spelt as the exercise does."""
    keys = {key for context in exercise.contexts.values() for key in context}
    back = {next(iter(spelt({key: None}, handin.language))): key for key in keys}
    return [Made(each.test, _respelt(each.call, back), each.store, each.reply) for each in matrix.told.made]


def _respelt(call: tuple[Any, Any, Any], back: Mapping[str, str]) -> tuple[Any, Any, Any]:
    context = call[2]
    if isinstance(context, dict):
        context = {back.get(key, key): value for key, value in context.items()}
    return call[0], call[1], context


def _survivors(
    exercise: Exercise, handin: HandIn, matrix: Matrix, made: Sequence[Made]
) -> tuple[list[Survivor], set[str]]:
    """The mutants that survived, worst first, and those that nothing on the suite's records could have told."""
    left = [each for each in matrix.plan.mutants if matrix.state(turn_of(each)) == "survived"]
    stores = matrix.told.stores
    calls = [(Call(*each.call), stores[each.store]) for each in made if each.store in stores]
    on = grounds(exercise, stores.values(), calls)
    cases = {each.name: telling(exercise, handin.language.name, each, on) for each in left}
    seen = [Survivor(each, case) for each in left if (case := cases[each.name]) is not None]
    unseeable = {name for name, case in cases.items() if case is None}
    return sorted(seen, key=lambda each: TIERS.index(each.mutant.tier)), unseeable


def _mutants(matrix: Matrix, survivors: Sequence[Survivor], unseeable: set[str]) -> list[dict[str, Any]]:
    cases = {each.mutant.name: each.case for each in survivors}
    rows = [_mutant(matrix, n, cases, unseeable) for n in range(len(matrix.plan.mutants))]
    return sorted(rows, key=lambda row: (ORDER.index(row["state"]), TIERS.index(row["tier"])))


def _mutant(matrix: Matrix, n: int, cases: Mapping[str, Case], unseeable: set[str]) -> dict[str, Any]:
    mutant = matrix.plan.mutants[n]
    killers = matrix.killers(turn_of(mutant))
    return {
        "id": mutant.name,
        "tier": mutant.tier,
        "rule": mutant.rule,
        "says": mutant.says,
        "state": "unseeable" if mutant.name in unseeable else matrix.state(turn_of(mutant)),
        "killed_by": killers[:_KILLERS],
        "killers": len(killers),
        "call": case_json(cases.get(mutant.name, mutant.case)),
    }


# ---- the tests ----


def _tests(matrix: Matrix) -> dict[str, Any]:
    return {
        "passed": len([test for test in matrix.run if test not in matrix.failed]),
        "failed": len(matrix.failed),
        "skipped": _skipped(matrix),
        "failures": [{"test": test, "says": says} for test, says in matrix.failed.items()],
        "cannot_fail": matrix.cannot_fail,
        "idle": matrix.idle,
        "flaky": matrix.flaky,
        "order_dependent": matrix.ordered,
        "wrong": [{"test": test, "agrees_with": faults} for test, faults in matrix.wrong.items()],
        "over_specified": [{"test": test, "red_on": names} for test, names in matrix.over_specified.items()],
    }


def _skipped(matrix: Matrix) -> list[dict[str, str]]:
    return [{"test": test, "reason": reason} for test, reason in matrix.skipped.items()]


def _kills(matrix: Matrix) -> dict[str, Any]:
    alone = [each.name for each in matrix.plan.mutants if len(matrix.killers(turn_of(each))) == 1]
    return {
        "kills": {test: names for test, names in matrix.kills.items() if names},
        "kills_nothing": [test for test, names in matrix.kills.items() if not names],
        "rest_on_one": alone,
    }
