"""What a comment says that was due, or came: held against what really was due, or came."""

from __future__ import annotations

from typing import Any

from grader.exercise import Exercise
from grader.submission.reply import Reply
from grader.values import Value, read_tags, same

RAISES = "raises"
"""The key that stands for an answer that is none: `{raises: true}`, or with the name of the error."""


def agrees(said: Any, reply: Reply, exercise: Exercise) -> bool:
    """Whether what was said fits a reply in all the parts it names; plain text is not compared and fits nothing."""
    if not isinstance(said, dict) or not said:
        return False
    if RAISES in said:
        return reply.kind != "ok" and said[RAISES] in (True, reply.error)
    return reply.kind == "ok" and _fits(read_tags(said), reply.value, exercise)


def _fits(said: Value, value: Value, exercise: Exercise) -> bool:
    """The parts that are named are there; a text may stand for the item of that ID."""
    if isinstance(said, dict) and isinstance(value, dict):
        return all(key in value and _fits(part, value[key], exercise) for key, part in said.items())
    if isinstance(said, list) and isinstance(value, list):
        return len(said) == len(value) and all(_fits(*pair, exercise) for pair in zip(said, value, strict=True))
    if isinstance(said, str) and isinstance(value, dict):
        return bool(said == value.get(exercise.item.id))
    return same(said, value)
