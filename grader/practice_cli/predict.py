"""The verbs of `takehome predict`."""
# ruff: noqa: PLC0415 - a verb imports what it needs when it runs, so that starting is quick

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from grader.errors import WrongUsage
from grader.practice_cli.at_hand import at_hand, show, width

if TYPE_CHECKING:
    from grader.exercise import Exercise


class _OrCall(click.Group):
    """A group for which a name that is no verb is that of a call."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = args[0] in self.commands or args[0].startswith("-")
        return super().resolve_command(ctx, args if known else ["one", *args])


@click.group(cls=_OrCall, invoke_without_command=True, subcommand_metavar="[ID | seal | reveal]")
@click.pass_context
def predict(ctx: click.Context) -> None:
    """The thirteen predictions; alone, which are written down."""
    if ctx.invoked_subcommand is None:
        from grader.practice.answers import FILE, cases
        from grader.practice.events import told
        from grader.practice.predict import gathered

        folder, exercise = at_hand()
        known = told(folder)
        found = gathered(folder, known, exercise)
        missing = [name for name in cases(exercise) if name not in found]
        seal = known.last("predict.seal")
        then = "reveal" if seal else "seal" if found else "A1, or fill in " + FILE
        left = f"; still empty in {FILE}: {' '.join(missing)}" if missing and seal is None else ""
        show([f"{len(found)} of {len(cases(exercise))} predicted{left}.", f"Next: takehome predict {then}"])


@predict.command(hidden=True)
@click.argument("name", metavar="ID")
@click.argument("answer", required=False)
def one(name: str, answer: str | None) -> None:
    """Predict one call: as a row of predictions.yaml, or asked for on a terminal."""
    from grader.practice.predict import one as predicted

    folder, exercise = at_hand()
    said = predicted(folder, exercise, name, answer or _asked(name, exercise))
    show([f"{name}: {said.answer} is written down; nothing is marked before: takehome predict seal"])


def _asked(name: str, exercise: Exercise) -> str:
    """A prediction asked for in three questions, as a row of the worksheet."""
    from grader.practice.answers import cases
    from grader.practice.revealed import asked

    case = cases(exercise).get(name)
    if case is None:
        raise WrongUsage(None, None, f"no acceptance call is called {name!r}; there are: {', '.join(cases(exercise))}")
    if not sys.stdin.isatty():
        example = f'takehome predict {name} "{{code: invalid_arguments, sure: 2}}"'
        raise WrongUsage(None, None, f"say the answer of {name} as in predictions.yaml, such as: {example}")
    show([asked(case), f"A code ({', '.join(exercise.reply.codes)}), or the numbers in sequence; - for none."])
    first = click.prompt("answer").strip()
    sure = click.prompt("sure (1 a guess, 2 fairly sure, 3 certain)")
    if first in exercise.reply.codes:
        return f"{{code: {first}, sure: {sure}}}"
    tool = exercise.tool(case.call)
    following = f", next: {click.prompt('next (an ID, or null)')}" if tool is None or tool.many else ""
    return f"{{ids: [{', '.join(first.replace(',', ' ').strip('-').split())}]{following}, sure: {sure}}}"


@predict.command()
@click.option("--partly", is_flag=True, help="Seal what there is, though some are missing.")
def seal(partly: bool) -> None:
    """Seal the predictions: from then on they do not change."""
    from grader.practice.predict import seal as close

    show([close(*at_hand(), partly=partly)])


@predict.command()
def reveal() -> None:
    """Mark the sealed predictions, sure and wrong first. Names the misreading behind each."""
    from grader.practice.events import add
    from grader.practice.misreading import misreadings
    from grader.practice.predict import marked
    from grader.practice.revealed import revealed
    from grader.progress import progress
    from grader.terminal import console

    folder, exercise = at_hand()
    rows = marked(folder, exercise)
    wrong = {row.call: row.said.answer for row in rows if row.said and not row.right}
    with progress("looking for the misreadings", console(stderr=True)) as tick:
        behind = {name: f"as if: {mutant.says}" for name, mutant in misreadings(exercise, wrong, tick).items()}
    show(revealed(exercise, rows, behind, width()))
    add(folder, "predict.reveal", right=sum(row.right for row in rows))
