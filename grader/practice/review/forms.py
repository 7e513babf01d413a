"""The sample in all its forms: as it is, with defects mended, edited, and the correct adapters; each answers inputs."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from grader.checks.asking import Asker
from grader.checks.cases import Case, case_json
from grader.checks.mutants import correct
from grader.exercise import Exercise, Rows
from grader.grading.options import Options, starter
from grader.practice.review.edits import Edit, make
from grader.practice.review.key import Key
from grader.submission.handin import HandIn, NotJudged, take_in
from grader.submission.languages import made_by_tools
from grader.submission.reply import Reply
from grader.submission.sandbox import Sandbox
from grader.values import Value, canonical, same

AS_IT_IS: tuple[Edit, ...] = ()
Form = tuple[Edit, ...] | int
"""The edits made to the sample (none: as it is), or the place of a correct adapter among them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What one call of an input came to: the due reply, the reply, and the rules that it breaks."""

    due: Value
    reply: Reply
    rules: tuple[str, ...]

    @property
    def seen(self) -> tuple[Value, ...]:
        """All that a caller can see of it."""
        value = [self.reply.value] if self.reply.kind == "ok" else []
        return (self.reply.kind, self.reply.error, value, rows_seen(self.reply.rows))


def rows_seen(rows: Rows | None) -> Value:
    """Records in their order, as a value to compare."""
    return None if rows is None else [[key, row] for key, row in rows.items()]


Answers = tuple[Answer, ...]


def rules_of(answers: Answers) -> frozenset[str]:
    """The rules that the answers to an input break together."""
    return frozenset(rule for answer in answers for rule in answer.rules)


def alike(left: Answers, right: Answers) -> bool:
    """Whether a caller sees the same."""
    return same([list(answer.seen) for answer in left], [list(answer.seen) for answer in right])


@dataclass
class Forms:
    """A sample, its key and its forms; each form is taken in once and answers each input in a fresh process."""

    exercise: Exercise
    sample: Path
    key: Key
    sandbox: Sandbox
    _stack: ExitStack = field(default_factory=ExitStack)
    _handins: dict[Form, HandIn] = field(default_factory=dict)
    _answers: dict[tuple[Form, str], Answers] = field(default_factory=dict)
    standings: dict[Form, dict[str, Any]] = field(default_factory=dict)
    suites: dict[Form, bool] = field(default_factory=dict)
    trials: dict[tuple[Form, str], str] = field(default_factory=dict)

    def __enter__(self) -> Self:
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="takehome-review-")))
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    @property
    def correct(self) -> range:
        """The forms that are correct adapters."""
        return range(len(correct(self.exercise, self.handin(AS_IT_IS).language.name)))

    def handin(self, form: Form) -> HandIn:
        """The form as a hand-in. Raises NotJudged when its edits cannot be made or leave nothing to load."""
        if form not in self._handins:
            path = self._adapter(form) if isinstance(form, int) else self._edited(form)
            self._handins[form] = self._stack.enter_context(take_in(path, self.exercise))
        return self._handins[form]

    def _adapter(self, form: int) -> Path:
        return correct(self.exercise, self.handin(AS_IT_IS).language.name)[form]

    def _edited(self, edits: Sequence[Edit]) -> Path:
        if not edits:
            return self.sample
        target = Path(tempfile.mkdtemp(dir=self._folder)) / self.sample.name
        shutil.copytree(self.sample, target, ignore=shutil.ignore_patterns(*made_by_tools()))
        why = make(target, edits)
        if why:
            raise NotJudged(why)
        return target

    def asker(self, form: Form) -> Asker:
        """A new asker of a form."""
        return Asker(self.exercise, starter(self.handin(form), Options(sandbox=self.sandbox)))

    def ask(self, form: Form, case: Case) -> Answers:
        """What a form answers to an input, each input asked once."""
        known = (form, canonical(case_json(case)))
        if known not in self._answers:
            exchanges = self.asker(form).alone(case)
            self._answers[known] = tuple(Answer(each.due, each.reply, each.verdict.all) for each in exchanges)
        return self._answers[known]

    def ahead(self, forms: Sequence[Form], cases: Sequence[Case]) -> None:
        """Ask all these forms all these inputs, two at a time."""
        for form in forms:
            self.handin(form)
        pairs = [(form, case) for form in forms for case in cases]
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda pair: self.ask(*pair), pairs))
