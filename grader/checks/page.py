"""A page of a reply: which items stand on it, in which order, where it ends, and the cursor that leads on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.checks.owners import Owners, find
from grader.exercise import Call, Exercise, Paging, Rows
from grader.values import Value


def rules(exercise: Exercise, call: Call, rows: Rows, due: dict[str, Value], value: dict[str, Value]) -> Iterator[str]:
    """The rules that a page breaks; a part is not blamed for what follows from another."""
    paging = exercise.paging
    if paging is None or call.tool != paging.tool:
        return
    there = _ids(value[paging.items], paging)
    wanted = _ids(due[paging.items], paging)
    if there != wanted:
        yield from _item_rules(exercise, call, rows, there, wanted)
    if paging.next in value:
        yield from _next_rules(exercise, call, rows, there, due, value)


def _ids(items: Sequence[Value], paging: Paging) -> list[str]:
    return [item[paging.id] for item in items if isinstance(item, dict) and isinstance(item.get(paging.id), str)]


def _item_rules(exercise: Exercise, call: Call, rows: Rows, there: list[str], wanted: list[str]) -> Iterator[str]:
    misread = exercise.explain(call, rows, there)
    if misread:
        yield misread
        return
    kept_out = list(_kept_out(exercise, call, rows, there))
    yield from kept_out
    if len(set(there)) < len(there):
        yield "walk.once"
    elif there != sorted(there):
        yield "sort.id"
    elif not kept_out:
        yield _selection_rule(there, wanted)


def _kept_out(exercise: Exercise, call: Call, rows: Rows, there: list[str]) -> Iterator[str]:
    """The rules by which items on the page do not belong to the result at all."""
    own = Owners.of(exercise, call, rows).own
    for id_ in there:
        key = find(exercise, own, id_)
        rule = key and exercise.contract.keeps_out(call, key, own[key])
        if rule:
            yield rule


def _selection_rule(there: list[str], wanted: list[str]) -> str:
    """All items belong, in order, once: too many, others than the first, or too few."""
    if len(there) > len(wanted):
        return "page.cut"
    return "page.complete" if set(there) < set(wanted) else "sort.id"


def _next_rules(
    exercise: Exercise, call: Call, rows: Rows, there: list[str], due: dict[str, Value], value: dict[str, Value]
) -> Iterator[str]:
    paging = exercise.paging
    assert paging is not None
    given, owed = value[paging.next], _owed_next(exercise, call, rows, there, due)
    if given == due[paging.next] or given == owed:
        return
    if given is not None and not isinstance(given, str):
        yield "reply.type"
    elif owed is None:
        yield "next.null" if there else "page.empty"
    else:
        yield "next.null" if given is None else "next.id"


def _owed_next(exercise: Exercise, call: Call, rows: Rows, there: list[str], due: dict[str, Value]) -> Value:
    """The cursor that fits the page as it was shown, right or wrong."""
    paging = exercise.paging
    assert paging is not None
    if not there or there == _ids(due[paging.items], paging):
        return due[paging.next]
    after = exercise.due(replace(call, args={**call.args, paging.cursor: there[-1]}), rows)
    return there[-1] if after.get(paging.items) else None
