"""Each mutant of the catalogue is caught under its rule; each rule of behaviour and each acceptance call has one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path

from grader.checks.asking import Asker
from grader.checks.cases import Case, written_cases
from grader.checks.mutants import Mutant, mutants, plant
from grader.checks.round import Result, Round
from grader.errors import KitError
from grader.exercise import BLOCKING, Exercise, load
from grader.grading.blame import Blame
from grader.grading.options import Options, starter
from grader.practice.review.proofs import Proof
from grader.submission.handin import NotJudged, take_in
from grader.vocabulary import Rule

Caught = tuple[list[str], set[str]]
"""The rules found broken, and the acceptance calls that notice."""


def mutant_proofs(exercise: Exercise, language: str) -> Iterator[Proof]:
    """What is proved of the catalogue of a language, as it is found."""
    asked = [mutant for mutant in mutants(exercise, language) if not mutant.open]
    killers: set[str] = set()
    for mutant, (rules, seen) in zip(asked, _all_caught(exercise, language, asked), strict=True):
        killers |= seen
        wrong = "" if mutant.rule in rules else f"found {', '.join(rules) or 'nothing'}"
        yield Proof(f"mutant {mutant.name}, {language}, breaks {mutant.rule}", wrong)
    behaviour = {rule.id for rule in exercise.rules.values() if rule.tier in BLOCKING}
    lacking = sorted(behaviour - {each.rule for each in asked})
    yield Proof(f"each rule of behaviour has its mutant, {language}", ", ".join(lacking))
    thirteen = {str(case.name) for case in written_cases(exercise, language, ["acceptance"])}
    yield Proof(f"each acceptance call sees some mutant, {language}", ", ".join(sorted(thirteen - killers)))


def _all_caught(exercise: Exercise, language: str, asked: list[Mutant]) -> Iterator[Caught]:
    """As many mutants at a time as there are cores, in the order of the catalogue."""
    names = [mutant.name for mutant in asked]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_caught_by_name, repeat(exercise.name), repeat(language), names, chunksize=2)


def _caught_by_name(exercise_name: str, language: str, name: str) -> Caught:
    exercise, known = _catalogue(exercise_name, language)
    return caught_by(exercise, language, known[name])


@cache
def _catalogue(exercise_name: str, language: str) -> tuple[Exercise, dict[str, Mutant]]:
    exercise = load(exercise_name)
    return exercise, {mutant.name: mutant for mutant in mutants(exercise, language)}


def caught_by(exercise: Exercise, language: str, mutant: Mutant) -> Caught:
    """The rules that are found broken by the cases of the mutant's rule, and the acceptance calls that see it."""
    with tempfile.TemporaryDirectory() as folder:
        planted = plant(exercise, language, mutant, Path(folder) / "mutant")
        try:
            with take_in(planted, exercise) as handin, Asker(exercise, starter(handin, Options(timeout=1.0))) as asker:
                return _found(exercise, language, mutant, asker)
        except NotJudged as reason:
            raise KitError(planted, None, f"mutant {mutant.name!r} does not load: {reason}") from reason


def _found(exercise: Exercise, language: str, mutant: Mutant, asker: Asker) -> Caught:
    told = Round(asker)
    told.run(written_cases(exercise, language, ["acceptance"]))
    seen = {str(result.case.name) for result in told.results if _notices(result)}
    rule = exercise.rules[mutant.rule]
    for cases in _narrowing(exercise, language, mutant, rule):
        told.run(cases)
        mine = [failure for failure in told.failures if mutant.rule in failure.verdict.all]
        rules = [shown.rule for shown in Blame(Asker(exercise, asker.start)).all(mine or told.failures, told.passed)]
        if mutant.rule in rules:
            return rules, seen
    return rules, seen


def _notices(result: Result) -> bool:
    return result.status != "passed" or bool(result.exchange and result.exchange.verdict.beside)


def _narrowing(exercise: Exercise, language: str, mutant: Mutant, rule: Rule) -> Iterator[list[Case]]:
    """The cases of a rule: those written for it, then its whole check, then what is made up."""
    written = written_cases(exercise, language)
    yield [case for case in written if case.rule == rule.id and case.check != "acceptance"]
    yield [case for case in written if case.check == rule.check]
    yield [replace(mutant.case, check=rule.check)]
    yield list(exercise.probes.walks(exercise)) if rule.check == "walks" else written
    yield list(exercise.probes.made_up(exercise, 0))
