"""A rule explained: its sentence, why it matters, how to keep it, and the call in the kit's files that tests it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from grader.call_line import call_line
from grader.checks.cases import Case, case_json, written_cases
from grader.checks.mutants import languages_with_mutants, mutants
from grader.errors import WrongUsage
from grader.exercise import BEHAVIOUR, Exercise, load
from grader.report.words import tier
from grader.submission.languages import languages
from grader.values import flat, write_tags
from grader.vocabulary import Rule
from grader.written import not_called

WIDTH = 80


def explain(rule: str, exercise_name: str, width: int = WIDTH) -> list[str]:
    """The lines of `takehome explain RULE`. Raises WrongUsage naming near rules when there is no such rule."""
    exercise = load(exercise_name)
    if rule not in exercise.rules:
        raise WrongUsage(None, None, not_called("rule", rule, exercise.rules))
    return list(_lines(exercise, exercise.rules[rule], min(width, 100)))


def _lines(exercise: Exercise, rule: Rule, width: int) -> Iterator[str]:
    yield f"{rule.id}  ({tier(rule.tier).name}; check {rule.check})"
    yield ""
    yield from textwrap.wrap(rule.title, width)
    for head, text in (("Why", rule.why), ("Fix", rule.fix)):
        yield ""
        yield from textwrap.wrap(f"{head}: {text}", width, subsequent_indent="     ")
    for head, case in islice(_examples(exercise, rule), 1):
        yield ""
        yield from textwrap.wrap(head, width)
        yield from (f"  {line}" for line in _case_lines(exercise, case, width - 2))


def _examples(exercise: Exercise, rule: Rule) -> Iterator[tuple[str, Case]]:
    """Cases that test the rule, each with what it is: first those written for it, then faults that break it."""
    checks = sorted(BEHAVIOUR, key=lambda check: check != rule.check)
    for language, check in product(languages(), checks):
        for case in written_cases(exercise, language.name, [check]):
            if case.rule == rule.id and not case.open:
                yield f"Tested by {case.name} ({case.source}):", case
    for name in languages_with_mutants(exercise):
        for mutant in mutants(exercise, name):
            if mutant.rule == rule.id and not mutant.open:
                yield f"Broken when this is so: {mutant.says} Seen by:", mutant.case


def _case_lines(exercise: Exercise, case: Case, width: int) -> Iterator[str]:
    shown = case_json(case)
    if not isinstance(shown["store"], str):
        yield from _value_lines(shown["store"], width, "with the records ")
    for step in (*shown["before"], shown):
        extra = [word for word in ("times", "keep", "scribble", "insert", "delete") if word in step]
        more = "".join(f", {word} {flat(step[word])}" for word in extra)
        yield f"{call_line({**step, 'before': [], 'store': ''})}{more}"
    due = case.steps[-1].due or _due(exercise, case)
    if due:
        yield from _value_lines(write_tags(due), width, "is due ")


def _due(exercise: Exercise, case: Case) -> Any:
    """What the model owes the call; None behind steps, which may have changed the records."""
    changed = case.before or case.steps[-1].edit
    return None if changed else exercise.due(case.call, exercise.rows(case.store))


def _value_lines(value: Any, width: int, lead: str = "") -> Iterator[str]:
    """A JSON value on one line if it fits, else its parts on lines of their own, two blanks deeper."""
    short = flat(value)
    if len(lead) + len(short) <= width or not value or not isinstance(value, dict | list):
        yield lead + short
        return
    keyed = isinstance(value, dict)
    yield lead + ("{" if keyed else "[")
    for n, part in enumerate(value, 1):
        name = f"{flat(part)}: " if keyed else ""
        *inner, last = _value_lines(value[part] if keyed else part, width - 3, name)
        yield from (f"  {line}" for line in inner)
        yield f"  {last}{',' if n < len(value) else ''}"
    yield "}" if keyed else "]"
