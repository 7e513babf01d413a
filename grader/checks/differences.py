"""What is said of a declared schema that differs from the contract, a finding for each argument."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.checks.agreement import BEYOND, Group, is_accepted, is_default
from grader.checks.evidence import Evidence
from grader.exercise import Exercise
from grader.submission.text import clean
from grader.values import Value
from grader.vocabulary import Tool

AGREES = "declaration.agrees"


def differences(
    where: str,
    schema: Value,
    groups: Sequence[Group],
    defaults: Sequence[tuple[str, Value]],
    exercise: Exercise,
    tool: Tool,
) -> Iterator[Evidence]:
    """One finding an argument; a property that nobody may give is one by itself."""
    unknown = [name for name in properties(schema) if name not in tool.args]
    for name in unknown:
        yield Evidence(AGREES, _of_nobody(name, exercise), where, list(tool.args), clean(name, 100))
    for group in groups:
        rows = [row for row in group.rows if group.argument != BEYOND or not set(row.args) & set(unknown)]
        if rows:
            says, first = f"{Group(group.argument, tuple(rows)).says()}.", rows[0]
            due, got = ({"args": dict(first.args), "accepted": it} for it in (first.contract, not first.contract))
            yield Evidence(AGREES, says, where, due, got)
    for name, value in defaults:
        yield Evidence(AGREES, _default_says(name, value, exercise, tool), where, None, {"default": value})


def _of_nobody(name: str, exercise: Exercise) -> str:
    if name == exercise.tenant:
        return (
            f"It asks the model for a `{name}`; the session says whose data is read, and the contract refuses the key."
        )
    return f"It declares `{clean(name, 100)}`, which the contract refuses whatever it holds."


def _default_says(name: str, value: Value, exercise: Exercise, tool: Tool) -> str:
    if not is_accepted(exercise, tool, {name: value}):
        return f"`{name}` has a default that the contract refuses when it is given."
    return f"`{name}` has a default that is not what the contract does when it is left out."


def wrong_defaults(schema: Value, exercise: Exercise, tool: Tool) -> Iterator[tuple[str, Value]]:
    """The arguments whose declared default is not what the contract does without them, and that default."""
    for name, part in properties(schema).items():
        match part:
            case {"default": value} if name in tool.args and not is_default(exercise, tool, name, value):
                yield name, value


def properties(schema: Value) -> dict[str, Value]:
    """The declared arguments by name."""
    match schema:
        case {"properties": dict(parts)}:
            return parts
    return {}
