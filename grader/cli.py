"""The verbs of `takehome` and their exit codes. What a verb needs is imported when it runs: starting must be quick."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import click

from grader.errors import KitError
from grader.shapes import CHECKS

EXERCISE = "search_tickets"
WRONG_USAGE, KIT_FAILED, INTERRUPTED = 2, 4, 130


class Only(click.ParamType):
    """A list of check names, parted by commas."""

    name = "checks"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        names = value if isinstance(value, tuple) else tuple(str(value).split(","))
        unknown = [name for name in names if name not in CHECKS]
        if unknown:
            self.fail(f"no check is called {unknown[0]!r}; the checks are: {', '.join(CHECKS)}", param, ctx)
        return names


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(package_name="takehome-kit", prog_name="takehome")
@click.option("--no-color", is_flag=True, help="Print without colour; NO_COLOR does the same.")
def verbs(no_color: bool) -> None:
    """Practise and grade an AI tool-calling take-home."""
    if no_color:
        os.environ["NO_COLOR"] = "1"


@verbs.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--each", type=click.Path(path_type=Path), help="Grade every folder and archive in this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the grade as JSON and nothing else.")
@click.option("--report", type=click.Path(path_type=Path), help="Write the HTML report to this file.")
@click.option("--open", "open_it", is_flag=True, help="Open the report in a browser.")
@click.option("--only", type=Only(), default=CHECKS, help="Grade only these checks, parted by commas.")
@click.option("--case", "case_id", help="Ask one finding's case again.")
@click.option("--from", "source", type=click.Path(path_type=Path), help="With --case: the grade to read it from.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of what is made at random.")
@click.option("--jobs", type=click.IntRange(1), help="So many hand-ins at a time; default: the cores.")
@click.option("--timeout", type=click.FloatRange(0.05), default=2.0, show_default=True, help="Seconds a call may take.")
@click.option("--entry", help="The file, or module:function, that holds the tool function.")
@click.option("--exit-zero", is_flag=True, help="Exit 0 instead of 1 when a hand-in is not ready.")
@click.option("--exercise", default=EXERCISE, show_default=True, hidden=True)
def grade(**given: Any) -> None:
    """Grade hand-ins: folders, .zip or .tar.gz."""
    from grader.desk import Request, serve

    paths = list(given.pop("paths")) + _inside(given.pop("each"))
    if not paths:
        raise click.UsageError("name a folder, .zip or .tar.gz to grade, or --each FOLDER")
    sys.exit(serve(Request(paths=tuple(paths), **given)))


def _inside(each: Path | None) -> list[Path]:
    if each is None:
        return []
    if not each.is_dir():
        raise click.UsageError(f"--each {each}: no such folder")
    return sorted(
        path for path in each.iterdir() if not path.name.startswith(".") and (path.is_dir() or _archive(path))
    )


def _archive(path: Path) -> bool:
    return path.name.endswith((".zip", ".tar.gz", ".tgz"))


@verbs.command()
@click.argument("rule")
@click.option("--exercise", default=EXERCISE, hidden=True)
def explain(rule: str, exercise: str) -> None:
    """Say what a rule asks, why, how to keep it, and a call that tests it."""
    from grader.explain import explain as text
    from grader.terminal import console

    console().print(text(rule, exercise), markup=False)


@verbs.command("check-kit")
@click.option("--exercise", default=EXERCISE, hidden=True)
def check_kit(exercise: str) -> None:
    """Let the kit check itself: template, references, samples, rules, mutants."""
    from grader.kit_check import check

    sys.exit(check(exercise))


def main() -> None:
    """Run a verb; every error becomes one sentence and an exit code."""
    try:
        verbs.main(standalone_mode=False, prog_name="takehome")
    except click.UsageError as error:
        sys.exit(_stop(WRONG_USAGE, error.format_message()))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(_stop(INTERRUPTED, "interrupted"))
    except KitError as error:
        sys.exit(_stop(KIT_FAILED, str(error)))


def _stop(code: int, message: str) -> int:
    """Say why nothing was done: as JSON where JSON was asked for, else in one line."""
    if "--json" in sys.argv and code in (WRONG_USAGE, KIT_FAILED):
        click.echo(json.dumps({"schema": "error/1", "exit": code, "error": message}))
    else:
        click.echo(f"takehome: {message}", err=True)
    return code
