"""A test to copy: a case written out in the hand-in's own language, red for as long as the rule is broken."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from string import Template
from typing import Any

from grader.checks.cases import Step
from grader.exercise import Exercise, Rows
from grader.grading.blame import Shown
from grader.submission.handin import Entry, HandIn
from grader.submission.languages import Speech
from grader.submission.wire import spelt
from grader.values import Tagged, Value, flat

_LONG = 90
"""A value longer than this is written over several lines."""


def test_text(exercise: Exercise, handin: HandIn, shown: Shown) -> str:
    """The text of one test; empty where a case says nothing that one call compared whole could show."""
    speech, steps = handin.language.speech, shown.case.steps
    if _beyond_one_test(exercise, shown):
        return ""
    write = _Writer(exercise, handin, speech)
    return Template(speech.test).substitute(
        module=_module(handin.entry, speech),
        function=handin.entry.function,
        name=shown.rule.replace(".", "_"),
        records=write.records(shown.exchange.rows),
        before="".join(
            f"{speech.indent}{write.call(step)}{speech.end}\n" for step in steps[:-1] for _ in range(step.times)
        ),
        call=write.call(shown.exchange.step),
        expected=write.value(shown.exchange.due, speech.indent),
    )


def _beyond_one_test(exercise: Exercise, shown: Shown) -> bool:
    """Whether calls on one store, each with its own arguments, could not go red: walks, changed rows, other stores."""
    steps, rows = shown.case.steps, shown.exchange.rows
    handed = [shown.case.store, *(step.store for step in steps if step.store is not None)]
    odd = any(step.edit or step.scribble or step.keep_args for step in steps)
    return bool(
        shown.walk or shown.exchange.reply.rows is not None or odd or any(exercise.rows(one) != rows for one in handed)
    )


def _module(entry: Entry, speech: Speech) -> str:
    """What an import of the entry names: its dotted module, or its file."""
    dotted = entry.module or str(PurePosixPath(entry.file).with_suffix("")).removeprefix("src/").replace("/", ".")
    return speech.module.replace("{dotted}", dotted).replace("{file}", entry.file)


class _Writer:
    """Writes values and calls in one language."""

    def __init__(self, exercise: Exercise, handin: HandIn, speech: Speech) -> None:
        self.exercise, self.handin, self.speech = exercise, handin, speech

    def records(self, rows: Rows) -> str:
        return self.speech.records.replace("{rows}", self.value(rows, self.speech.indent))

    def call(self, step: Step) -> str:
        call = step.call
        context = spelt(self.exercise.context(call.context), self.handin.language)
        parts = [self.value(part) for part in (call.tool, call.args, context)]
        return f"{self.handin.entry.function}({', '.join(parts)}, records)"

    def value(self, value: Value, indent: str = "") -> str:
        """A value as the language writes it, on one line if it fits."""
        short = self._short(value)
        if len(short) <= _LONG or not isinstance(value, dict) or not indent:
            return short
        inner = indent + self.speech.indent
        lines = [f"{inner}{json.dumps(key)}: {self._short(item)}," for key, item in value.items()]
        return "\n".join(["{", *lines, indent + "}"])

    def _short(self, value: Value) -> str:
        match value:
            case None | True | False:
                return self.speech.words[json.dumps(value)]
            case dict():
                return "{" + ", ".join(f"{json.dumps(key)}: {self._short(item)}" for key, item in value.items()) + "}"
            case list():
                return "[" + ", ".join(map(self._short, value)) + "]"
            case Tagged():
                return self._tagged(value)
        return flat(value)

    def _tagged(self, value: Tagged) -> str:
        form: Any = self.speech.tags.get(value.kind, "{v}")
        return str(form).replace("{v}", self._short(value.v)).replace("{of}", value.of or "")
