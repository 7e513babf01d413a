"""The start of a practice: a folder laid out as a hand-in that runs at once, with its log begun."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from grader.errors import WrongUsage
from grader.exercise import kit_folder
from grader.practice import moment
from grader.practice.checklist import checklist
from grader.practice.events import HOME, add
from grader.submission.languages import languages, made_by_tools

BRIEF, GIVEN = "BRIEF.md", "given"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is laid out: in which language (None: that of the exercise), with which tool given, or the brief alone."""

    exercise: str
    language: str | None = None
    given: str | None = None
    brief_only: bool = False


def offered(exercise: str) -> list[str]:
    """The languages that have a folder to start from."""
    top = kit_folder("candidate_template", exercise)
    return [language.name for language in languages() if (top / language.name).is_dir()]


def start(folder: Path, wanted: Wanted, now: moment.Now = moment.now) -> None:
    """Lay the hand-in out in `folder`. Raises WrongUsage when something lies there, or when it cannot be written."""
    wanted = replace(wanted, language=wanted.language or checklist(wanted.exercise).language)
    _possible(wanted)
    top = kit_folder("candidate_template", wanted.exercise)
    language = str(wanted.language)
    sources = [top] if wanted.brief_only else [top, top / language]
    if wanted.given:
        sources.append(top / GIVEN / language)
    try:
        _empty(folder)
        with _beside(folder) as part:
            for source in sources:
                _lay_out(source, part, wanted, whole=source != top)
            add(part, "start", now, exercise=wanted.exercise, language=language, given=wanted.given)
            _move(part, folder)
    except OSError as error:
        raise WrongUsage(folder, None, f"cannot be laid out ({error.strerror}); choose another folder") from error


def _possible(wanted: Wanted) -> None:
    """Raises WrongUsage for a language or a given tool that the exercise does not offer."""
    known, given = offered(wanted.exercise), checklist(wanted.exercise).given
    if wanted.language not in known:
        raise WrongUsage(None, None, f"no template is written in {wanted.language!r}; there are: {', '.join(known)}")
    if wanted.given and wanted.brief_only:
        raise WrongUsage(None, None, "--brief-only lays out no code; leave --given away")
    if wanted.given and (given is None or wanted.given != given.tool):
        there = f"give {given.tool}" if given else "leave --given away"
        raise WrongUsage(None, None, f"{wanted.given!r} cannot be given here; {there}")


def _empty(folder: Path) -> None:
    """Raises WrongUsage when something lies in the folder, or it is no folder; the one above it is made."""
    if folder.exists() and not folder.is_dir():
        raise WrongUsage(folder, None, "is no folder; name one that is empty, or a new one")
    folder.parent.mkdir(parents=True, exist_ok=True)
    inside = next(iter(sorted(folder.iterdir())), None) if folder.exists() else None
    if inside is not None:
        raise WrongUsage(
            folder,
            None,
            f"has something in it ({inside.name}); name an empty folder, or a new one: nothing was written",
        )


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A folder next to the one that is laid out: whoever is interrupted finds either all of it there or nothing."""
    part = folder.absolute().parent / f".{folder.absolute().name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _move(part: Path, folder: Path) -> None:
    """Put what was laid out in its place; a folder that is there already may be where somebody stands, and stays."""
    if not folder.exists():
        part.rename(folder)
        return
    for path in sorted(part.iterdir(), key=lambda path: path.name == HOME):
        path.rename(folder / path.name)


def _lay_out(source: Path, folder: Path, wanted: Wanted, *, whole: bool) -> None:
    """Copy a folder over: `whole` with all below it, else the files that lie in it."""
    for path in sorted(source.iterdir()):
        if path.is_dir() and whole and path.name not in made_by_tools():
            shutil.copytree(path, folder / path.name, dirs_exist_ok=True, ignore=lambda *_: made_by_tools())
        elif path.is_file() and (whole or not wanted.brief_only or path.name == BRIEF):
            shutil.copyfile(path, folder / path.name)
