"""What is carried from call to call: the rule that an answer breaks which is right when its call is asked alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from grader.checks.cases import NEXT, Case
from grader.checks.round import Failure
from grader.exercise import Exercise


def carried_rule(exercise: Exercise, case: Case, broken: Sequence[str]) -> str:
    """The rule by what the answer shows: another session's data, data without permission, or only another answer."""
    if exercise.leaks_scope(broken):
        return exercise.known("scope.cursor" if _passed_on(exercise, case) else "scope.session", broken[0])
    guards = {tool.rules["permission"] for tool in exercise.tools.values() if "permission" in tool.rules}
    denied = next((rule for rule in broken if rule in guards), None)
    if denied:
        return denied
    if case.before and _speaks_of(exercise, case, broken):
        return case.rule
    return exercise.known("state.same_answer", next(iter(broken), case.rule))


def with_any_cursor(exercise: Exercise, failure: Failure) -> Case | None:
    """A sequence that hands a cursor on, with the first item's own ID in its place, which no call gave out."""
    case, paging, call = failure.case, exercise.paging, failure.exchange.step.call
    if paging is None or not _passed_on(exercise, case):
        return None
    ids = sorted(str(row[exercise.item.id]) for row in exercise.store.values())
    other = next((each for each in ids if each != call.args[paging.cursor]), None)
    last = replace(case.steps[-1], call=replace(case.call, args={**case.call.args, paging.cursor: other}))
    return None if other is None else replace(case, steps=(*case.before, last))


def _speaks_of(exercise: Exercise, case: Case, broken: Sequence[str]) -> bool:
    """Whether the rule of a sequence is about what went wrong: state always, a walk only when pages are wrong."""
    check = exercise.rules[case.rule].check
    return check == "state" or (check == "walks" and all(exercise.rules[rule].check == "walks" for rule in broken))


def _passed_on(exercise: Exercise, case: Case) -> bool:
    """Whether the judged call carries a cursor that an earlier step was given."""
    args, paging = case.call.args, exercise.paging
    return bool(paging and isinstance(args, dict) and args.get(paging.cursor) == NEXT)
