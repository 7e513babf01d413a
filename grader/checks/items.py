"""The items of a reply: their fields against the contract's, whatever page they stand on."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks.owners import Owners, find, is_foreign
from grader.exercise import Exercise, Tool
from grader.values import Value, same


def shown(tool: Tool | None, value: dict[str, Value]) -> list[Value]:
    """The items that a reply shows, whatever the tool was: under its own key, or under any key that holds objects."""
    found = [value.get(tool.key)] if tool else list(value.values())
    return [item for part in found for item in (part if isinstance(part, list) else [part])]


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
