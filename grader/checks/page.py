"""A page of a reply: which items stand on it, in which order, where it ends, and the cursor that leads on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.checks.owners import Owners, find
from grader.exercise import Call, Exercise, Rows
from grader.values import Value
from grader.vocabulary import Paging

NOTHING_BELIEVED: frozenset[str] = frozenset()
Believed = frozenset[str] | None
"""The names of the misreadings that a hand-in is believed to have; None: nothing is known yet."""


def rules(
    exercise: Exercise,
    call: Call,
    rows: Rows,
    due: dict[str, Value],
    value: dict[str, Value],
    believed: Believed = None,
) -> Iterator[str]:
    """The rules that a page breaks; a part is not blamed for what follows from another.

    A page that a believed misreading gives (None: any known one) breaks that one's rule.
    """
    paging = exercise.paging
    if paging is None or call.tool != paging.tool:
        return
    there = _ids(value[paging.items], paging)
    wanted = _ids(due[paging.items], paging)
    if len(there) < len(value[paging.items]):  # items without a readable id are blamed for that alone
        there = wanted
    if there != wanted:
        named = misreading(exercise, call, rows, there, believed)
        yield from [named] if named else _item_rules(exercise, call, rows, there, wanted)  # the cursor follows from it
    elif paging.next in value:
        yield from _next_rules(paging, there, due, value)


def misreading(exercise: Exercise, call: Call, rows: Rows, there: list[str], believed: Believed) -> str | None:
    """The rule of the first believed misreading that gives just this page."""
    return next((rule for _, rule, ids in exercise.misread(call, rows, believed) if ids == there), None)


def shown_ids(exercise: Exercise, value: Value) -> list[str] | None:
    """The ids on the page of a reply; None when it shows no page."""
    paging = exercise.paging
    items = value.get(paging.items) if paging and isinstance(value, dict) else None
    return _ids(items, paging) if paging and isinstance(items, list) else None


def _ids(items: Sequence[Value], paging: Paging) -> list[str]:
    return [item[paging.id] for item in items if isinstance(item, dict) and isinstance(item.get(paging.id), str)]


def _item_rules(exercise: Exercise, call: Call, rows: Rows, there: list[str], wanted: list[str]) -> Iterator[str]:
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
    """All items belong, in order, once: too many, or not the first ones."""
    return "page.cut" if set(there) > set(wanted) else "page.complete"


def _next_rules(paging: Paging, there: list[str], due: dict[str, Value], value: dict[str, Value]) -> Iterator[str]:
    """The rules that the cursor of a right page breaks."""
    given, owed = value[paging.next], due[paging.next]
    if given == owed:
        return
    if given is not None and not isinstance(given, str):
        yield "reply.type"
    elif owed is None:
        yield "next.null" if there else "page.empty"
    else:
        yield "next.null" if given is None else "next.id"
