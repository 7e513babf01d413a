"""The source files of a hand-in in one language: read as text, tests left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from grader.submission.languages import Language

MOST_TEXT = 500_000


@dataclass(frozen=True, slots=True)
class Source:
    """A file, named from the hand-in's root, and the beginning of its text."""

    file: PurePosixPath
    text: str


def sources(root: Path, language: Language) -> Iterator[Source]:
    """The files that may hold the entry, sorted by path."""
    for path in sorted(root.rglob("*")):
        file = PurePosixPath(path.relative_to(root).as_posix())
        if path.suffix in language.suffixes and path.is_file() and not is_test(file, language):
            yield source(root, file)


def source(root: Path, file: PurePosixPath) -> Source:
    """One file as a source."""
    return Source(file, _text(root / file))


def _text(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(MOST_TEXT)


def is_test(file: PurePosixPath, language: Language) -> bool:
    """Whether a file is a test, by its folder or its name."""
    tests = language.tests
    return any(part in tests.folders for part in file.parts[:-1]) or any(fnmatch(file.name, p) for p in tests.files)
