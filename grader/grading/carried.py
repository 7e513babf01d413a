"""What is carried from call to call: the rule that an answer breaks which is right when its call is asked alone."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.cases import NEXT, Case
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


def _speaks_of(exercise: Exercise, case: Case, broken: Sequence[str]) -> bool:
    """Whether the rule of a sequence is about what went wrong: state always, a walk only when pages are wrong."""
    check = exercise.rules[case.rule].check
    return check == "state" or (check == "walks" and all(exercise.rules[rule].check == "walks" for rule in broken))


def _passed_on(exercise: Exercise, case: Case) -> bool:
    """Whether the judged call carries a cursor that an earlier step was given."""
    args, paging = case.call.args, exercise.paging
    return bool(paging and isinstance(args, dict) and args.get(paging.cursor) == NEXT)
