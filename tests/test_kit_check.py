"""The kit's check of itself can fail: each kind of proof says what is broken when something is."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from the_desk import TOP, takehome

from grader import kit_check, mutant_check
from grader.checks.mutants import Mutant, mutants
from grader.errors import KitError
from grader.exercise import Exercise, load, load_folder

TOY = TOP / "tests/test_toy"
RULES = TOP / "rubric/search_tickets/rules.yaml"


@pytest.fixture(scope="module")
def library() -> Exercise:
    return load_folder(TOY / "exercise", TOY / "exercise/rules.yaml")


@pytest.fixture(scope="module")
def real() -> Exercise:
    return load("search_tickets")


def mutant(exercise: Exercise, name: str) -> Mutant:
    return next(each for each in mutants(exercise, "python") if each.name == name)


def unwritten(tmp_path: Path) -> Path:
    (tmp_path / "desk.py").write_text(
        "def run_desk(name, args, context, records):\n    raise NotImplementedError\n", encoding="utf-8"
    )
    return tmp_path


def test_a_template_is_red_for_one_reason(library: Exercise, tmp_path: Path) -> None:
    assert kit_check._template_wrong(library, unwritten(tmp_path)) == ""
    assert "should be red for one reason" in kit_check._template_wrong(library, TOY / "right")
    assert "['fields.book', " in kit_check._template_wrong(library, TOY / "careless")


def test_a_reference_is_right(library: Exercise) -> None:
    assert kit_check._reference_wrong(library, TOY / "right") == ""
    assert kit_check._reference_wrong(library, TOY / "leaky") == "breaks scope.list"


def test_a_sample_leaks(library: Exercise) -> None:
    assert kit_check._sample_wrong(library, TOY / "leaky") == ""
    assert "should be caught by a finding of tier whose_data" in kit_check._sample_wrong(library, TOY / "careless")
    assert kit_check._sample_wrong(library, TOY / "right")


def test_a_written_reply_that_the_model_does_not_owe_is_named_by_its_line(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(load("search_tickets").folder, tmp_path / "copy"))
    path = copy / "calls/acceptance.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("args: {limit: 11}, code: invalid_arguments", "args: {limit: 11}, code: forbidden"), "utf-8"
    )
    proof = next(kit_check._written(load_folder(copy, RULES)))
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "id: A9" in row)
    assert f"calls/acceptance.yaml:{line}" in proof.wrong
    assert next(kit_check._written(load("search_tickets"))).wrong == ""


def test_an_exercise_without_calls_keeps_no_promise_about_them(tmp_path: Path) -> None:
    """Calls count before there are mutants; none at all is no agreement."""
    copy = Path(shutil.copytree(TOY / "exercise", tmp_path / "copy"))
    proof = next(kit_check._written(load_folder(copy, TOY / "exercise/rules.yaml")))
    assert (proof.says, proof.wrong) == ("model and calls files agree on 7 cases", "")
    shutil.rmtree(copy / "calls")
    proof = next(kit_check._written(load_folder(copy, TOY / "exercise/rules.yaml")))
    assert proof.wrong == f"no call is written yet; write the first in {copy}/calls/acceptance.yaml"


def test_a_mutant_is_caught_under_its_rule_by_the_calls_that_see_it(real: Exercise) -> None:
    rules, seen = mutant_check.caught_by(real, "python", mutant(real, "scope-missing"))
    assert "scope.search" in rules
    assert seen >= {"A2", "A8"}


def test_a_mutant_without_its_fault_is_not_caught(real: Exercise) -> None:
    harmless = mutant(real, "scope-missing")
    same = replace(harmless, edit=tuple((old, old) for old, _ in harmless.edit), rule="name.exact", case=harmless.case)
    assert mutant_check.caught_by(real, "python", same) == ([], set())


def test_a_mutant_whose_edit_fits_nowhere_is_named(real: Exercise) -> None:
    lost = replace(mutant(real, "scope-missing"), edit=(("no such line", ""),))
    with pytest.raises(KitError, match=r"scope-missing.*matches 0 times"):
        mutant_check.caught_by(real, "python", lost)


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="takes minutes; run it with: takehome check-kit")
def test_the_kit_keeps_its_promises() -> None:
    said = takehome("check-kit")
    assert (said.code, [line for line in said.out.splitlines() if line.startswith("✗")]) == (0, [])
