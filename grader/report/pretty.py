"""JSON as people read it: what holds no further object or list stands on one line, all else takes a line a part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grader.submission.text import clean
from grader.values import flat

TEXT = 300  # characters of one text that are shown
WIDTH = 160  # columns up to which flat objects and lists stay on one line; pages wrap what is wider than they are

Path = tuple[str | int, ...]
Marks = Mapping[Path, str]
"""Which parts to mark: `value` marks the value at a path, `entry` its key as well."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line; `marked` when the reply it is compared to has something else there."""

    text: str
    marked: bool = False


Line = list[Piece]


def draw(value: Any, marks: Marks, path: Path = (), indent: str = "") -> list[Line]:
    """A value as lines; the first line comes without the indent, as it may follow a key."""
    if _fits(value):
        return [_inline(value, marks, path)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    blocks = [_part(key, item, marks, (*path, key), f"{indent}  ") for key, item in _entries(value)]
    for block in blocks[:-1]:
        block[-1].append(Piece(","))
    return [[Piece(opening)], *(line for block in blocks for line in block), [Piece(indent + closing)]]


def _part(key: str | int, item: Any, marks: Marks, path: Path, indent: str) -> list[Line]:
    """One entry of a broken object or list. Of a large entry that is wholly new only the key is marked."""
    if marks.get(path) == "entry" and _fits(item):
        return [[Piece(indent), Piece(_label(key) + _short(item), marked=True)]]
    first, *rest = draw(item, marks, path, indent)
    marked = marks.get(path) == "entry"
    label = [Piece(_short(key), marked), Piece(": ")] if isinstance(key, str) else []
    return [[Piece(indent), *label, *first], *rest]


def _inline(value: Any, marks: Marks, path: Path) -> Line:
    if path in marks or not isinstance(value, dict | list):
        return [Piece(_short(value), path in marks)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    line = [Piece(opening)]
    for key, item in _entries(value):
        here, comma = (*path, key), Piece(", " if len(line) > 1 else "")
        if marks.get(here) == "entry":
            line += [comma, Piece(_label(key) + _short(item), marked=True)]
        else:
            line += [comma, Piece(_label(key)), *_inline(item, marks, here)]
    return [*line, Piece(closing)]


def _fits(value: Any) -> bool:
    if not isinstance(value, dict | list):
        return True
    deeper = any(isinstance(item, dict | list) and item for _, item in _entries(value))
    return not deeper and len(flat(value)) <= WIDTH


def _entries(value: dict[str, Any] | list[Any]) -> Iterator[tuple[str | int, Any]]:
    return iter(value.items()) if isinstance(value, dict) else enumerate(value)


def _label(key: str | int) -> str:
    return f"{_short(key)}: " if isinstance(key, str) else ""


def _short(value: Any) -> str:
    if isinstance(value, dict | list):
        return "".join(piece.text for piece in _inline(value, {}, ()))
    return clean(flat(value), TEXT)
