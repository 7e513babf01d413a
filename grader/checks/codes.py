"""Codes: the rule that a wrong code breaks, or a failure where a success is due."""

from __future__ import annotations

from grader.checks.question import Question

_GENERAL = ("page.complete", "walk.complete")
"""Rules of cases that were made in bulk: they say nothing of the code."""


def refused_rule(question: Question, code: str) -> str:
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
