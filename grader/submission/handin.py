"""A hand-in, taken in: copied, its language and entry found, its settings read."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.exercise import Exercise
from grader.submission.archive import is_archive, stem, unpack
from grader.submission.detect import Entry, detect
from grader.submission.detect import entry as entry_of
from grader.submission.intake import Copy, copy_folder
from grader.submission.languages import Language, languages
from grader.submission.refusals import NotJudged, Unreadable
from grader.submission.settings import FILE as SETTINGS
from grader.submission.settings import Settings, read_settings
from grader.submission.sources import source
from grader.submission.text import clean

__all__ = ["Entry", "HandIn", "NotJudged", "Settings", "Unreadable", "take_in"]


COPY = "handin"


@dataclass(frozen=True, slots=True)
class HandIn:
    """What is graded: `root` is our private copy, `origin` what was given, `ignored` what was left out of the copy."""

    name: str
    root: Path
    origin: Path
    language: Language
    entry: Entry
    ignored: tuple[str, ...]
    settings: Settings


@contextmanager
def take_in(path: Path, exercise: Exercise, *, entry: str | None = None) -> Iterator[HandIn]:
    """A copy of the folder or archive at `path`, understood, and removed at the end.

    `entry` (a file, or module:function) comes before `handin.yaml`. Raises Unreadable or NotJudged.
    """
    with tempfile.TemporaryDirectory(prefix="takehome-", ignore_cleanup_errors=True) as folder:
        root, name, ignored = _copied(path, Path(folder).resolve() / COPY)
        settings = read_settings(root, exercise.name)
        known = [language for language in languages() if settings.language in (None, language.name)]
        wanted = entry or settings.entry
        try:
            language, found = (
                _named(root, name, wanted, exercise, known)
                if wanted
                else detect(root, _top(root, name), exercise.function, known)
            )
        except NotJudged as reason:
            raise NotJudged(f"{reason}{_left_out(ignored)}") from reason
        yield HandIn(name, root, path, language, found, ignored, settings)


def _copied(path: Path, root: Path) -> tuple[Path, str, tuple[str, ...]]:
    """The copy's root, the hand-in's name, and what was left out."""
    shown = clean(str(path), 300)
    try:
        origin = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise Unreadable(f"there is no {shown}; give the folder or archive of a hand-in") from error
    root.mkdir()
    copy = Copy(root)
    if origin.is_dir():
        copy_folder(origin, copy)
        name, inner = origin.name, _unwrapped(root)
    elif origin.is_file() and is_archive(origin):
        name, inner = stem(origin), unpack(origin, copy)
    else:
        raise Unreadable(f"{shown} is neither a folder nor a .zip, .tar.gz or .tgz archive")
    _open_up(root)
    if not any(file.is_file() for file in inner.rglob("*")):
        raise NotJudged(f"{shown} holds no files to grade{_left_out(copy.ignored)}")
    return inner, clean(name, 200), copy.ignored


def _unwrapped(root: Path) -> Path:
    """The folder that holds the hand-in: a single folder that shows itself to be one is entered."""
    inside = list(root.iterdir())
    if len(inside) != 1 or not inside[0].is_dir():
        return root
    manifests = {language.manifest.file for language in languages() if language.manifest}
    shown = any(path.name in manifests | {SETTINGS} or path.stem.lower() == "readme" for path in inside[0].iterdir())
    return inside[0] if shown else root


def _open_up(root: Path) -> None:
    """Let every user look into the copy: in a box the hand-in may run as another one."""
    for folder in (root, *(path for path in root.rglob("*") if path.is_dir())):
        folder.chmod(0o755)


def _left_out(ignored: Sequence[str]) -> str:
    return f" (ignored: {', '.join(ignored[:3])})" if ignored else ""


def _top(root: Path, name: str) -> str:
    """The name under which the hand-in's own folder is a package, when it is one."""
    name = name if root.name == COPY else root.name
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else "handin"


def _named(root: Path, name: str, wanted: str, exercise: Exercise, known: Sequence[Language]) -> tuple[Language, Entry]:
    """The entry that a person named: a file, or module:function. Raises NotJudged when no such file is there."""
    place, _, function = wanted.partition(":")
    for language in known:
        for file in _candidates(place, language):
            if (root / file).is_file() and file.suffix in language.suffixes:
                called = function or exercise.function[language.spelling]
                return language, entry_of(root, _top(root, name), source(root, file), language, called)
    suffixes = ", ".join(suffix for language in known for suffix in language.suffixes)
    raise NotJudged(
        f"the entry {clean(wanted, 200)} was not found;"
        f" name a file ({suffixes}) as seen from the hand-in's top folder, or module:function"
    )


def _candidates(place: str, language: Language) -> Iterator[PurePosixPath]:
    """The files that a path or a dotted module name can mean."""
    if ".." in PurePosixPath(place).parts or place.startswith("/"):
        return
    yield PurePosixPath(place)
    module = PurePosixPath(*place.split(".")) if all(place.split(".")) else PurePosixPath(place)
    for suffix in language.suffixes:
        for top in (PurePosixPath(), PurePosixPath("src")):
            yield top / f"{module}{suffix}"
            if language.package:
                yield top / module / f"{language.package.marker}{suffix}"
