"""`handin.yaml`: what a candidate says of the own hand-in, all of it optional."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.errors import KitError
from grader.shapes import TEXT, WORDS, record
from grader.submission.languages import languages
from grader.submission.refusals import NotJudged
from grader.submission.text import clean
from grader.written import Written, check, parse

FILE = "handin.yaml"
_KEYS = dict.fromkeys(("exercise", "language", "entry", "tests", "declaration"), TEXT) | {"readme": WORDS}
SCHEMA = {**record({}, _KEYS), "type": ["object", "null"]}


@dataclass(frozen=True, slots=True)
class Settings:
    """What `handin.yaml` says, or nothing. `tests` is split like a shell; `readme` holds a heading per part."""

    exercise: str | None = None
    language: str | None = None
    entry: str | None = None
    tests: tuple[str, ...] = ()
    declaration: str | None = None
    readme: Mapping[str, str] = field(default_factory=dict)


def read_settings(root: Path, exercise: str) -> Settings:
    """What the hand-in at `root` says of itself. Raises NotJudged with `handin.yaml:line: what`."""
    path = root / FILE
    if not path.is_file():
        return Settings()
    try:
        return _settings(parse(path.read_text(encoding="utf-8"), Path(FILE)), exercise)
    except KitError as error:
        raise NotJudged(clean(str(error), 400)) from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise NotJudged(f"{FILE}: is no YAML text in UTF-8") from error


def _settings(written: Written, exercise: str) -> Settings:
    check(written, SCHEMA)
    data: dict[str, Any] = dict(written.data or {})
    _one_of(written, data, "exercise", [exercise])
    _one_of(written, data, "language", [language.name for language in languages()])
    return Settings(**{**data, "tests": _split(written, data.get("tests", ""))})


def _one_of(written: Written, data: Mapping[str, Any], key: str, allowed: list[str]) -> None:
    if data.get(key, allowed[0]) not in allowed:
        raise written.wrong(f"{key} is {data[key]!r}; here it can be {' or '.join(allowed)}", key)


def _split(written: Written, line: str) -> tuple[str, ...]:
    if "\n" in line.strip():
        raise written.wrong("tests must be one line, one command", "tests")
    try:
        return tuple(shlex.split(line))
    except ValueError as error:
        raise written.wrong(f"tests cannot be split into words: {error}", "tests") from error
