"""A verdict: the rules of the contract that one reply breaks. Pure: a call, its due and what came; nothing is run."""

from __future__ import annotations

from collections.abc import Iterator

from grader.checks import items, page
from grader.checks.codes import refused_rule, wrong_code_rule
from grader.checks.owners import is_foreign, shows_token
from grader.checks.question import RIGHT, Question, Verdict
from grader.submission.worker import Reply
from grader.values import Tagged, Value, same

__all__ = ["RIGHT", "Question", "Verdict", "judge"]

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
        yield refused_rule(question, code)
    elif code != question.due[words.code]:
        yield wrong_code_rule(question, code)


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
