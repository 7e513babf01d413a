"""The verbs of practice: start, plan, predict, clock, interview, reference, and what `takehome` alone says."""
# ruff: noqa: PLC0415 - a verb imports what it needs when it runs, so that starting is quick

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader.default import EXERCISE
from grader.errors import WrongUsage
from grader.practice_cli.at_hand import exercise_at, grade_at, near, show, width
from grader.practice_cli.clock import clock
from grader.practice_cli.interview import interview
from grader.practice_cli.plan import plan
from grader.practice_cli.predict import predict


def where() -> bool:
    """Print where the practice at hand stands; False when none is kept here."""
    from grader.practice.clock import state
    from grader.practice.events import told
    from grader.practice.reviewed import is_review, standing, with_reviews
    from grader.practice.where import where as practice

    folder = near()
    if folder is None:
        return False
    if is_review(folder, told(folder)):
        show(standing(folder, told(folder), Path.cwd()))
        return True
    known, line, lists = state(folder, EXERCISE)
    show(practice(folder, with_reviews(folder, known), line, lists, width()))
    return True


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--lang", "language", help="The language to write in.")
@click.option("--given", help="The tool that lies there already, with its fixtures.")
@click.option("--brief-only", is_flag=True, help="Lay out the brief and nothing else.")
@click.option("--exercise", default=EXERCISE, hidden=True)
def start(folder: Path, **given: Any) -> None:
    """Lay out a hand-in that runs at once, in a new or empty folder."""
    from grader.practice.start import Wanted
    from grader.practice.start import start as lay_out

    lay_out(folder, Wanted(**given))
    show([f"A hand-in lies in {folder}. Read its BRIEF.md.", f"Next: cd {folder}, then: takehome clock start"])


@click.command()
@click.option("--lang", "language", help="The language to read it in; default: your own.")
@click.option("--anyway", is_flag=True, help="Open it before your own suite is whole and green; that is recorded.")
def reference(language: str | None, anyway: bool) -> None:
    """Say where the model hand-in lies. Runs the acceptance calls on it first."""
    from grader.exercise import load
    from grader.practice import reference as model
    from grader.practice.events import Told, told

    folder = near()
    known, grade = told(folder) if folder else Told(), grade_at(None, folder)
    why = model.refusal(known, grade)
    if why and not anyway:
        raise WrongUsage(
            None, None, f"the reference stays closed: {why}; or, on the record: takehome reference --anyway"
        )
    begun = known.last("start")
    shown = model.show(load(exercise_at(folder)), language or (begun and str(begun.data.get("language"))) or None)
    if folder:
        model.note(folder, anyway=bool(why))
    cells = " ".join(f"{name}{'✓' if right else '✗'}" for name, right in shown.passed.items())
    show(
        [
            f"{cells}  {sum(shown.passed.values())} of {len(shown.passed)}",
            f"The reference in {shown.language}: {shown.path}",
        ]
    )


VERBS: tuple[click.Command, ...] = (start, plan, predict, clock, interview, reference)
"""What is added to `takehome`."""
