"""A practice as tests drive it: a hand-in laid out, a clock that stands where it is put, commands run inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from the_desk import Said, takehome

from grader.practice import moment
from grader.practice.events import Told, told
from grader.practice.start import Wanted, start

EXERCISE = "search_tickets"
NINE = datetime.fromisoformat("2026-03-02T09:00:00+01:00")
PLAN = """# Plan

## 1 The contract in my words

Two tools answer; the first rule that fails decides the code.

## 2 The registry

An entry holds a parser and a handler; the executor runs them.

## 3 The declaration

Name, description, schema; the description says how to go on.

## 4 The tests

| group | what it would prove |
|---|---|
| rules | each check is there |
| acceptance | the thirteen, whole |
| walks | all once |
| ~~isolation~~ because one tenant is enough for me | |
| regression | the old fixtures |

## 5 The minutes

| phase | minutes |
|---|---|
| plan | 15 |
| old tool behind the registry | 25 |
| search | 60 |
| tests | 60 |
| README | 20 |

I give up, in this order:

1. the query
2. walks under filters
"""
PREDICTIONS = """A1: {ids: [104], sure: 3}
A2: {ids: [101, 102, 104, 107, 110], next: TKT-110, sure: 3}
A3: {ids: [110, 112, 115], next: null, sure: 3}
A4: {ids: [101, 107], next: null, sure: 2}
A5: {ids: [110, 112], next: 112, sure: 1}
A6: {ids: [110, 112, 115], next: null, sure: 3}
A7: {ids: [102, 110, 115], next: null, sure: 2}
A8: {ids: [110], next: null, sure: 1}
A9: {code: invalid_arguments, sure: 3}
A10: {code: invalid_arguments, sure: 3}
A11: {code: forbidden, sure: 3}
A12: {ids: [103, 104], next: TKT-104, sure: 2}
A13: {code: unknown_tool, sure: 3}
"""
"""A3 is surely wrong and A8 a wrong guess."""


@dataclass
class Hands:
    """A hand-in with its practice; the time stands at `at` until it is moved."""

    folder: Path
    at: datetime = NINE

    def now(self) -> datetime:
        return self.at

    def later(self, minutes: float) -> None:
        self.at += timedelta(minutes=minutes)

    @property
    def told(self) -> Told:
        return told(self.folder)


@contextmanager
def moved(monkeypatch: Any, folder: Path, at: datetime) -> Iterator[None]:
    """Work in a folder at a moment."""
    with monkeypatch.context() as patch:
        patch.chdir(folder)
        patch.setenv(moment.FIXED, moment.write(at))
        yield


def hands(folder: Path, given: str | None = "get_ticket") -> Hands:
    """A practice laid out in a new folder."""
    mine = Hands(folder)
    start(folder, Wanted(EXERCISE, given=given), mine.now)
    return mine


def in_it(mine: Hands, monkeypatch: Any) -> Callable[..., Said]:
    """Runs `takehome` in the practice, at its time."""

    def run(*args: str | Path) -> Said:
        with moved(monkeypatch, mine.folder, mine.at):
            return takehome(*args)

    return run
