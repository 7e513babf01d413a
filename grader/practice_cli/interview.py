"""The verb `takehome interview`."""
# ruff: noqa: PLC0415 - a verb imports what it needs when it runs, so that starting is quick

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.errors import WrongUsage
from grader.exits import INTERRUPTED
from grader.practice_cli.at_hand import exercise_at, grade_at, near, show, width
from grader.submission.text import clean

if TYPE_CHECKING:
    from grader.practice.interview import Interview
    from grader.practice.interview_notes import Answered


class _Terminal:
    """Asks at a terminal."""

    def say(self, *lines: str) -> None:
        wide = min(width(), 100)
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip(" -0123456789")))
            show(textwrap.wrap(line, wide, subsequent_indent=indent, drop_whitespace=True) or [""])

    def notes(self) -> str:
        lines: list[str] = []
        click.echo("Your notes; an empty line ends them.")
        while line := click.prompt("", default="", show_default=False, prompt_suffix="> "):
            lines.append(line)
        return "\n".join(lines)

    def level(self, top: int) -> int:
        return int(click.prompt(f"your level, 0 to {top}", value_proc=lambda said: _level(said, top)))


def _level(said: str, top: int) -> int:
    """The level that was typed. Raises BadParameter, after which it is asked for again."""
    if said.strip() not in map(str, range(top + 1)):
        raise click.BadParameter(f"{clean(said, 40)!r} is no level; type a whole number from 0 to {top}")
    return int(said)


@click.command()
@click.option("--from", "source", type=click.Path(path_type=Path), help="The grade to make questions from.")
@click.option("--notes", type=click.Path(path_type=Path), help="A sheet with your notes; written when it is not there.")
def interview(source: Path | None, notes: Path | None) -> int:
    """Hold the interview. Standing subjects, and questions made from the grade."""
    from grader.practice.interview import Interview, finish
    from grader.practice.script import script

    folder = near()
    held = Interview(folder, script(exercise_at(folder)), grade_at(source, folder))
    if notes and not notes.exists():
        return _write_sheet(held, notes)
    try:
        answers = _from_sheet(held, notes) if notes else _talked(held)
    except click.Abort:
        return _broken_off(held)
    path = finish(held, answers, Path.cwd())
    show([f"{len(answers)} of {len(held.subjects)} subjects are written down in {path}", "Next: takehome"])
    return 0


def _talked(held: Interview) -> Sequence[Answered]:
    from grader.practice.interview import talk

    if not sys.stdin.isatty():
        raise WrongUsage(
            None, None, "no terminal to talk at; name a sheet instead: takehome interview --notes notes.yaml"
        )
    return talk(held, _Terminal())


def _broken_off(held: Interview) -> int:
    """What is kept of a talk that was interrupted."""
    kept = "what you answered is kept" if held.folder else "nothing is kept where no practice is"
    show(["", f"Broken off; {kept}. To go on: takehome interview"])
    return INTERRUPTED


def _write_sheet(held: Interview, notes: Path) -> int:
    from grader.kept import write
    from grader.practice.interview_notes import sheet

    try:
        write(notes, sheet(held.script, held.subjects))
    except OSError as error:
        raise WrongUsage(notes, None, f"cannot be written ({error.strerror}); name another file") from error
    show([f"A sheet with {len(held.subjects)} subjects lies in {notes}; fill it in, then run this again."])
    return 0


def _from_sheet(held: Interview, notes: Path) -> Sequence[Answered]:
    from grader.practice.interview_notes import read

    answers = read(notes, held.subjects)
    if not answers:
        raise WrongUsage(notes, None, "holds no answer yet; fill in notes and level of a subject")
    for answer in answers:
        held.keep(next(one for one in held.subjects if one.id == answer.subject), answer)
    return answers
