"""The clock watched: a live face on a terminal, a line a minute off one, until the work is handed in."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live

from grader.practice import moment
from grader.practice.clock import current, schedule, state
from grader.practice.dial import face, reading
from grader.practice.timeline import HANDED_IN, IDLE

Sleep = Callable[[float], None]


def watch(folder: Path, exercise: str, out: Console, now: moment.Now = moment.now, sleep: Sleep = time.sleep) -> None:
    """Show the clock until it is handed in, or never runs. An interrupt is raised."""
    if out.is_terminal and not out.is_dumb_terminal:
        _live(folder, exercise, out, now, sleep)
    else:
        _lines(folder, exercise, out, now, sleep)


def _live(folder: Path, exercise: str, out: Console, now: moment.Now, sleep: Sleep) -> None:
    with Live(console=out, auto_refresh=False, transient=False) as live:
        while True:
            known, line, lists = state(folder, exercise, now)
            live.update(Group(*face(known, line, lists, out.width)), refresh=True)
            if line.state in (IDLE, HANDED_IN):
                return
            sleep(1)


def _lines(folder: Path, exercise: str, out: Console, now: moment.Now, sleep: Sleep) -> None:
    while True:
        known, line, lists = state(folder, exercise, now)
        over = line.state in (IDLE, HANDED_IN)
        phase = None if over else current(line, lists, schedule(known, line, lists))
        out.print(f"{now():%H:%M} {reading(line, lists).plain}{f', {phase.title}' if phase else ''}", soft_wrap=True)
        if over:
            return
        sleep(60)
