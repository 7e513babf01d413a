"""The bar that shows how far something is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from grader.checks.round import Tick
from grader.submission.text import clean


@contextmanager
def progress(label: str, out: Console, then: str | None = None) -> Iterator[Tick | None]:
    """A progress bar; none off a terminal, or on one that cannot move its cursor. `then`: what goes on at its end."""
    if not out.is_terminal or out.is_dumb_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=out, transient=True) as bar:
        task = bar.add_task(clean(label, 40), total=None)
        rest = bar.add_task(then or "", total=None, visible=False, start=False)

        def tick(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)
            if then and done >= of and not bar.tasks[rest].started:
                bar.update(task, visible=False)
                bar.start_task(rest)
                bar.update(rest, visible=True)

        yield tick
