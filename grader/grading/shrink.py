"""Shrinking: a failing case loses steps, arguments, rows and fields for as long as it still breaks its rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.checks.asking import FATAL, Asker, failures
from grader.checks.cases import Case, Step
from grader.exercise import FIXTURE, Exercise, Rows
from grader.grading.carried import carried_rule
from grader.values import Value

MOST = 150
"""So many smaller cases are tried."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The rules that an answer breaks; `refused`: it is a failure where a success is due."""

    rules: tuple[str, ...] = ()
    refused: bool = False


def shrunk(asker: Asker, rule: str, case: Case) -> tuple[str, Case]:
    """The smallest case found that still breaks `rule`, or the rule of the wider scope that a smaller one breaks."""
    breaks = _broken(asker, case)
    if not breaks.rules:
        return rule, case
    case = _as_owed(case)
    budget = MOST
    smaller = _smaller(asker.exercise, case)
    while budget and (candidate := next(smaller, None)):
        budget -= 1
        broken = _broken(asker, candidate)
        kept = _kept(asker.exercise, rule, case, broken)
        if kept and len(broken.rules) <= len(breaks.rules):
            rule, case, breaks, smaller = kept, candidate, broken, _smaller(asker.exercise, candidate)
    return rule, case


def _as_owed(case: Case) -> Case:
    """The case without the replies that were written for it: on another store another is due, as the model says."""
    return replace(case, steps=tuple(replace(step, due=None) for step in case.steps))


def _kept(exercise: Exercise, rule: str, case: Case, broken: Broken) -> str | None:
    """The rule that a smaller case stands for: the same, or another that it shows more plainly.

    What is carried from call to call is named by what the answer shows. A leak that needs less is a wider one; a
    refusal that needs fewer arguments is the refusal of those.
    """
    rules = broken.rules
    if rule in rules or (rules and case.sequence and rule == carried_rule(exercise, case, rules)):
        return rule
    if case.sequence or not rules or exercise.rules[rules[0]].tier != exercise.rules[rule].tier:
        return None
    plainer = broken.refused or (exercise.leaks_scope([rule]) and exercise.leaks_scope(rules))
    return rules[0] if plainer else None


def _broken(asker: Asker, case: Case) -> Broken:
    """What the last step breaks; nothing when it is right, or the worker was lost."""
    ask = asker.alone if case.sequence else asker.ask  # what is carried from try to try would speak for a sequence
    for exchange, verdict in failures(asker.exercise, ask(case)):
        if exchange.reply.kind not in FATAL and exchange.at == len(case.steps) - 1:
            given, due = (_is_failure(asker.exercise, value) for value in (exchange.reply.value, exchange.due))
            return Broken(verdict.all, refused=given and not due)
    return Broken()


def _is_failure(exercise: Exercise, value: Value) -> bool:
    return isinstance(value, dict) and value.get(exercise.reply.ok) is False


def _smaller(exercise: Exercise, case: Case) -> Iterator[Case]:
    yield from _fewer_steps(case)
    yield from _fewer_times(case)
    if case.sequence:
        return
    if case.store != FIXTURE and case.twin is None:
        yield replace(case, store=FIXTURE)
    yield from _fewer_args(exercise, case)
    if isinstance(case.store, dict) and case.twin is None:
        yield from _fewer_rows(case, case.store)
        yield from _fewer_fields(exercise, case, case.store)


def _fewer_steps(case: Case) -> Iterator[Case]:
    """Without one of the steps before, as long as one is left: a single call would be another case."""
    for n in range(len(case.steps) - 1 if len(case.steps) > 2 else 0):  # noqa: PLR2004 - one before, one judged
        if case.steps[n].store is None or n:
            yield replace(case, steps=case.steps[:n] + case.steps[n + 1 :], name=None)


def _fewer_times(case: Case) -> Iterator[Case]:
    last: Step = case.steps[-1]
    for times in (last.times // 2, last.times - last.times // 8, last.times - 1):
        if 1 < times < last.times:
            yield replace(case, steps=(*case.before, replace(last, times=times)), name=None)


def _fewer_args(exercise: Exercise, case: Case) -> Iterator[Case]:
    args = case.call.args
    if isinstance(args, dict):
        for key in args:
            yield _with_args(exercise, case, {other: value for other, value in args.items() if other != key})


def _with_args(exercise: Exercise, case: Case, args: dict[str, Value]) -> Case:
    """The case with other arguments, under the rule that decides their code."""
    call = replace(case.call, args=args)
    step = replace(case.steps[-1], call=call)
    rule = case.rule if case.sequence else exercise.decides(call, exercise.rows(case.store))
    return replace(case, rule=rule, steps=(*case.before, step), name=None)


def _fewer_rows(case: Case, rows: Rows) -> Iterator[Case]:
    keys = list(rows)
    half = len(keys) // 2
    for gone in [keys[:half], keys[half:]] if half > 1 else []:
        yield replace(case, store={key: row for key, row in rows.items() if key not in gone}, name=None)
    for key in keys:
        yield replace(case, store={other: row for other, row in rows.items() if other != key}, name=None)


def _fewer_fields(exercise: Exercise, case: Case, rows: Rows) -> Iterator[Case]:
    for key, row in rows.items():
        for field in row if isinstance(row, dict) else ():
            if field not in exercise.item.public:
                less = {other: value for other, value in row.items() if other != field}
                yield replace(case, store={**rows, key: less}, name=None)
