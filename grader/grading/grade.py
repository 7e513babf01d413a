"""The grade of one hand-in: `grade(handin, exercise)` asks, judges and blames, and the result goes to JSON and back."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from grader.checks import isolation
from grader.checks.asking import Asker
from grader.checks.cases import Case, written_cases
from grader.checks.page import NOTHING_BELIEVED
from grader.checks.round import Round
from grader.exercise import BEHAVIOUR, Exercise
from grader.grading import pictures
from grader.grading.blame import Blame
from grader.grading.findings import Finding, finding
from grader.shapes import CHECKS
from grader.submission.handin import HandIn, NotJudged
from grader.submission.sandbox import Open, Sandbox
from grader.submission.worker import Worker

SCHEMA = "grade/1"
TESTS_LATER = "this version of the kit does not run a hand-in's own tests"


@dataclass(frozen=True, slots=True)
class Options:
    """How to grade: which checks, from which seed, with which limits in seconds, in which box."""

    only: tuple[str, ...] = CHECKS
    seed: int = 0
    timeout: float = 2.0
    loading: float = 3.0
    sandbox: Sandbox = field(default_factory=Open)


@dataclass(frozen=True, slots=True)
class Grade:
    """All that was found about one hand-in; `to_json` is the format `grade/1`."""

    exercise: str
    name: str
    language: str | None
    verdict: str
    sandbox: str
    seed: int
    seconds: float
    graded_at: str
    acceptance: dict[str, Any]
    checks: dict[str, dict[str, int]]
    findings: tuple[Finding, ...] = ()
    pictures: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    not_judged: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def exit(self) -> int:
        """The exit code of this grade alone."""
        return 130 if self.interrupted else {"ready": 0, "not_ready": 1, "not_judged": 3}[self.verdict]

    def to_json(self) -> dict[str, Any]:
        """The grade as a JSON object."""
        return {
            "schema": SCHEMA,
            "kit": kit_version(),
            "exercise": self.exercise,
            "name": self.name,
            "language": self.language,
            "verdict": self.verdict,
            "exit": self.exit,
            "graded_at": self.graded_at,
            "seconds": self.seconds,
            "sandbox": self.sandbox,
            "seed": self.seed,
            "acceptance": self.acceptance,
            "checks": self.checks,
            "findings": [each.to_json() for each in self.findings],
            **{key: self.pictures.get(key, []) for key in ("walks", "matrix", "ladder", "open")},
            "tests": {"judged": False, "why_not": TESTS_LATER},
            "not_judged": list(self.not_judged),
        }


def grade(
    handin: HandIn, exercise: Exercise, options: Options | None = None, tick: Callable[[int, int], None] | None = None
) -> Grade:
    """Grade a hand-in that was taken in. Raises NotJudged when it cannot be loaded."""
    options, begun = options or Options(), time.monotonic()
    with Asker(exercise, starter(handin, options), NOTHING_BELIEVED) as asker:
        _must_load(asker)
        told = Round(asker, tick)
        interrupted = _ask_all(told, exercise, handin, options)
        patient = Asker(exercise, starter(handin, options, patience=2))
        shown = [] if interrupted and not told.failures else Blame(patient).all(told.failures, told.passed)
    findings = tuple(finding(exercise, handin, each) for each in shown)
    return Grade(
        exercise=exercise.name,
        name=handin.name,
        language=handin.language.name,
        verdict="not_ready" if any(each.blocking for each in findings) else "ready",
        sandbox=options.sandbox.tier,
        seed=options.seed,
        seconds=_seconds(begun),
        graded_at=now(),
        acceptance=pictures.acceptance(told, exercise),
        checks=_counted(told),
        findings=findings,
        pictures=pictures.all_of(told, exercise),
        not_judged=_left_out(options, handin),
        interrupted=interrupted,
    )


def unjudged(exercise: Exercise, name: str, reason: str, *, sandbox: str = "none", seed: int = 0) -> Grade:
    """The grade of a hand-in that could not be judged, with the one reason."""
    return Grade(
        exercise=exercise.name,
        name=name,
        language=None,
        verdict="not_judged",
        sandbox=sandbox,
        seed=seed,
        seconds=0.0,
        graded_at=now(),
        acceptance={"passed": 0, "of": 0, "calls": []},
        checks={check: _count({}) for check in CHECKS},
        not_judged=(reason,),
    )


def now() -> str:
    """The time of grading; SOURCE_DATE_EPOCH fixes it."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH")
    moment = datetime.fromtimestamp(int(fixed), UTC) if fixed else datetime.now(UTC)
    return moment.isoformat(timespec="seconds")


def kit_version() -> str:
    """The kit's own version."""
    try:
        return version("takehome-kit")
    except PackageNotFoundError:
        return "unknown"


def _seconds(begun: float) -> float:
    return 0.0 if "SOURCE_DATE_EPOCH" in os.environ else round(time.monotonic() - begun, 2)


def starter(handin: HandIn, options: Options, patience: int = 1) -> Callable[[], Worker]:
    """What starts a fresh worker of this hand-in, with `patience` times the limits."""
    return lambda: Worker(
        handin, sandbox=options.sandbox, timeout=options.timeout * patience, loading=options.loading * patience
    )


def _must_load(asker: Asker) -> None:
    loaded = asker.worker.loaded
    if loaded.kind != "ok":
        raise NotJudged(loaded.says)


def _ask_all(told: Round, exercise: Exercise, handin: HandIn, options: Options) -> bool:
    """Ask everything there is to ask; True when the person interrupted it: what was found so far stands."""
    only = [check for check in BEHAVIOUR if check in options.only]
    whole = len(only) == len(BEHAVIOUR)
    cases = written_cases(exercise, handin.language.name, only)
    if any(check != "acceptance" for check in only):
        kinds = generated_kinds(exercise, options.seed).values()
        cases += [case for make in kinds for case in make() if case.check in only]
    told.of = len(cases)
    try:
        told.run(cases)
        if "isolation" in only and exercise.paging:
            told.any_of(isolation.forgeries(told.asker))
        if whole and exercise.paging:
            from grader.checks import machine  # noqa: PLC0415 - Hypothesis takes a while to import

            machine.run(exercise, told.value, options.seed)
    except KeyboardInterrupt:
        return True
    return False


def generated_kinds(exercise: Exercise, seed: int) -> dict[str, Callable[[], Iterable[Case]]]:
    """Every kind of cases that are made rather than written, by name, in the order in which they are asked."""
    probes = exercise.probes
    return {
        "enumerated": lambda: probes.enumerated(exercise),
        "replayed": lambda: isolation.replays(exercise),
        "pages": lambda: probes.pages(exercise),
        "walks": lambda: probes.walks(exercise),
        "made_up": lambda: probes.made_up(exercise, seed),
    }


def _counted(told: Round) -> dict[str, dict[str, int]]:
    return {check: _count(told.tally.get(check, {})) for check in CHECKS}


def _count(tally: Any) -> dict[str, int]:
    passed, not_run, of = tally.get("passed", 0), tally.get("not_run", 0), sum(tally.values())
    return {"passed": passed, "failed": of - passed - not_run, "not_run": not_run, "of": of}


def _left_out(options: Options, handin: HandIn) -> tuple[str, ...]:
    """What this grade does not speak of, in words."""
    unnamed = [check for check in CHECKS if check not in options.only]
    parts = [f"not asked for: {', '.join(unnamed)}"] if unnamed else []
    return (*parts, f"tests: {TESTS_LATER}", *handin.ignored)
