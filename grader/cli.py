"""The verbs of `takehome`; whatever ends one, an error too, becomes its exit code."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from grader.default import EXERCISE
from grader.errors import KitError, WrongUsage, unforeseen
from grader.exits import INTERRUPTED, KIT_FAILED, READER_GONE, WRONG_USAGE
from grader.kept import home_hypothesis
from grader.practice_cli import VERBS, where
from grader.review_cli import SANDBOXES, review
from grader.shapes import CHECKS
from grader.submission.text import clean

READERS = ("interviewer", "candidate")


class Only(click.ParamType[tuple[str, ...]]):
    """A list of check names, parted by commas."""

    name = "checks"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        names = value if isinstance(value, tuple) else tuple(name.strip() for name in str(value).split(","))
        unknown = [name for name in names if name not in CHECKS]
        if unknown:
            self.fail(f"no check is called {unknown[0]!r}; the checks are: {', '.join(CHECKS)}", param, ctx)
        return names


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80}, invoke_without_command=True
)
@click.version_option(package_name="takehome-kit", prog_name="takehome")
@click.option("--no-color", is_flag=True, help="Print without colour; NO_COLOR does the same.")
@click.pass_context
def verbs(ctx: click.Context, no_color: bool) -> None:
    """Practise and grade an AI tool-calling take-home."""
    if no_color:
        os.environ["NO_COLOR"] = "1"
    if ctx.invoked_subcommand is None and not where():
        click.echo(f"{ctx.get_help()}\n\nTo practise: takehome start DIR\nNext: takehome grade PATH")


for practised in (*VERBS, review):
    verbs.add_command(practised)


@verbs.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--each", type=click.Path(path_type=Path), help="Grade every folder and archive in this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the grade as JSON and nothing else.")
@click.option("--report", type=click.Path(path_type=Path), help="Write the HTML report to this file.")
@click.option("--open", "open_it", is_flag=True, help="Open the report in a browser.")
@click.option("--junit", type=click.Path(path_type=Path), help="Write JUnit XML to this file.")
@click.option("--gradescope", type=click.Path(path_type=Path), help="Write Gradescope's results.json to this file.")
@click.option("--markdown", type=click.Path(path_type=Path), help="Write a job summary and review comments here.")
@click.option("--index", type=click.Path(path_type=Path), help="Write an index of all hand-ins to this folder.")
@click.option("--csv", type=click.Path(path_type=Path), help="Write a row a hand-in to this file.")
@click.option("--anon", is_flag=True, help="Hide names and paths in all that is written.")
@click.option("--for", "audience", type=click.Choice(READERS), default=READERS[0], help="A candidate gets no fixes.")
@click.option("--notes", type=click.Path(path_type=Path), help="A person's levels for the rubric, as YAML.")
@click.option("--watch", is_flag=True, help="Grade again on every save; ends on Ctrl-C.")
@click.option("--only", type=Only(), default=CHECKS, help="Grade only these checks, parted by commas.")
@click.option("--case", "case_id", help="Ask one finding's case again.")
@click.option("--from", "source", type=click.Path(path_type=Path), help="With --case: the grade to read it from.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of what is made at random.")
@click.option("--jobs", type=click.IntRange(1), help="So many hand-ins at a time; default: the cores.")
@click.option("--timeout", type=click.FloatRange(0.05), default=2.0, show_default=True, help="Seconds a call may take.")
@click.option(
    "--sandbox", type=click.Choice(SANDBOXES), default="auto", show_default=True, help="The box to run it in."
)
@click.option("--entry", help="The file, or module:function, that holds the tool function.")
@click.option("--spoil", is_flag=True, help="Show the acceptance calls although predictions are not sealed.")
@click.option("--exit-zero", is_flag=True, help="Exit 0 instead of 1 when a hand-in is not ready.")
@click.option("--exercise", default=EXERCISE, show_default=True, help="The exercise that it is held to.")
def grade(each: Path | None, paths: tuple[Path, ...], watch: bool, **given: Any) -> int:
    """Grade hand-ins: folders, .zip or .tar.gz."""
    from grader.desk import serve
    from grader.outputs import Outputs
    from grader.request import Request

    asked = (*paths, *_inside(each))
    if not asked:
        raise click.UsageError("name a folder, .zip or .tar.gz to grade, or --each FOLDER")
    outputs = Outputs(**{key: given.pop(key) for key in Outputs.__slots__})
    request = Request(paths=asked, several=len(asked) > 1 or each is not None, outputs=outputs, **given)
    if not watch:
        return serve(request)
    from grader.watch import keep_watching

    return keep_watching(request)


def _inside(each: Path | None) -> list[Path]:
    """The folders and archives in a folder, sorted by name."""
    from grader.submission.archive import is_archive

    if each is None:
        return []
    try:
        seen = sorted(path for path in each.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise click.UsageError(f"--each {each}: {error.strerror}; name a folder that holds hand-ins") from error
    found = [path for path in seen if path.is_dir() or is_archive(path)]
    if not found:
        raise click.UsageError(f"--each {each}: no folder and no archive lies in it; name a folder that holds hand-ins")
    return found


@verbs.command()
@click.argument("rule")
@click.option("--exercise", default=EXERCISE, hidden=True)
def explain(rule: str, exercise: str) -> None:
    """Say what a rule asks, why, and how to keep it. Shows a call that tests it."""
    from grader.explain import explain as text
    from grader.terminal import console

    out = console()
    for line in text(rule, exercise, out.width):
        out.print(line, markup=False, soft_wrap=True)


@verbs.command("check-kit")
@click.option("--exercise", default=EXERCISE, hidden=True)
def check_kit(exercise: str) -> int:
    """Let the kit check itself. Template, references, samples, rules, mutants."""
    from grader.kit_check import check

    return check(exercise)


def main() -> None:
    """Run a verb. Every error becomes one sentence and an exit code; no traceback reaches a person."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may lack a sign; that is no reason to fail
    home_hypothesis()
    try:
        code = verbs.main(standalone_mode=False, prog_name="takehome")
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        code = _stop(INTERRUPTED, "interrupted before there was a grade")
    except BrokenPipeError:
        code = _reader_gone()
    except Exception as error:  # noqa: BLE001 - the last place where an error can become a sentence
        code = _failed(error)
    sys.exit(code)


def _failed(error: Exception) -> int:
    match error:
        case click.UsageError():
            return _stop(WRONG_USAGE, f"{error.format_message().rstrip('.')}{_help(error)}")
        case WrongUsage():
            return _stop(WRONG_USAGE, str(error))
        case KitError():
            return _stop(KIT_FAILED, str(error))
    return _stop(KIT_FAILED, unforeseen(error))


def _help(error: click.UsageError) -> str:
    return f"; see: {error.ctx.command_path} --help" if error.ctx else ""


def _reader_gone() -> int:
    """Whoever read the output (`head`, a pager) has enough: nothing is left to say, and nobody to say it to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return READER_GONE


def _stop(code: int, message: str) -> int:
    """Say why nothing was done: as JSON where JSON was asked for, else in one line."""
    if "--json" in sys.argv:
        click.echo(json.dumps({"schema": "error/1", "exit": code, "error": message}))
    else:
        click.echo(f"takehome: {clean(message)}", err=True)
    return code
