"""The terminal: its console, JSON alone, and one sentence where something cannot be done."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.text import Text

from grader.submission.sandbox import Sandbox
from grader.submission.text import clean

BAD, GOOD = "bold yellow", "blue"


def console(*, stderr: bool = False) -> Console:
    """A console that keeps to text when the output is no terminal or colour is not wanted."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def print_json(value: Any) -> None:
    """The one thing on standard output where JSON was asked for."""
    print(json.dumps(value, ensure_ascii=True))


def unboxed(sandbox: Sandbox) -> None:
    """Warn where a hand-in runs without a box; a box needs no word."""
    if sandbox.tier == "none":
        console(stderr=True).print(Text(clean(sandbox.says), "yellow"), soft_wrap=True)


def stopped(path: str, why: str) -> None:
    """Why there is no grade of a path."""
    shown = clean(path, 300)
    error(why if shown in why else f"{shown}: {why}")


def error(message: str) -> None:
    """One sentence on the error stream."""
    console(stderr=True).print(f"takehome: {clean(message)}", soft_wrap=True)
