"""The verb group `takehome review`: new, check, score, hint, show."""
# ruff: noqa: PLC0415 - a verb imports what it needs when it runs, so that starting is quick

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.default import EXERCISE
from grader.errors import WrongUsage

if TYPE_CHECKING:
    from grader.exercise import Exercise
    from grader.practice.review.samples import Sample
    from grader.practice.review.sheet import Sheet
    from grader.submission.sandbox import Sandbox
    from grader.written import Written

SANDBOXES = ("auto", "required", "none")
_WORKSHEET = click.argument("worksheet", default=Path(), type=click.Path(path_type=Path))
_SANDBOX = click.option(
    "--sandbox", type=click.Choice(SANDBOXES), default="auto", show_default=True, help="The box to run it in."
)
_HIDDEN = click.option("--exercise", "name", default=EXERCISE, hidden=True)


@click.group(no_args_is_help=False)
def review() -> None:
    """Review a flawed hand-in from the other chair."""


@review.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--lang", "language", help="The language of the sample.")
@click.option("--seed", type=click.IntRange(0), help="A fresh sample, made from this number.")
@_SANDBOX
@_HIDDEN
def new(folder: Path, language: str | None, seed: int | None, sandbox: str, name: str) -> None:
    """Lay out a sample and a worksheet in a new or empty folder."""
    from grader.exercise import load
    from grader.practice.review.layout import SAMPLE, lay_out
    from grader.practice.review.marks import read_marks

    exercise = load(name)
    sample = _sample(exercise, language or _languages(exercise)[0], seed, _box(sandbox))
    sheet = lay_out(folder, sample, read_marks(exercise))
    _say([f"Read the hand-in in {folder / SAMPLE} and fill in {sheet}.", f"Next: takehome review check {sheet}"])


@review.command()
@_WORKSHEET
@_HIDDEN
def check(worksheet: Path, name: str) -> int:
    """Look at the form of a worksheet. Nothing is run, and nothing is told of what it found."""
    from grader.exercise import load
    from grader.practice.review.form import form_slips
    from grader.practice.review.sheet import read_sheet, read_written, shape_slips

    exercise, path = load(name), _file(worksheet)
    slips = list(shape_slips(read_written(path), exercise))
    if not slips:
        sheet = read_sheet(path, exercise)
        slips = list(form_slips(sheet, _sample_of(sheet, exercise, _box("auto")).path))
    _say([f"{path}:{slip.line}: {slip.says}" for slip in sorted(slips, key=lambda slip: slip.line)])
    _say(
        [
            "Next: mend these lines, then check again"
            if slips
            else f"The form is whole. Next: takehome review score {path}"
        ]
    )
    return 1 if slips else 0


@review.command()
@_WORKSHEET
@click.option("--json", "as_json", is_flag=True, help="Print the score as JSON and nothing else.")
@click.option("--report", type=click.Path(path_type=Path), help="Write the page of the score to this file.")
@_SANDBOX
@_HIDDEN
def score(worksheet: Path, as_json: bool, report: Path | None, sandbox: str, name: str) -> None:
    """Run what a review claims, and score it."""
    from grader import kept, terminal
    from grader.exercise import load
    from grader.practice import events
    from grader.practice.review import hints, spoken
    from grader.practice.review.score import score as made
    from grader.practice.review.sheet import read_sheet
    from grader.progress import progress
    from grader.report.review import page

    exercise, path, box = load(name), _file(worksheet), _box(sandbox)
    sheet = read_sheet(path, exercise)
    sample = _sample_of(sheet, exercise, box)
    with progress("running the review", terminal.console(stderr=True)) as tick:
        told = made(exercise, sample.path, sample.key, sheet, box, tick)
    told["helped"] = hints.helped(path.parent)
    events.add(path.parent, hints.SCORE, points=told["points"], band=told["band"])
    place = report or path.parent / events.HOME / "review.html"
    try:
        kept.write(place, page(told))
    except OSError as error:
        raise WrongUsage(place, None, f"cannot be written ({error.strerror})") from error
    if as_json:
        click.echo(json.dumps(told))
        return
    _say(spoken.lines(told, terminal.console().width, str(place)))


@review.command()
@_WORKSHEET
@_HIDDEN
def hint(worksheet: Path, name: str) -> None:
    """Give the next hint; it is recorded."""
    from grader import terminal
    from grader.exercise import load
    from grader.practice.review.hints import next_hint
    from grader.practice.review.marks import read_marks
    from grader.practice.review.sheet import read_written
    from grader.practice.review.spoken import wrapped

    exercise, path = load(name), _file(worksheet)
    sample = _sample(exercise, *_about(read_written(path), exercise), _box("auto"))
    _say(wrapped(next_hint(path.parent, sample.key, read_marks(exercise)), terminal.console().width))


@review.command()
@_WORKSHEET
@_HIDDEN
def show(worksheet: Path, name: str) -> None:
    """Show the key of the sample; it is recorded."""
    from grader import terminal
    from grader.exercise import load
    from grader.practice import events
    from grader.practice.review import hints, spoken
    from grader.practice.review.sheet import read_written

    exercise, path = load(name), _file(worksheet)
    sample = _sample(exercise, *_about(read_written(path), exercise), _box("auto"))
    events.add(path.parent, hints.SHOW)
    _say(spoken.key_lines(sample.key, terminal.console().width))


def _file(worksheet: Path) -> Path:
    """The worksheet that was named, or the one in the folder that was."""
    from grader.practice.review.sheet import FILE

    return worksheet / FILE if worksheet.is_dir() else worksheet


def _languages(exercise: Exercise) -> list[str]:
    """The languages in which there is a sample."""
    from grader.exercise import kit_folder

    return sorted(path.name for path in kit_folder("sample_submission", exercise.name).iterdir() if path.is_dir())


def _sample_of(sheet: Sheet, exercise: Exercise, box: Sandbox) -> Sample:
    """The sample that a worksheet is about; the first language's own where it does not say."""
    return _sample(exercise, sheet.language or _languages(exercise)[0], sheet.seed, box)


def _about(written: Written, exercise: Exercise) -> tuple[str, int | None]:
    """The sample that a worksheet names, whatever else is wrong with it."""
    match written.data:
        case {"sample": {"language": str(language), "seed": int(seed)}}:
            return language, seed
        case {"sample": {"language": str(language)}}:
            return language, None
    return _languages(exercise)[0], None


def _sample(exercise: Exercise, language: str, seed: int | None, box: Sandbox) -> Sample:
    from grader import kept
    from grader.practice.review.samples import fresh_sample, own_sample

    if seed is None:
        return own_sample(exercise, language)
    return fresh_sample(exercise, language, seed, kept.cache() / "review", box)


def _box(wanted: str) -> Sandbox:
    from grader.submission.tier import choose

    return choose(wanted)


def _say(lines: Any) -> None:
    from grader import terminal

    out = terminal.console()
    for line in lines:
        out.print(line, soft_wrap=True)
