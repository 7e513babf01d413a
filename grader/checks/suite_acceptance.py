"""The acceptance calls among those that a hand-in's own tests make, and whether the tests compare the replies whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grader.checks.cases import Case, written_cases
from grader.exercise import Exercise
from grader.submission.languages import Language
from grader.submission.suite_told import Made, Rows, Told
from grader.submission.wire import spelt
from grader.values import Value, same

Spoiled = tuple[str, Value]
"""The part of a reply that was changed, and the reply with the change."""
_MORE = "more"


def acceptance(exercise: Exercise, language: Language) -> dict[str, Case]:
    """The acceptance calls by their ids."""
    return {str(case.name): case for case in written_cases(exercise, language.name, ["acceptance"])}


def mark(exercise: Exercise, language: Language, case: Case) -> list[Any]:
    """A call and its records, as the runner of a suite sees them."""
    call = case.call
    context = spelt(dict(exercise.context(call.context)), language)
    return [[call.tool, call.args, context], exercise.rows(case.store)]


def is_made(seen: list[Any], made: Made, stores: Mapping[str, Rows]) -> bool:
    """Whether a test made just this call, on records with just these rows in any order."""
    return same(list(made.call), seen[0]) and made.store in stores and same(stores[made.store], seen[1])


def elsewhere(marks: Mapping[str, list[Any]], missing: Iterable[str], told: Told) -> list[str]:
    """Those of the missing calls that are made on other records than those they were agreed on."""
    return [name for name in missing if any(same(list(made.call), marks[name][0]) for made in told.made)]


# ---- replies with one part changed ----


def spoils(exercise: Exercise, case: Case) -> Iterator[Spoiled]:
    """The due reply of a case with one part changed at a time: a test that compares it whole goes red on each."""
    due = exercise.due(case.call, exercise.rows(case.store))
    tool, words = exercise.tool(case.call), exercise.reply
    if not due[words.ok] or tool is None:
        other = next(code for code in words.codes if code != due[words.code])
        yield words.code, {**due, words.code: other}
    elif tool.one:
        yield from ((field, {**due, tool.key: item}) for field, item in _items(exercise, due[tool.key]))
    else:
        yield from _pages(exercise, tool.key, due)
    yield "a further key", {**due, _MORE: 1}


def _items(exercise: Exercise, item: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    for field in exercise.item.public:
        yield field, {**item, field: f"{item[field]}*"}
    yield "a further field", {**item, _MORE: 1}


def _pages(exercise: Exercise, key: str, due: dict[str, Value]) -> Iterator[Spoiled]:
    """One field of one item at a time, the items taken in turn from the end; the number of items; the next cursor."""
    items = due[key]
    row = next(iter(exercise.store.values()))
    added = {field: row[field] for field in exercise.item.public}
    yield "an item more", {**due, key: [*items, added]}
    if exercise.paging:
        next_ = exercise.paging.next
        yield next_, {**due, next_: added[exercise.item.id] if due[next_] is None else None}
    for n in range(len(exercise.item.public) + 1 if items else 0):
        at = -(n % len(items)) - 1
        field, item = list(_items(exercise, items[at]))[n]
        yield field, {**due, key: [item if each is items[at] else each for each in items]}
