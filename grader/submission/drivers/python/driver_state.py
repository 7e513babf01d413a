"""The records and arguments of a call: built anew each time, watched for changes, and scribbled on when asked."""

import json
import marshal
from collections.abc import Callable
from typing import Any

from driver_values import decode, encode, mark  # type: ignore[import-not-found] # found at run time, beside the driver

ROOM = 300_000
to_json = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
freeze, thaw = marshal.dumps, marshal.loads

Looks = bytes | str
"""All of a value, by exact type and in its order: equal only when nothing was changed."""
Store = tuple[Callable[[], dict[Any, Any]], Looks]
"""How to build records, and what they look like untouched."""


def built(rows: list[list[Any]]) -> Store:
    """How to build a store's records anew, in every part, and what they look like untouched."""

    def build() -> dict[Any, Any]:
        return {key: decode(ticket) for key, ticket in rows}

    records = build()
    try:
        frozen = freeze(records)
    except ValueError:
        return build, snapshot(records)
    return lambda: thaw(frozen), snapshot(records)


def snapshot(value: Any) -> Looks:
    try:
        return freeze(value, 0)  # version 0 writes no references, so the text depends on the value alone
    except ValueError:
        return to_json(encode(value, mark))


def changed(args: Any, records: dict[Any, Any], before: tuple[Looks, Looks]) -> tuple[str, tuple[Looks, Looks]]:
    """The reply's words on args and records, each only when it is not what it was, and what both look like now."""
    now = (snapshot(args), snapshot(records))
    text = f',"args":{_shown(args, mark("more than 300 KB of arguments"))}' if now[0] != before[0] else ""
    if now[1] != before[1]:
        rows = [[key, ticket] for key, ticket in dict.items(records)]
        text += f',"rows":{_shown(rows, [["", mark("more than 300 KB of records")]])}'
    return text, now


def _shown(value: Any, instead: Any) -> str:
    text = to_json(encode(value, mark))
    return text if len(text) <= ROOM else to_json(instead)


def scribble(value: Any, seen: set[int]) -> None:
    """Overwrite every part of a value in place, and add one, so that even an empty shared part shows."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, dict):
        for key, inner in list(dict.items(value)):
            scribble(inner, seen)
            dict.__setitem__(value, key, "scribbled")
        dict.__setitem__(value, "scribbled", "scribbled")
    elif isinstance(value, list):
        for inner in list.copy(value):
            scribble(inner, seen)
        list.__setitem__(value, slice(None), ["scribbled"] * (list.__len__(value) + 1))
    elif isinstance(value, tuple):
        for inner in tuple.__iter__(value):
            scribble(inner, seen)
