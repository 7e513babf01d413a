"""Whose data a reply shows: the rows of the caller, the rows of others, and the words by which these are told."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass

from grader.exercise import Call, Exercise, Rows
from grader.values import Tagged, Value

_SHORTEST_TOKEN = 4
"""Shorter texts of others may well stand in an honest reply."""


@dataclass(frozen=True, slots=True)
class Owners:
    """The rows of a store, split by the session that asks; keyed as the store keys them."""

    own: Rows
    foreign: Rows

    @classmethod
    def of(cls, exercise: Exercise, call: Call, rows: Rows) -> Owners:
        """The split for the session of `call`."""
        context = exercise.context(call.context)
        mine = {key: exercise.contract.owns(context, key) for key in rows}
        return cls(
            {key: row for key, row in rows.items() if mine[key]},
            {key: row for key, row in rows.items() if not mine[key]},
        )


def find(exercise: Exercise, rows: Rows, item: Value) -> str | None:
    """The key of the row that an item shows, by its id; None when no row has that id."""
    wanted = item.get(exercise.item.id) if isinstance(item, dict) else item
    for key, row in rows.items():
        if isinstance(row, dict) and isinstance(wanted, str) and row.get(exercise.item.id) == wanted:
            return key
    return None


def is_foreign(exercise: Exercise, owners: Owners, item: Value) -> bool:
    """Whether an item shows a row of somebody else: its text is theirs alone, or, where it has none, its id."""
    if not isinstance(item, dict):
        return False
    text = item.get(exercise.item.text)
    if isinstance(text, str):
        return text in _texts(exercise, owners.foreign) - _texts(exercise, owners.own)
    return find(exercise, owners.own, item) is None and find(exercise, owners.foreign, item) is not None


def _texts(exercise: Exercise, rows: Rows) -> set[str]:
    return {row[exercise.item.text] for row in rows.values() if isinstance(row, dict) and _is_text(row, exercise)}


def _is_text(row: dict[str, Value], exercise: Exercise) -> bool:
    return isinstance(row.get(exercise.item.text), str)


def shown_keys(exercise: Exercise, owners: Owners, shown: Value) -> list[str]:
    """The keys of somebody else's rows whose text stands in `shown`, for a person to see which they are."""
    text = str(shown)
    return [
        key for key, row in owners.foreign.items() if isinstance(row, dict) and str(row.get(exercise.item.text)) in text
    ]


def shows_token(exercise: Exercise, owners: Owners, call: Call, shown: Value) -> bool:
    """Whether a word of somebody else's rows stands anywhere in `shown`, decoded cursors included."""
    tokens = _tokens(exercise, owners, call)
    return bool(tokens) and any(token in text for text in texts(shown) for token in tokens)


def _tokens(exercise: Exercise, owners: Owners, call: Call) -> set[str]:
    known = [text for row in owners.own.values() for text in texts(row)] + list(texts(call.args))
    found = {text for row in owners.foreign.values() for text in _secret(exercise, row)}
    return {token for token in found if len(token) >= _SHORTEST_TOKEN and not any(token in text for text in known)}


def _secret(exercise: Exercise, row: Value) -> Iterator[str]:
    """The texts of a row that nobody else may see: its text, and all that is not public."""
    if isinstance(row, dict):
        for field, value in row.items():
            if field == exercise.item.text or field not in exercise.item.public:
                yield from texts(value)


def texts(value: Value) -> Iterator[str]:
    """Every text inside a value, keys and decoded base64 included."""
    match value:
        case str():
            yield value
            yield from _decoded(value)
        case dict():
            for key, item in value.items():
                yield key
                yield from texts(item)
        case list():
            for item in value:
                yield from texts(item)
        case Tagged():
            yield from texts(value.v)


def _decoded(text: str) -> Iterator[str]:
    if len(text) < 2 * _SHORTEST_TOKEN or " " in text:
        return
    try:
        padded = text.translate(str.maketrans("-_", "+/")) + "=" * (-len(text) % 4)
        yield base64.b64decode(padded, validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return
