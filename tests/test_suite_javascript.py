"""Every way in which tests on Node may hold the function: the same faults must be noticed through each of them."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from the_node import node

from grader.checks.matrix import Matrix
from grader.checks.suite_turns import BACKWARDS, OWN, RAISES, Plan, asked_of_suites, plan, turn_of
from grader.exercise import Exercise
from grader.submission.handin import HandIn, take_in
from grader.submission.sandbox import Open
from grader.submission.suite_told import told
from grader.submission.suites import Bench, Suite, suite_of

LAYOUTS = Path(__file__).parent / "layouts_javascript"
NAMES = sorted(path.parent.name for path in LAYOUTS.glob("*/verdict.toml"))
MUTANTS = ("scope-missing", "default-limit-10", "limit-clamped", "bool-limit", "cursor-ignored")
STATES = ("killed", "survived", "timeout", "not_run")
FUNCTION = "executeTool"


@pytest.fixture(autouse=True)
def _node() -> None:
    node()


def verdict(name: str) -> Mapping[str, Any]:
    return tomllib.loads((LAYOUTS / name / "verdict.toml").read_text())


def laid(name: str, exercise: Exercise, folder: Path) -> Path:
    """The layout, with the correct adapter under another name and what its tests share."""
    target = folder / name
    shutil.copytree(LAYOUTS / name, target, ignore=shutil.ignore_patterns("verdict.toml"))
    shutil.copy(LAYOUTS / "shared" / "facts.mjs", target)
    core = (exercise.folder / "mutants/javascript/correct_1/tickets.mjs").read_text()
    (target / "core.mjs").write_text(core.replace(f"function {FUNCTION}(", "function answer("))
    return target


def planned(handin: HandIn, exercise: Exercise, folder: Path) -> Plan:
    """A handful of mutants, one correct adapter, and little else to play."""
    whole = plan(exercise, handin, {}, asked_of_suites(exercise, handin.language.name, only=MUTANTS), folder)
    wanted = {OWN, BACKWARDS, RAISES, "correct_1", *map(turn_of, whole.mutants)}
    turns = tuple(turn for turn in whole.turns if turn["name"] in wanted)
    return replace(whole, correct=("correct_1",), turns=turns)


def suite(handin: HandIn, **more: Any) -> tuple[Suite, Bench, list[str]]:
    """The suite of a hand-in, its bench, and the command found."""
    bench = Bench(handin, Open(), FUNCTION, handin.settings.tests, **more)
    found = suite_of(handin)
    assert found is not None
    command = found.find(bench)
    assert isinstance(command, list), command
    return found, bench, command


def played(path: Path, exercise: Exercise, folder: Path, seconds: float) -> Matrix:
    """What the suite at `path` shows on the mutants."""
    with take_in(path, exercise) as handin:
        asked = planned(handin, exercise, folder)
        found, bench, command = suite(handin, adapters=asked.adapters, jobs=2, seconds=seconds)
        return Matrix(told(found.play(bench, command, list(asked.turns), {})), asked)


def titles(tests: list[str]) -> list[str]:
    return [test.rpartition(" > ")[2] for test in tests]


@pytest.mark.parametrize("name", NAMES)
def test_layout(name: str, exercise: Exercise, tmp_path: Path) -> None:
    due = verdict(name)

    matrix = played(laid(name, exercise, tmp_path), exercise, tmp_path / "mutants", due.get("seconds", 60))

    if "end" in due:
        assert matrix.told.turn(OWN).end.startswith(due["end"])
        assert [m.name for m in matrix.plan.mutants if matrix.state(turn_of(m)) == "survived"] == []
        return
    assert matrix.told.turn(OWN).end == "done", matrix.told.printed
    states = {mutant.name: matrix.state(turn_of(mutant)) for mutant in matrix.plan.mutants}
    assert states == {mutant: state for state in STATES for mutant in due.get(state, ())}
    assert not matrix.failed
    assert not matrix.wrong
    assert titles(matrix.idle) == due.get("idle", [])
    assert titles(matrix.ordered) == due.get("ordered", [])
    assert {test.rpartition(" > ")[2]: why for test, why in matrix.skipped.items()} == due.get("skipped", {})
