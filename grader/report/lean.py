"""A grade cut to size, so that a page stays small whatever a hand-in answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.submission.text import clean
from grader.values import flat

MOST = 400_000
"""Bytes of a page; a grade with a dozen findings takes a quarter of it."""
HEAVY = 1_500_000
"""Characters of a grade from which on a page is not even tried: comparing long replies takes its time."""
_REPLIES = {"expected", "actual", "args", "store", "before"}


@dataclass(frozen=True, slots=True)
class Room:
    """How much of each part is kept: characters of a text, items of a list or object, letters of a reply (0: all)."""

    text: int
    items: int
    reply: int = 0
    findings: int = 200


ROOMS = (Room(24_000, 600), Room(3_000, 120), Room(600, 60, 1_200), Room(200, 30, 300, 60), Room(60, 16, 120, 30))
"""From ample to bare; the last one fits into a page whatever is in the grade."""


def lean(grade: dict[str, Any], room: Room) -> dict[str, Any]:
    """The grade with long texts, lists and replies cut; nothing that is short is changed."""
    parts = {str(key): _cut(value, room) for key, value in grade.items()}
    findings = grade.get("findings")
    if isinstance(findings, list):
        parts["findings"] = [_cut(one, room) for one in findings[: room.findings]]
    return parts


def heavy(value: Any) -> bool:
    """Whether a grade holds more than `HEAVY` characters; stops counting there."""
    left, waiting = HEAVY, [value]
    while waiting and left > 0:
        match waiting.pop():
            case str(text):
                left -= len(text)
            case dict(some):
                waiting += [*some, *some.values()]
            case list(some):
                waiting += some
        left -= _SIGNS
    return left <= 0


def _cut(value: Any, room: Room, depth: int = 0) -> Any:
    """`value` within the room; what lies deeper than any part of a grade does becomes text."""
    match value:
        case str():
            return value if len(value) <= room.text else f"{value[: room.text]}… ({len(value) - room.text} more)"
        case dict() | list() if depth > _DEEPEST:
            return "… (what lies deeper is left out)"
        case dict():
            kept = list(value.items())[: room.items]
            return {key[: room.text]: _part(key, one, room, depth) for key, one in kept}
        case list():
            return [_cut(one, room, depth + 1) for one in value[: room.items]]
        case int() if value.bit_length() > _LARGEST:
            return f"a whole number of {value.bit_length()} bits"
    return value


_SIGNS = 4  # characters around a value
_DEEPEST, _LARGEST = 24, 12_000  # Python itself refuses to write much longer numbers


def _part(key: str, value: Any, room: Room, depth: int) -> Any:
    if room.reply and key in _REPLIES and isinstance(value, dict | list) and len(flat(value)) > room.reply:
        return clean(flat(value), room.reply)
    return _cut(value, room, depth + 1)
