"""A rule explained: its sentence, why it matters, how to keep it, and the call in the kit's files that tests it."""

from __future__ import annotations

import difflib
import json
import textwrap
from collections.abc import Iterator

from grader.checks.cases import Case, written_cases
from grader.errors import KitError
from grader.exercise import Exercise, Rule, load
from grader.submission.languages import languages
from grader.values import write_tags

WIDTH = 78


def explain(rule: str, exercise_name: str) -> str:
    """The text of `takehome explain RULE`. Raises KitError naming near rules when there is no such rule."""
    exercise = load(exercise_name)
    if rule not in exercise.rules:
        near = difflib.get_close_matches(rule, exercise.rules, n=3, cutoff=0.4)
        raise KitError(None, None, f"no rule is called {rule!r}; near it: {', '.join(near or exercise.rules)}")
    return "\n".join(_lines(exercise, exercise.rules[rule]))


def _lines(exercise: Exercise, rule: Rule) -> Iterator[str]:
    yield f"{rule.id}  ({rule.tier}, check {rule.check})"
    yield ""
    yield from textwrap.wrap(rule.title, WIDTH)
    for head, text in (("Why", rule.why), ("Fix", rule.fix)):
        yield ""
        yield from textwrap.wrap(f"{head}: {text}", WIDTH, subsequent_indent="     ")
    case = _example(exercise, rule)
    if case:
        yield ""
        yield f"Tested by {case.name} ({case.source}):"
        yield from _call_lines(exercise, case)


def _example(exercise: Exercise, rule: Rule) -> Case | None:
    """The first written case of the rule."""
    cases = written_cases(exercise, languages()[0].name)
    cases += [case for language in languages()[1:] for case in written_cases(exercise, language.name)]
    return next((case for case in cases if case.rule == rule.id and not case.open), None)


def _call_lines(exercise: Exercise, case: Case) -> Iterator[str]:
    for step in case.steps:
        who = step.call.context if isinstance(step.call.context, str) else json.dumps(write_tags(step.call.context))
        yield f"  {step.call.tool} {json.dumps(write_tags(step.call.args), ensure_ascii=False)} as {who}"
    last = case.steps[-1]
    plain = not case.before and not last.edit
    due = last.due or (exercise.due(case.call, exercise.rows(case.store)) if plain else None)
    if due:
        yield f"  is due {json.dumps(write_tags(due), ensure_ascii=False)}"
