"""A verdict: the rules of the contract that one reply breaks. Pure: a call, its due and what came; nothing is run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from grader.checks import items, page
from grader.checks.owners import Owners, is_foreign, shows_token
from grader.exercise import Call, Exercise, Rows, Tool
from grader.submission.worker import Reply
from grader.values import Tagged, Value, same

_GENERAL = ("page.complete", "walk.complete")
"""Rules of cases that were made in bulk: they say nothing of the code."""
UNUSABLE = {
    "error": "answer.returned",
    "load": "answer.returned",
    "timeout": "answer.time",
    "died": "answer.alive",
    "memory": "answer.alive",
    "flood": "answer.alive",
    "protocol": "answer.alive",
    "unusable": "reply.json",
}
"""The rule that each kind of no answer breaks."""


@dataclass(frozen=True)
class Question:
    """A call with all that decides its verdict: its store as it stood, the due reply, the rule it was written for."""

    exercise: Exercise
    call: Call
    rows: Rows
    due: Value
    rule: str
    believed: page.Believed = None

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


def judge(question: Question, reply: Reply) -> Verdict:
    """The verdict on one reply."""
    beside = _known(question, _beside(reply))
    if reply.kind == "ok" and same(reply.value, question.due):
        return Verdict((), beside) if beside else RIGHT
    return Verdict(_known(question, _rules(question, reply)), beside)


def _known(question: Question, rules: Iterator[str]) -> tuple[str, ...]:
    """Each rule once; where the exercise has none of that name, the rule of a wrong code stands for it."""
    found = dict.fromkeys(rules)
    if found.keys() <= question.exercise.rules.keys():
        return tuple(found)
    instead = wrong_code_rule(question)
    return tuple(dict.fromkeys(question.exercise.known(rule, instead) for rule in found))


def _beside(reply: Reply) -> Iterator[str]:
    if reply.rows is not None:
        yield "store.unchanged"
    if reply.awaited:
        yield "answer.sync"


def _rules(question: Question, reply: Reply) -> Iterator[str]:
    if reply.kind != "ok":
        if shows_token(question.exercise, question.owners, question.call, reply.says):
            yield _leak_rule(question)
        yield UNUSABLE[reply.kind]
    elif reply.value is None or reply.value == Tagged("undefined"):
        yield "answer.returned"
    elif _beyond_json(reply.value):
        yield "reply.json"
    elif not isinstance(reply.value, dict) or question.exercise.reply.ok not in reply.value:
        yield "reply.shape"
    else:
        yield from _object_rules(question, reply.value)


def _beyond_json(value: Value) -> bool:
    """Whether a value holds something that JSON has no word for; a tuple has one, though the wrong one."""
    match value:
        case Tagged(kind="tuple"):
            return _beyond_json(value.v)
        case Tagged():
            return True
        case dict():
            return any(map(_beyond_json, value.values()))
        case list():
            return any(map(_beyond_json, value))
    return False


def _object_rules(question: Question, value: dict[str, Value]) -> Iterator[str]:
    ok = value[question.exercise.reply.ok]
    if type(ok) is not bool:
        yield "reply.type"
    leaks = list(_leaks(question, value))
    yield from leaks
    if not ok:
        yield from _failure_rules(question, value)
    elif question.succeeds:
        yield from _success_rules(question, value, leaking=bool(leaks))
    elif not leaks:
        yield wrong_code_rule(question)


def _leaks(question: Question, value: dict[str, Value]) -> Iterator[str]:
    shown = items.shown(question.exercise, question.tool, value)
    if shown and question.denied and question.tool:
        yield question.tool.rules["permission"]
    foreign = any(is_foreign(question.exercise, question.owners, item) for item in shown)
    if foreign or shows_token(question.exercise, question.owners, question.call, value):
        yield _leak_rule(question)


def _leak_rule(question: Question) -> str:
    """The rule of the part of the call that could have moved the scope."""
    tool, args, paging = question.tool, question.call.args, question.exercise.paging
    if tool is None:
        return next(iter(question.exercise.tools.values())).rules["scope"]
    if isinstance(args, dict) and set(args) - set(tool.args):
        return "scope.argument"
    if isinstance(args, dict) and paging and tool.name == paging.tool and paging.cursor in args:
        return "scope.cursor"
    return tool.rules["scope"]


def _failure_rules(question: Question, value: dict[str, Value]) -> Iterator[str]:
    words = question.exercise.reply
    if value.keys() - {words.ok, words.code}:
        yield "reply.keys"
    if words.code not in value:
        yield "reply.missing"
        return
    code = value[words.code]
    if type(code) is not str:
        yield "reply.type"
    elif code not in words.codes:
        yield "code.known"
    elif question.succeeds:
        yield _refused_rule(question, code)
    elif code != question.due[words.code]:
        yield wrong_code_rule(question, code)


def _refused_rule(question: Question, code: str) -> str:
    """The rule that a failure breaks where a success is due: the code's own, else that of the argument it refuses."""
    fixed = question.exercise.reply.codes[code]
    per_tool = question.tool.rules.get(code) if question.tool else None
    return fixed or per_tool or _refusal_rule(question)


def _refusal_rule(question: Question) -> str:
    """The rule of the first argument; the case's own where it speaks of the same argument (`query.as_given`)."""
    decided = question.exercise.decides(question.call, question.rows)
    alike = question.rule.partition(".")[0] == decided.partition(".")[0]
    return question.rule if alike and question.rule in question.exercise.rules else decided


def wrong_code_rule(question: Question, code: str | None = None) -> str:
    """The rule the case was written for; where that speaks of a leak and none shows, the one that decides the code.

    A session that may not read and is told so too soon, or too late, breaks the order.
    """
    exercise, call = question.exercise, question.call
    early = exercise.reply.early.get(str(question.due.get(exercise.reply.code)), {})
    if question.denied and code and code in early:
        return early[code]
    decided = exercise.decides(call, question.rows)
    for rule in (question.rule, decided, exercise.reply.otherwise):
        if rule and rule in exercise.rules and exercise.rules[rule].tier == "contract" and rule not in _GENERAL:
            return rule
    return decided


def _success_rules(question: Question, value: dict[str, Value], *, leaking: bool) -> Iterator[str]:
    due_keys = set(question.due)
    if value.keys() - due_keys:
        yield "reply.keys"
    if due_keys - value.keys():
        yield "reply.missing"
    tool = question.tool
    if tool is None or tool.key not in value:
        return
    yield from items.rules(question.exercise, tool, question.owners, value[tool.key], question.due[tool.key])
    if tool.many and not leaking and isinstance(value[tool.key], list):
        yield from page.rules(question.exercise, question.call, question.rows, question.due, value, question.believed)
