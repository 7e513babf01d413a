"""The grade of one hand-in: `grade` asks, judges and blames; `Grade.to_json` is the format `grade/1`."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from grader.checks.cases import written_cases
from grader.checks.round import Tick
from grader.exercise import Exercise
from grader.exits import INTERRUPTED, NOT_JUDGED, NOT_READY, READY
from grader.grading import pictures
from grader.grading.behaviour import Behaviour, behaviour
from grader.grading.declared import declared
from grader.grading.findings import Finding, finding, remark
from grader.grading.options import Options
from grader.grading.questions import questions
from grader.grading.rubric import has_rubric, levels
from grader.grading.surroundings import PARTS, Surroundings, surroundings
from grader.shapes import CHECKS
from grader.submission.handin import HandIn

SCHEMA = "grade/1"
NOT_ASKED = "not asked for"
_EXITS = {"ready": READY, "not_ready": NOT_READY, "not_judged": NOT_JUDGED}


@dataclass(frozen=True, slots=True)
class Grade:
    """All that was found about one hand-in; `sections` holds what is drawn and what surrounds the code, by name."""

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
    sections: Mapping[str, Any] = field(default_factory=dict)
    not_judged: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def exit(self) -> int:
        """The exit code of this grade alone."""
        return INTERRUPTED if self.interrupted else _EXITS[self.verdict]

    def to_json(self) -> dict[str, Any]:
        """The grade as a JSON object."""
        shown = {
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
            **{key: self.sections.get(key, []) for key in ("walks", "matrix", "ladder", "open")},
            "tests": self.sections.get("tests", {"judged": False, "why_not": NOT_ASKED}),
            **{key: self.sections.get(key) for key in ("declaration", "readme", "scope", "time")},
            "not_judged": list(self.not_judged),
        }
        rubric = levels(shown) if has_rubric(self.exercise) else []
        return {**shown, "rubric": rubric, "questions": questions(shown)}


def grade(handin: HandIn, exercise: Exercise, options: Options | None = None, tick: Tick | None = None) -> Grade:
    """Grade a hand-in that was taken in. Raises NotJudged when it cannot be loaded."""
    options, begun = options or Options(), time.monotonic()
    asked = behaviour(handin, exercise, options, tick)
    answers = not asked.told.hopeless
    around = Surroundings() if asked.interrupted else surroundings(handin, exercise, options, answers=answers)
    findings = _findings(exercise, handin, asked, around)
    interrupted = asked.interrupted or around.interrupted
    return Grade(
        exercise=exercise.name,
        name=handin.name,
        language=handin.language.name,
        verdict=_verdict(findings, interrupted=interrupted),
        sandbox=options.sandbox.tier,
        seed=options.seed,
        seconds=_seconds(begun),
        graded_at=now(),
        acceptance=pictures.acceptance(asked.told, exercise),
        checks=_counted(exercise, handin, options, asked.told.tally, around),
        findings=findings,
        sections={**pictures.all_of(asked.told, exercise), **around.sections},
        not_judged=_left_out(options, handin, around),
        interrupted=interrupted,
    )


def _findings(exercise: Exercise, handin: HandIn, asked: Behaviour, around: Surroundings) -> tuple[Finding, ...]:
    """Every finding, in the order of the rules."""
    found = [finding(exercise, handin, each) for each in asked.shown]
    found += [remark(exercise, handin, evidence, blocking=blocking) for evidence, blocking in around.found]
    return tuple(declared(each, around.sections) for each in sorted(found, key=lambda each: each.rule.place))


def _verdict(findings: tuple[Finding, ...], *, interrupted: bool) -> str:
    """Nothing blocks: ready; but of a grade that was interrupted nobody knows."""
    if any(each.blocking for each in findings):
        return "not_ready"
    return "not_judged" if interrupted else "ready"


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


def _counted(
    exercise: Exercise, handin: HandIn, options: Options, asked: Mapping[str, Mapping[str, int]], around: Surroundings
) -> dict[str, dict[str, int]]:
    """Cases by check; of what surrounds the code, and of what was not asked for, the rules, if it has its own."""
    tallies = dict(asked)
    for check in CHECKS:
        rules = [rule.id for rule in exercise.rules.values() if rule.check == check]
        if rules and (check in PARTS or check not in options.only):
            tallies[check] = _by_rules(check, rules, around)
        elif check not in options.only:
            tallies[check] = {"not_run": len(written_cases(exercise, handin.language.name, [check]))}
    return {check: _count(tallies.get(check, {})) for check in CHECKS}


def _by_rules(check: str, rules: list[str], around: Surroundings) -> Counter[str]:
    broken = {evidence.rule for evidence, _ in around.found} & set(rules)
    judged = check in around.sections and not any(each.startswith(f"{check}:") for each in around.not_judged)
    return Counter({"failed": len(broken), "passed" if judged else "not_run": len(rules) - len(broken)})


def _count(tally: Mapping[str, int]) -> dict[str, int]:
    passed, not_run, of = tally.get("passed", 0), tally.get("not_run", 0), sum(tally.values())
    return {"passed": passed, "failed": of - passed - not_run, "not_run": not_run, "of": of}


def _left_out(options: Options, handin: HandIn, around: Surroundings) -> tuple[str, ...]:
    """What this grade does not speak of, in words."""
    unnamed = [check for check in CHECKS if check not in options.only]
    parts = [f"{NOT_ASKED}: {', '.join(unnamed)}"] if unnamed else []
    return (*parts, *around.not_judged, *(f"ignored: {each}" for each in handin.ignored))
