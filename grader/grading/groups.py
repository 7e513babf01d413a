"""Failures in groups: by rule, the smallest first, few of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grader.checks.cases import Case, case_json
from grader.checks.round import Failure
from grader.exercise import FIXTURE
from grader.values import canonical

MOST_ALIKE = 3
"""So many failing sequences that break the same rules are asked again."""


def names(group: list[Failure]) -> tuple[str, ...]:
    """The names of the written cases in a group."""
    return tuple(dict.fromkeys(failure.case.name for failure in group if failure.case.name))


def by_rule(found: list[Failure]) -> dict[str, list[Failure]]:
    """The failures of each rule; one that breaks several stands under each."""
    groups: dict[str, list[Failure]] = {}
    for failure in found:
        for rule in failure.verdict.all:
            groups.setdefault(rule, []).append(failure)
    return groups


def apart(group: list[Failure], most: int) -> Iterator[Failure]:
    """The smallest failure, then some spread over the rest, so that one odd case does not speak for all."""
    step = max(1, len(group) // most)
    yield from group[:2]
    yield from group[2::step][: most - 2]


def few_of_a_kind(found: list[Failure]) -> Iterator[Failure]:
    """Not more than some that break the same rules in cases of one rule."""
    kinds: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for failure in found:
        kind = failure.case.rule, failure.verdict.all
        kinds[kind] += 1
        if kinds[kind] <= MOST_ALIKE:
            yield failure


def size(failure: Failure) -> tuple[int, ...]:
    """How much a failure shows at once, then how much there is to read."""
    return (len(failure.verdict.all), *weight(failure.case))


def weight(case: Case) -> tuple[int, int, int, int]:
    """How much a reader must take in: the steps before, rows that are not the fixture's, the call, the whole."""
    rows = 0 if case.store == FIXTURE else len(case.store)
    call = [case.call.tool, case.call.args, case.call.context]
    return (sum(step.times for step in case.before), rows, len(canonical(call)), len(canonical(case_json(case))))
