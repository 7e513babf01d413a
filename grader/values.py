"""The values that calls and replies are made of: JSON, and tagged stand-ins for what JSON lacks.

Three forms of one value. In memory: None, bool, int, float, str, list, dict with text keys, and `Tagged` for the rest.
In a calls file: `{$: tuple, v: [1]}`, plus the short forms `nan`, `inf`, `repeat` and `b64json`.
On the wire: the same tags under the key `"$"`; an object that JSON cannot carry goes as `pairs`: no tag can be forged.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Value = Any
"""A JSON value in memory, or a `Tagged`."""

TAGS = frozenset(
    {"undefined", "tuple", "bytes", "object", "set", "frozenset", "map", "date", "bigint", "boxed", "getter", "proxy"}
    | {"symbolkey", "hiddenkey", "foreignrealm", "nullproto", "sub", "mapping", "number", "pairs"}
)
_SHORT = {"nan": ("number", "nan"), "inf": ("number", "inf")}


@dataclass(frozen=True, slots=True)
class Tagged:
    """A value that JSON lacks: `kind` is one of `TAGS`; `of` names the built-in type a `sub` derives from."""

    kind: str
    v: Value = None
    of: str | None = None

    def __hash__(self) -> int:
        return hash((self.kind, canonical(self.v)))


def read_tags(value: Value) -> Value:
    """A value as a calls file writes it, with its tags read. Raises ValueError on a tag that does not exist."""
    match value:
        case {"$": kind}:
            return _read_tag(kind, value)
        case dict():
            return {key: read_tags(item) for key, item in value.items()}
        case list():
            return [read_tags(item) for item in value]
    return value


def _read_tag(kind: str, rest: Mapping[str, Value]) -> Value:
    match kind:
        case "repeat":
            return rest["v"] * rest["n"]
        case "b64json":
            return base64.b64encode(json.dumps(read_tags(rest["v"])).encode()).decode()
        case "nan" | "inf":
            return Tagged(*_SHORT[kind])
    if kind not in TAGS:
        raise ValueError(f"no tag is called {kind!r}; there are nan, inf, repeat, b64json, {', '.join(sorted(TAGS))}")
    return Tagged(kind, read_tags(rest.get("v")), rest.get("of"))


def write_tags(value: Value) -> Value:
    """The reverse of `read_tags`: a value in the words of a calls file, ready for JSON or YAML."""
    match value:
        case Tagged(kind="number", v="nan" | "inf"):
            return {"$": value.v}
        case Tagged():
            parts = {"$": value.kind, "of": value.of, "v": write_tags(value.v)}
            return {key: part for key, part in parts.items() if part is not None}
        case dict() if "$" in value:
            return {"$": "pairs", "v": [[key, write_tags(item)] for key, item in value.items()]}
        case dict():
            return {key: write_tags(item) for key, item in value.items()}
        case list():
            return [write_tags(item) for item in value]
    return value


def same(left: Value, right: Value) -> bool:
    """Whether two values are equal by exact type: `True`, `1` and `1.0` differ; the order of keys does not matter."""
    if type(left) is not type(right):
        return False
    if type(left) is dict:
        return left.keys() == right.keys() and all(same(item, right[key]) for key, item in left.items())
    if type(left) is list:
        return len(left) == len(right) and all(map(same, left, right))
    if type(left) is Tagged:
        return left.kind == right.kind and left.of == right.of and same(left.v, right.v)
    return bool(left == right)


def flat(value: Value) -> str:
    """A JSON value on one line, to be read. A lone surrogate stays as it is: `clean` makes it visible."""
    return json.dumps(value, ensure_ascii=False)


def canonical(value: Value) -> str:
    """One text a value, the same for equal values: what ids are hashed from."""
    return json.dumps(write_tags(value), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
