"""What the verbs of practice share: the hand-in at hand, its exercise, its last grade, and lines printed."""
# ruff: noqa: PLC0415 - a verb imports what it needs when it runs, so that starting is quick

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.default import EXERCISE
from grader.errors import WrongUsage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from grader.exercise import Exercise


def near() -> Path | None:
    """The hand-in here or above that keeps a practice; None when there is none."""
    from grader.practice.events import find

    return find(Path.cwd())


def here(*, warn: bool = True) -> Path:
    """The hand-in at hand; `warn`: say what is odd about its log. Raises WrongUsage when none keeps a practice."""
    from grader.practice.events import HOME, told
    from grader.terminal import error

    found = near()
    if found is None:
        raise WrongUsage(
            None, None, f"no practice is kept here or above; run: takehome start DIR, or in your own: mkdir {HOME}"
        )
    for warning in told(found).warnings[:3] if warn else ():
        error(warning)
    return found


def exercise_at(folder: Path | None) -> str:
    """The name of the exercise that is practised at a folder."""
    from grader.practice.clock import exercise_of
    from grader.practice.events import told

    return (exercise_of(told(folder)) if folder else None) or EXERCISE


def at_hand() -> tuple[Path, Exercise]:
    """The hand-in at hand and its exercise."""
    from grader.exercise import load

    folder = here()
    return folder, load(exercise_at(folder))


def grade_at(source: Path | None, folder: Path | None) -> dict[str, Any] | None:
    """The grade that was named, or the last one kept; None when there is none."""
    from grader import kept

    if source:
        return kept.read(source)
    origin = folder or Path.cwd()
    return kept.last(origin) if (kept.folder(origin) / "grade.json").is_file() else None


def width() -> int:
    """The columns to print in."""
    from grader.terminal import console

    return console().width


def show(lines: Iterable[Text | str]) -> None:
    """Print lines as wide as they are."""
    from grader.terminal import console

    out = console()
    for line in lines:
        out.print(line, soft_wrap=True)
