"""What many tests share: the exercise, hand-ins written from text or planted from a mutant, and real workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from grader.checks.asking import Asker
from grader.checks.mutants import mutants, plant
from grader.exercise import Exercise, load
from grader.grading.options import Options, starter
from grader.submission.handin import take_in


@pytest.fixture(scope="session")
def exercise() -> Exercise:
    return load("search_tickets")


@pytest.fixture
def hand_in(tmp_path: Path) -> Callable[..., Path]:
    """Writes a hand-in of one file; gives its folder."""

    def write(text: str, file: str = "tickets.py") -> Path:
        path = tmp_path / "handed_in" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return tmp_path / "handed_in"

    return write


@pytest.fixture
def planted(exercise: Exercise, tmp_path: Path) -> Callable[[str], Path]:
    """Plants the Python mutant of a name; gives its folder."""
    catalogue = {mutant.name: mutant for mutant in mutants(exercise, "python")}
    return lambda name: plant(exercise, "python", catalogue[name], tmp_path / name)


@pytest.fixture
def asker(exercise: Exercise) -> Iterator[Callable[..., Asker]]:
    """Takes a hand-in in and gives an asker of it; all is let go at the end of the test."""
    with ExitStack() as stack:

        def take(path: Path, **options: Any) -> Asker:
            handin = stack.enter_context(take_in(path, exercise))
            return stack.enter_context(Asker(exercise, starter(handin, Options(**options))))

        yield take
