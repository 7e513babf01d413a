"""The mutants that a suite does not notice, each with a case on the suite's own records that would show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.checks.cases import Case
from grader.checks.matrix import Matrix
from grader.checks.mutants import Mutant
from grader.checks.suite_turns import turn_of
from grader.checks.telling import grounds, telling
from grader.exercise import Call, Exercise
from grader.shapes import TIERS
from grader.submission.languages import Language
from grader.submission.suite_told import Made, Told
from grader.submission.wire import spelt


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that no test notices, and the case that would show it."""

    mutant: Mutant
    case: Case


def calls_made(exercise: Exercise, language: Language, shown: Told) -> list[Made]:
    """The calls that the tests make, their contexts spelt as the exercise does."""
    keys = {key for context in exercise.contexts.values() for key in context}
    back = {next(iter(spelt({key: None}, language))): key for key in keys}
    return [Made(each.test, _respelt(each.call, back), each.store, each.reply) for each in shown.made]


def _respelt(call: tuple[Any, Any, Any], back: Mapping[str, str]) -> tuple[Any, Any, Any]:
    context = call[2]
    if isinstance(context, dict):
        context = {back.get(key, key): value for key, value in context.items()}
    return call[0], call[1], context


def survivors(
    exercise: Exercise, language: Language, matrix: Matrix, made: Sequence[Made]
) -> tuple[list[Survivor], set[str]]:
    """The mutants that survived, worst first, and those that nothing on the suite's records could have told."""
    left = [each for each in matrix.plan.mutants if matrix.state(turn_of(each)) == "survived"]
    stores = matrix.told.stores
    calls = [(Call(*each.call), stores[each.store]) for each in made if each.store in stores]
    on = grounds(exercise, stores.values(), calls)
    cases = {each.name: telling(exercise, language.name, each, on) for each in left}
    seen = [Survivor(each, case) for each in left if (case := cases[each.name]) is not None]
    unseeable = {name for name, case in cases.items() if case is None}
    return sorted(seen, key=lambda each: TIERS.index(each.mutant.tier)), unseeable
