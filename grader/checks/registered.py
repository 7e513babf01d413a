"""Which tools a hand-in answers to: every word of its source is tried as a tool's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.exercise import Exercise
from grader.submission.sources import Source
from grader.submission.text import clean
from grader.submission.worker import Worker

NOBODY = "a tool that nobody has registered"
_WORD = re.compile(r"[A-Za-z_][\w.-]*[\w]")
_MOST = 1500
_SECONDS = 0.5
_STORE = "registered"

Answer = tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Registered:
    """A tool that the hand-in answers to beside those of the exercise, and the first `file:line` that names it."""

    name: str
    where: str


def registered(worker: Worker, read: Iterable[Source], exercise: Exercise) -> list[Registered]:
    """The tools beyond the exercise's: words that are answered, and otherwise than a name that nobody has."""
    known = {_folded(name) for name in exercise.tools}
    worker.store(_STORE, exercise.store)
    refused = _answer(worker, NOBODY, exercise)
    words = [(word, where) for word, where in _words(read) if _folded(word) not in known][:_MOST]
    return [Registered(clean(word, 100), where) for word, where in words if _is_tool(worker, word, refused, exercise)]


def _words(read: Iterable[Source]) -> Iterator[tuple[str, str]]:
    """Each word of the sources with the first place where it stands."""
    seen = set()
    for source in read:
        for number, line in enumerate(source.text.splitlines(), 1):
            for word in _WORD.findall(line):
                if word not in seen:
                    seen.add(word)
                    yield word, f"{clean(str(source.file), 200)}:{number}"


def _folded(name: str) -> str:
    """A name without case and joints: a registry that folds names answers to its own constants too."""
    return re.sub(r"[\W_]", "", name).lower()


def _is_tool(worker: Worker, word: str, refused: Answer, exercise: Exercise) -> bool:
    return worker.alive and _answer(worker, word, exercise) not in (None, refused)


def _answer(worker: Worker, name: str, exercise: Exercise) -> Answer:
    """Success or failure with its code; None for whatever is no reply: a name that raises is another fault."""
    reader = next(iter(exercise.readers.values()))
    reply = worker.call(name, {}, dict(reader), _STORE, timeout=_SECONDS)
    match reply.value:
        case dict(value) if reply.kind == "ok":
            return str(value.get(exercise.reply.ok)), str(value.get(exercise.reply.code))
    return None
