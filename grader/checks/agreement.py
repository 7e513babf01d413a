"""Whether a declared schema accepts what the contract accepts: every args object of the calls files, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.checks.cases import NEXT, written_cases
from grader.checks.validator import accepts
from grader.exercise import Call, Exercise
from grader.values import Tagged, Value, canonical, same
from grader.vocabulary import Tool

BEYOND = "keys beyond the table"
NONE_GIVEN = "no argument given"
_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An args object that one side accepts and the other refuses; `contract` is what the contract does."""

    args: Mapping[str, Value]
    contract: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The disagreements about one argument, the smallest object first."""

    argument: str
    rows: tuple[Disagreement, ...]

    def to_json(self) -> dict[str, Any]:
        """The group with its first few objects; `more` counts the others."""
        shown = [{"args": dict(row.args), "contract": _word(row.contract)} for row in self.rows[:_SHOWN]]
        return {"argument": self.argument, "objects": shown, "more": max(0, len(self.rows) - _SHOWN)}

    def says(self) -> str:
        """One sentence about the smallest object."""
        first = self.rows[0]
        more = f", and {len(self.rows) - 1} more alike" if len(self.rows) > 1 else ""
        return (
            f"{self.argument}: the schema {_does(not first.contract)} {canonical(first.args)}"
            f" and the contract {_does(first.contract)} it{more}"
        )


def _word(accepted: bool) -> str:
    return "accepted" if accepted else "refused"


def _does(accepts_it: bool) -> str:
    return "accepts" if accepts_it else "refuses"


def objects(exercise: Exercise, language: str, tool: Tool) -> list[dict[str, Value]]:
    """Every args object that the calls files give the tool and JSON can write, and each of its arguments alone.

    Once each, the smallest first.
    """
    written = list(_written(exercise, language, tool))
    alone = [{name: value} for args in written for name, value in args.items()]
    found = {canonical(args): args for args in [*written, *alone]}
    return sorted(found.values(), key=lambda args: (len(args), len(canonical(args)), canonical(args)))


def _written(exercise: Exercise, language: str, tool: Tool) -> Iterator[dict[str, Value]]:
    for case in written_cases(exercise, language):
        for step in () if case.open else case.steps:
            args = step.call.args
            if step.call.tool == tool.name and isinstance(args, dict) and _is_json(args):
                yield args


def _is_json(value: Value) -> bool:
    match value:
        case Tagged():
            return False
        case dict():
            return all(_is_json(part) for part in value.values())
        case list():
            return all(_is_json(part) for part in value)
    return bool(value != NEXT)


def is_accepted(exercise: Exercise, tool: Tool, args: Value) -> bool:
    """Whether the contract accepts these args of a session that may read."""
    return exercise.due(_call(exercise, tool, args), exercise.store)[exercise.reply.ok] is True


def is_default(exercise: Exercise, tool: Tool, name: str, value: Value) -> bool:
    """Whether leaving an argument out is due the same reply as giving it this value."""
    replies = [exercise.due(_call(exercise, tool, args), exercise.store) for args in ({}, {name: value})]
    return same(*replies)


def _call(exercise: Exercise, tool: Tool, args: Value) -> Call:
    return Call(tool.name, args, next(iter(exercise.readers)))


def disagreements(
    exercise: Exercise, tool: Tool, schema: Value, asked: Sequence[Mapping[str, Value]]
) -> list[Disagreement]:
    """The objects that the schema and the contract judge differently. Raises NoVerdict when the schema judges none."""
    due = [is_accepted(exercise, tool, args) for args in asked]
    said = accepts(schema, asked)
    return [Disagreement(args, owed) for args, owed, got in zip(asked, due, said, strict=True) if owed != got]


def grouped(found: Sequence[Disagreement], tool: Tool) -> list[Group]:
    """One group an argument; an object that only holds a smaller one's fault once more joins that one's group."""
    groups: dict[str, list[Disagreement]] = {}
    for row in found:
        name = next((name for name, rows in groups.items() if any(_holds(row, part) for part in rows)), None)
        name = name or _about(row.args, tool)
        groups.setdefault(name, []).append(row)
    return [Group(name, tuple(each)) for name, each in groups.items()]


def _holds(row: Disagreement, part: Disagreement) -> bool:
    """Whether the object holds all of a smaller one that is judged the same."""
    alike = row.contract == part.contract
    return alike and all(key in row.args and same(row.args[key], value) for key, value in part.args.items())


def _about(args: Mapping[str, Value], tool: Tool) -> str:
    if set(args) - set(tool.args):
        return BEYOND
    return " and ".join(name for name in tool.args if name in args) or NONE_GIVEN
