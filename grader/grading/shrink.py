"""Shrinking: a failing case loses steps, arguments, rows and fields for as long as it still breaks its rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.checks.asking import FATAL, Asker, failures
from grader.checks.cases import Case, Step
from grader.exercise import FIXTURE, Exercise, Rows

MOST = 150
"""So many smaller cases are tried."""


def shrunk(asker: Asker, rule: str, case: Case) -> tuple[str, Case]:
    """The smallest case found that still breaks `rule`, or the rule of the wider scope that a smaller one breaks."""
    breaks = _broken(asker, case)
    if breaks is None:
        return rule, case
    budget = MOST
    smaller = _smaller(asker.exercise, case)
    while budget and (candidate := next(smaller, None)):
        budget -= 1
        broken = _broken(asker, candidate)
        kept = _kept(asker.exercise, rule, broken) if broken else None
        if kept and broken and len(broken) <= len(breaks):
            rule, case, breaks, smaller = kept, candidate, broken, _smaller(asker.exercise, candidate)
    return rule, case


def _kept(exercise: Exercise, rule: str, broken: tuple[str, ...]) -> str | None:
    """The rule that a smaller case stands for: the same, or another of the same family and the same, worst tier."""
    if rule in broken:
        return rule
    family, tier = rule.partition(".")[0], exercise.rules[rule].tier
    alike = (each for each in broken if each.startswith(f"{family}.") and exercise.rules[each].tier == tier)
    return next(alike, None) if tier == "whose_data" else None


def _broken(asker: Asker, case: Case) -> tuple[str, ...] | None:
    """The rules that the last step breaks; None when it breaks none, or the worker was lost."""
    for exchange, verdict in failures(asker.exercise, asker.ask(case)):
        if exchange.reply.kind in FATAL:
            return None
        if exchange.at == len(case.steps) - 1:
            return verdict.all
    return None


def _smaller(exercise: Exercise, case: Case) -> Iterator[Case]:
    yield from _fewer_steps(case)
    if case.store != FIXTURE and not case.before and case.twin is None:
        yield replace(case, store=FIXTURE)
    yield from _fewer_args(case)
    if isinstance(case.store, dict) and case.twin is None:
        yield from _fewer_rows(case, case.store)
        yield from _fewer_fields(exercise, case, case.store)


def _fewer_steps(case: Case) -> Iterator[Case]:
    for n in range(len(case.steps) - 1):
        rest = case.steps[:n] + case.steps[n + 1 :]
        if case.steps[n].store is None or n:
            yield replace(case, steps=rest, name=None)


def _fewer_args(case: Case) -> Iterator[Case]:
    args = case.call.args
    if isinstance(args, dict):
        for key in args:
            yield _with_last(case, {other: value for other, value in args.items() if other != key})


def _with_last(case: Case, args: dict[str, object]) -> Case:
    last: Step = case.steps[-1]
    step = replace(last, call=replace(last.call, args=args), due=None)
    return replace(case, steps=(*case.before, step), name=None)


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
