"""A question: one call with all that decides its verdict; and the verdict itself, the rules that a reply breaks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from grader.checks.owners import Owners
from grader.checks.page import Believed
from grader.exercise import Call, Exercise, Rows
from grader.values import Value
from grader.vocabulary import Tool


@dataclass(frozen=True)
class Question:
    """A call with all that decides its verdict: its store as it stood, the due reply, the rule it was written for."""

    exercise: Exercise
    call: Call
    rows: Rows
    due: Value
    rule: str
    believed: Believed = None

    @cached_property
    def owners(self) -> Owners:
        """The rows of the store, split by the session that asks."""
        return Owners.of(self.exercise, self.call, self.rows)

    @property
    def tool(self) -> Tool | None:
        """The tool that is called, if there is one of that name."""
        return self.exercise.tool(self.call)

    @property
    def denied(self) -> bool:
        """Whether the session may not read."""
        context = self.exercise.context(self.call.context)
        return isinstance(context, dict) and context.get(self.exercise.permission) is False

    @property
    def succeeds(self) -> bool:
        """Whether a success is due."""
        return bool(self.due[self.exercise.reply.ok])


@dataclass(frozen=True, slots=True)
class Verdict:
    """The rules that a reply breaks, and those that are broken beside the reply: by what the call did to the store."""

    rules: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Every rule that is broken."""
        return self.rules + self.beside


RIGHT = Verdict()
