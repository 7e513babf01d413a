"""What surrounds the code: own tests, declaration, README, scope; none of it touches the behaviour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from grader.checks import declaration, own_tests, readme, scope
from grader.checks.documented import Tried
from grader.checks.evidence import Evidence
from grader.checks.skips import Skip
from grader.exercise import Exercise
from grader.grading.options import Options, exporter, starter
from grader.submission.handin import HandIn

PARTS = ("declaration", "tests", "readme", "scope")
CALLING = ("tests", "scope")


@dataclass
class Surroundings:
    """The grade's sections by name, the rules broken with whether each blocks, and what could not be judged.

    `tried`: a command of the README that does not run the tests, or whether its commands were tried.
    """

    sections: dict[str, Any] = field(default_factory=dict)
    found: list[tuple[Evidence, bool]] = field(default_factory=list)
    not_judged: list[str] = field(default_factory=list)
    interrupted: bool = False
    tried: Tried | bool = False

    def add(self, name: str, section: Any, found: Iterable[tuple[Evidence, bool]]) -> None:
        """Keep one part."""
        self.sections[name] = section
        self.found += found


def surroundings(handin: HandIn, exercise: Exercise, options: Options, *, answers: bool = True) -> Surroundings:
    """Judge each part that `options` names; an interrupt ends it early, and what was found stands.

    Of a hand-in that `answers` no call, what would call it again is left out.
    """
    told = Surroundings()
    if not answers:
        told.not_judged += [f"{name}: its calls get no answer" for name in CALLING if name in options.only]
        options = replace(options, only=tuple(name for name in options.only if name not in CALLING))
    parts: dict[str, Callable[[], None]] = {
        "declaration": lambda: _declaration(told, handin, exercise, options),
        "tests": lambda: _tests(told, handin, exercise, options),
        "readme": lambda: _readme(told, handin),
        "scope": lambda: _scope(told, handin, exercise, options),
    }
    known = {rule.check for rule in exercise.rules.values()}
    try:
        for name in PARTS:
            if name in options.only and name in known:
                parts[name]()
    except KeyboardInterrupt:
        told.interrupted = True
    return told


def _declaration(told: Surroundings, handin: HandIn, exercise: Exercise, options: Options) -> None:
    made = declaration.check(handin, exercise, exporter(handin, options))
    told.add("declaration", made.to_json(), _remarks(made.findings))


def _tests(told: Surroundings, handin: HandIn, exercise: Exercise, options: Options) -> None:
    made = own_tests.judge(
        handin, exercise, own_tests.Options(sandbox=options.sandbox, every=options.every_mutant, jobs=options.cores)
    )
    told.tried = made.documented or bool(made.shown["command"])
    blocking = ((evidence, True) for evidence in made.blocking)
    told.add("tests", made.to_json(), (*blocking, *_remarks(made.remarks)))
    if not made.judged:
        told.not_judged.append(f"tests: {made.shown['why_not']}")


def _readme(told: Surroundings, handin: HandIn) -> None:
    tests = told.sections.get("tests", {})
    skipped = [Skip(each["test"], each["reason"]) for each in tests.get("skipped", ())]
    made = readme.check(handin, skipped=skipped, ran=tests.get("command"), tried=told.tried)
    told.add("readme", made.to_json(), _remarks(made.findings))


def _scope(told: Surroundings, handin: HandIn, exercise: Exercise, options: Options) -> None:
    made = scope.check(handin, exercise, starter(handin, options))
    told.add("scope", made.to_json(), _remarks(made.findings))


def _remarks(found: tuple[Evidence, ...]) -> Iterator[tuple[Evidence, bool]]:
    return ((evidence, False) for evidence in found)
