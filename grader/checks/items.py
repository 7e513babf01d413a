"""The items of a reply: their fields against the contract's, whatever page they stand on."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.owners import Owners, find, is_foreign
from grader.exercise import Exercise
from grader.values import Value, same
from grader.vocabulary import Tool


def shown(exercise: Exercise, tool: Tool | None, value: dict[str, Value]) -> list[dict[str, Value]]:
    """The items that a reply shows: the objects under the tool's own key, and under any other key those with an id."""
    own, id_ = tool and tool.key, exercise.item.id
    parts = ((key, part if isinstance(part, list) else [part]) for key, part in value.items())
    found = ((key, item) for key, part in parts for item in part if isinstance(item, dict) and item)
    return [item for key, item in found if key == own or id_ in item]


def rules(exercise: Exercise, tool: Tool, owners: Owners, part: Value, due: Value) -> Iterator[str]:
    """The rules that the items of a success break, each item by itself."""
    if type(part) is not type(due):
        yield "reply.type"
        return
    for item in part if isinstance(part, list) else [part]:
        yield from _item_rules(exercise, tool, owners, item)


def _item_rules(exercise: Exercise, tool: Tool, owners: Owners, item: Value) -> Iterator[str]:
    if not isinstance(item, dict):
        yield "reply.type"
        return
    public = set(exercise.item.public)
    if item.keys() - public:
        yield tool.rules["fields"]
    if public - item.keys():
        yield "fields.missing"
    if not is_foreign(exercise, owners, item):
        yield from _value_rules(exercise, owners, item)


def _value_rules(exercise: Exercise, owners: Owners, item: dict[str, Value]) -> Iterator[str]:
    key = find(exercise, owners.own, item)
    if key is None:
        if exercise.item.id in item:
            yield "fields.value" if isinstance(item[exercise.item.id], str) else "reply.type"
        return
    stored = owners.own[key]
    for field in exercise.item.public:
        if field in item and not same(item[field], stored.get(field)):
            yield "reply.type" if type(item[field]) is not type(stored.get(field)) else "fields.value"
