"""The lines between a worker and its driver: requests out, replies in, one JSON object a line.

What comes in is a claim by the hand-in's process: its shape is checked, and what it says is only compared.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from grader.errors import KitError
from grader.submission.languages import Language
from grader.values import TAGS, Tagged, Value

LINE = 1_000_000
"""The longest line that is read, in bytes."""
Rows = dict[str, Value]
MARK = '"$"'


class _Unchanged:
    """The type of UNCHANGED."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNCHANGED"


UNCHANGED: Final = _Unchanged()
"""Stands for arguments that a call left as they were."""


class NotAnAnswer(Exception):  # noqa: N818 - it says what came over the pipe
    """What came is no reply to the request; the message says how."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply as it came: a value, or what was raised, and what the driver says of the call's arguments and records."""

    value: Value = None
    error: str | None = None
    message: str = ""
    at: str | None = None
    args: Value = UNCHANGED
    rows: Rows | None = None
    awaited: str | None = None
    subclass: bool = False


def _refuse(text: str) -> float:
    raise ValueError(text)


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite).decode


def request(known: str, language: Language, parts: Mapping[str, Any]) -> bytes:
    """The line that asks for `parts` under the id `known`. Raises KitError on a value that the language lacks."""
    try:
        body = _encode(parts)
    except (TypeError, ValueError):
        body = MARK  # a tagged value is among them
    if MARK in body:
        body = _encode({key: _tagged(part, language) for key, part in parts.items()})
    return f'{{"id":"{known}",{body[1:]}\n'.encode()


def _tagged(value: Value, language: Language) -> Value:
    match value:
        case Tagged():
            return _tag(value, language)
        case dict() if "$" in value:
            return {"$": "pairs", "v": [[key, _tagged(item, language)] for key, item in value.items()]}
        case dict():
            return {key: _tagged(item, language) for key, item in value.items()}
        case list() | tuple():
            return [_tagged(item, language) for item in value]
        case float() if not math.isfinite(value):
            return {"$": "number", "v": str(value)}
    return value


def _tag(value: Tagged, language: Language) -> Value:
    if value.kind not in language.tags:
        raise KitError(
            None, None, f"{language.title} has no value for the tag {value.kind!r}; leave it out with `only:`"
        )
    parts = {"$": value.kind, "v": _tagged(value.v, language)}
    return parts if value.of is None else {**parts, "of": value.of}


def answer(line: bytes, known: str) -> Answer:
    """The reply that `line` holds to the request `known`. Raises NotAnAnswer when it holds none."""
    try:
        text = line.decode()
        reply = _decode(text)
        if type(reply) is not dict or reply.pop("id", None) != known:
            raise NotAnAnswer("it bears no id of this call")
        return _read(reply, MARK in text)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NotAnAnswer("it is no reply of the protocol") from error


def _read(reply: dict[str, Any], tagged: bool) -> Answer:
    """Read by exact shape: `ok`, or `err` with `msg` and `at`; besides `args`, `rows`, `awaited` and nothing else."""
    if len(reply) == 1 and "ok" in reply and not tagged:
        return Answer(reply["ok"])
    notes = _Notes()
    read = notes.plain if tagged else _as_it_is
    state: dict[str, Any] = {}
    if "args" in reply:
        state["args"] = read(reply.pop("args"))
    if "rows" in reply:
        state["rows"] = {_key(read(key)): read(ticket) for key, ticket in reply.pop("rows")}
    notes.subclass = False
    match reply:
        case {"awaited": "coroutine" | "promise" as awaited}:
            state["awaited"] = awaited
            del reply["awaited"]
    match reply:
        case {"ok": value} if len(reply) == 1:
            value = read(value)
            return Answer(value, subclass=notes.subclass, **state)
        case {"err": str(error), "msg": str(message), "at": str() | None as at} if len(reply) == 3:  # noqa: PLR2004 - the three
            return Answer(error=error, message=message, at=at, **state)
    raise ValueError("neither a value nor an error")


def _as_it_is(value: Value) -> Value:
    return value


def _key(key: Value) -> str:
    return key if type(key) is str else repr(key)


@dataclass(slots=True)
class _Notes:
    """Reads tagged values, and notes whether a subclass was read through its base value."""

    subclass: bool = field(default=False)

    def plain(self, value: Value) -> Value:
        """The value in memory. Raises ValueError on a tag that does not exist."""
        if type(value) is list:
            return [self.plain(item) for item in value]
        if type(value) is not dict:
            return value
        if "$" not in value:
            return {key: self.plain(item) for key, item in value.items()}
        kind, inner = value["$"], self.plain(value.get("v"))
        if kind == "sub":
            self.subclass = True
            return inner
        if kind == "pairs":
            return _object(inner)
        if kind not in TAGS:
            raise ValueError(f"no tag {kind}")
        return Tagged(kind, inner)


def _object(pairs: list[list[Value]]) -> Value:
    """A plain object when all its keys are text; what JSON cannot say stays a list of pairs."""
    if all(type(key) is str for key, _ in pairs):
        return dict(map(tuple, pairs))
    return Tagged("pairs", pairs)


def spelt(context: Value, language: Language) -> Value:
    """A context with its keys spelt as the language does; what is no plain object stays as it is."""
    if language.spelling != "camel" or type(context) is not dict:
        return context
    return {_camel(key): part for key, part in context.items()}


def _camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)
