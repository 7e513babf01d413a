"""The notes of an interview: a sheet to fill in, and the answers read from it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.errors import KitError
from grader.practice.script import TOP, Script, Subject
from grader.practice.slips import meant
from grader.submission.text import clean
from grader.written import Written
from grader.written import read as read_yaml

_FORM = "write notes: | and below it, two blanks deeper, what you said; then level: 0 to 3"


@dataclass(frozen=True, slots=True)
class Answered:
    """What a person said on a subject, and the level that the person gives it, 0 to 3."""

    subject: str
    notes: str
    level: int


def sheet(script: Script, subjects: Sequence[Subject]) -> str:
    """A worksheet with all subjects, as YAML."""
    head = ["Notes of an interview. Leave a subject that you do not speak of as it is.", "", "level:"]
    levels = [f"{n}  {says}" for n, says in enumerate(script.levels)]
    return "\n".join([*_comments([*head, *levels]), *(line for one in subjects for line in _blank(one))]) + "\n"


def _blank(one: Subject) -> Iterator[str]:
    yield ""
    yield from _comments([f"{one.title}, {one.minutes} minutes. {clean(one.ask)}"])
    yield from (f"{one.id}:", "  notes: |", "", "  level:")


def _comments(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield from (f"# {part}".rstrip() for part in textwrap.wrap(line, 100, subsequent_indent="   ") or [""])


def read(path: Path, subjects: Sequence[Subject]) -> list[Answered]:
    """The answers in a filled sheet, in the order of the subjects. Raises WrongUsage at the line of a slip."""
    try:
        written = read_yaml(path)
        found = dict(_answers(written, [one.id for one in subjects]))
    except KitError as error:
        raise meant(error, _FORM) from error
    return [found[one.id] for one in subjects if one.id in found]


def _answers(written: Written, known: Sequence[str]) -> Iterator[tuple[str, Answered]]:
    data = written.data or {}
    if not isinstance(data, dict):
        raise written.wrong("holds no subjects")
    for key, row in data.items():
        if key not in known:
            raise written.wrong(f"no subject is called {key!r}; there are {', '.join(known)}", key)
        answered = _answer(written, key, row)
        if answered:
            yield key, answered


def _answer(written: Written, key: str, row: Any) -> Answered | None:
    if not isinstance(row, Mapping):
        raise written.wrong(f"{key} holds no notes and no level", key)
    for name in row:
        if name not in ("notes", "level"):
            raise written.wrong(f"{key} has a key {name!r}; there are notes and level", key, name)
    notes, level = row.get("notes"), row.get("level")
    if not isinstance(notes, str | None):
        raise written.wrong(f"{key}: notes are no text", key, "notes")
    if level is None and not (notes or "").strip():
        return None
    if level is None:
        raise written.wrong(
            f"{key}: there are notes and no level; give it a whole number from 0 to {TOP}", key, "level"
        )
    if type(level) is not int or not 0 <= level <= TOP:
        raise written.wrong(f"{key}: level is {level!r}; a whole number from 0 to {TOP}", key, "level")
    return Answered(key, (notes or "").strip(), level)
