"""The verbs of `takehome clock`."""
# ruff: noqa: PLC0415 - a verb imports what it needs when it runs, so that starting is quick

from __future__ import annotations

from contextlib import suppress

import click

from grader.default import EXERCISE
from grader.practice_cli.at_hand import here, show, width


@click.group(invoke_without_command=True)
@click.pass_context
def clock(ctx: click.Context) -> None:
    """The 180 minutes: phases, pauses, what was given up. Alone: where it stands."""
    if ctx.invoked_subcommand is None:
        from grader.practice.clock import state
        from grader.practice.dial import face

        show(face(*state(here(warn=False), EXERCISE), width()))


@clock.command()
@click.option("--start", "which", help="What lies there: by default as it was laid out.")
def start(which: str | None) -> None:
    """Start the clock."""
    from grader.practice.clock import begin

    show([begin(here(), EXERCISE, which)])


@clock.command()
@click.argument("phase", required=False)
def done(phase: str | None) -> None:
    """Note that the current phase is done, or the one named."""
    from grader.practice import clock as practice

    show([practice.done(here(), EXERCISE, phase)])


@clock.command()
@click.option("--from", "begun", help="Afterwards: when it began, as 10:40.")
@click.option("--to", "ended", help="Afterwards: when it ended; default now.")
def pause(begun: str | None, ended: str | None) -> None:
    """Hold the clock, or declare a pause afterwards."""
    from grader.practice import clock as practice

    if ended and not begun:
        raise click.UsageError("--to goes with --from: when did the pause begin?")
    show([practice.away(here(), begun, ended) if begun else practice.pause(here())])


@clock.command()
def resume() -> None:
    """Let the clock go on after a pause."""
    from grader.practice import clock as practice

    show([practice.resume(here())])


@clock.command()
@click.argument("what")
@click.option("--how", help="How it would be completed.")
def drop(what: str, how: str | None) -> None:
    """Note what is given up; prints the lines for the README."""
    from grader.practice import clock as practice

    show(practice.drop(here(), what, how))


@clock.command()
@click.argument("text")
def note(text: str) -> None:
    """Write a line down, with its time."""
    from grader.practice import clock as practice

    show([practice.note(here(), text)])


@clock.command()
def handin() -> None:
    """Stop the clock and freeze a hash of the folder."""
    from grader.practice import clock as practice

    show(practice.handin(here(), EXERCISE))


@clock.command()
def undo() -> None:
    """Take the clock's last event back."""
    from grader.practice import clock as practice

    show([practice.undo(here())])


@clock.command()
def watch() -> None:
    """Show the clock as it runs, until the work is handed in. Ctrl-C ends it."""
    from grader.practice.watch import watch as look
    from grader.terminal import console

    with suppress(KeyboardInterrupt):
        look(here(warn=False), EXERCISE, console())
