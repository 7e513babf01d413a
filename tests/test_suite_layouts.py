"""Every way in which tests may hold the function: the same faults must be noticed through each of them."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.checks.matrix import Matrix
from grader.checks.suite_turns import OWN, RAISES, Plan, asked_of_suites, plan, turn_of
from grader.exercise import Exercise
from grader.submission.handin import HandIn, take_in
from grader.submission.sandbox import Open
from grader.submission.suite_told import told
from grader.submission.suites import Bench, suite_of

LAYOUTS = Path(__file__).parent / "layouts"
NAMES = sorted(path.parent.name for path in LAYOUTS.glob("*/verdict.toml"))
MUTANTS = ("scope-missing", "default-limit-10", "limit-clamped", "bool-limit", "cursor-ignored")
STATES = ("killed", "survived", "timeout")


def laid(name: str, exercise: Exercise, folder: Path) -> Path:
    """The layout, with the correct adapter under another name and what its tests share."""
    target = folder / name
    shutil.copytree(LAYOUTS / name, target, ignore=shutil.ignore_patterns("verdict.toml", "__pycache__"))
    shutil.copy(LAYOUTS / "shared" / "facts.py", target)
    core = (exercise.folder / "mutants/python/correct_1/tickets.py").read_text()
    (target / "core.py").write_text(core.replace("def execute_tool(", "def answer("))
    return target


def planned(handin: HandIn, exercise: Exercise, folder: Path, names: tuple[str, ...]) -> Plan:
    """The mutants of these names, one correct adapter, and little else to play."""
    whole = plan(exercise, handin, {}, asked_of_suites(exercise, "python", only=names), folder)
    wanted = {OWN, RAISES, "correct_1", *map(turn_of, whole.mutants)}
    turns = tuple(turn for turn in whole.turns if turn["name"] in wanted)
    return replace(whole, correct=("correct_1",), turns=turns)


def played(path: Path, exercise: Exercise, folder: Path, names: tuple[str, ...] = MUTANTS) -> Matrix:
    """What the suite at `path` shows on the mutants of these names."""
    with take_in(path, exercise) as handin:
        asked = planned(handin, exercise, folder, names)
        bench = Bench(handin, Open(), "execute_tool", handin.settings.tests, asked.adapters)
        suite = suite_of(handin)
        assert suite is not None
        command = suite.find(bench)
        assert isinstance(command, list), command
        return Matrix(told(suite.play(bench, command, list(asked.turns), {})), asked)


def verdict(name: str) -> Mapping[str, Any]:
    return tomllib.loads((LAYOUTS / name / "verdict.toml").read_text())


def test_all_twenty_seven_are_here() -> None:
    assert len(NAMES) == 27


@pytest.mark.parametrize("name", NAMES)
def test_layout(name: str, exercise: Exercise, tmp_path: Path) -> None:
    due = verdict(name)

    matrix = played(laid(name, exercise, tmp_path), exercise, tmp_path / "mutants")

    states = {mutant.name: matrix.state(turn_of(mutant)) for mutant in matrix.plan.mutants}
    assert states == {mutant: state for state in STATES for mutant in due.get(state, ())}
    assert not matrix.failed
    assert not matrix.wrong
    assert [test.rpartition("::")[2] for test in matrix.idle] == due.get("idle", [])
    assert bool(matrix.told.blind) == due.get("blind", False)
