"""The calls of a suite that the contract decides, and the tests whose calls the hand-in answers otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grader.exercise import Call, Exercise, Rows
from grader.submission.suite_told import Made
from grader.values import Tagged, Value, same


def is_decided(exercise: Exercise, made: Made, rows: Rows) -> bool:
    """Whether the contract decides a call: the session is complete, args are plain, records well formed.

    A tool that the exercise does not know may be one that the test adds to the registry.
    """
    named = next(iter(exercise.contexts.values()))
    context = made.call[2]
    complete = isinstance(context, dict) and context.keys() == named.keys()
    return (
        complete
        and exercise.tool(Call(*made.call)) is not None
        and all(type(context[key]) is type(named[key]) for key in named)
        and _is_plain(made.call[1])
        and all(_is_well_formed(exercise, key, row) for key, row in rows.items())
    )


def _is_plain(value: Value) -> bool:
    """Whether every reader takes a value for the same: nothing that JSON lacks, no whole number written as a float."""
    match value:
        case Tagged():
            return False
        case dict():
            return all(map(_is_plain, value.values()))
        case list():
            return all(map(_is_plain, value))
        case float():
            return not value.is_integer()
    return True


def _is_well_formed(exercise: Exercise, key: str, row: Value) -> bool:
    fields = exercise.item.public
    whole = isinstance(row, dict) and all(type(row.get(field)) is str for field in fields)
    return whole and key.count(":") == 1 and key.endswith(f":{row[exercise.item.id]}")


def broken(exercise: Exercise, made: Iterable[Made], stores: Mapping[str, Rows]) -> frozenset[str]:
    """The tests among whose calls is one that got another reply than the one that is due."""
    return frozenset(_broken(exercise, made, stores))


def _broken(exercise: Exercise, made: Iterable[Made], stores: Mapping[str, Rows]) -> Iterator[str]:
    for each in made:
        rows = stores.get(each.store)
        if rows is None or not is_decided(exercise, each, rows):
            continue
        if not same(each.reply, exercise.due(Call(*each.call), rows)):
            yield each.test
