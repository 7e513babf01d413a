"""The verbs of `takehome plan`."""
# ruff: noqa: PLC0415 - a verb imports what it needs when it runs, so that starting is quick

from __future__ import annotations

import click

from grader.practice_cli.at_hand import exercise_at, here, show, width


@click.group(no_args_is_help=False)
def plan() -> None:
    """The plan: checked, locked, then shown beside a model. It has five parts."""


@plan.command()
def check() -> int:
    """Say what PLAN.md lacks; exits 1 when it lacks something."""
    from grader.practice.plan import check as lacks

    folder = here()
    lacking = lacks(folder, exercise_at(folder))
    show(
        [*lacking, "Mend that, then: takehome plan lock" if lacking else "The plan is whole. Next: takehome plan lock"]
    )
    return int(bool(lacking))


@plan.command()
def lock() -> None:
    """Keep the plan as it stands, with hash and time."""
    from grader.practice import plan as practice

    folder = here()
    event = practice.lock(folder, exercise_at(folder))
    show([f"Locked at {event.at:%H:%M}, hash {event.data['hash'][:12]}. A model plan: takehome plan show"])


@plan.command("show")
def show_plan() -> None:
    """Show the locked plan and a model plan."""
    from grader.practice.plan import show as both

    folder = here()
    show(both(folder, exercise_at(folder), width()))
