"""The catalogue of faults in JavaScript: each patch fits, each fault shows on its call, each rule has one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from the_node import run
from the_node_jobs import ASK, EXERCISE, FOLDER, ask, calls_asked, job, joined

from grader.checks.cases import Case, written_cases
from grader.checks.mutants import Mutant, mutants, plant
from grader.exercise import BLOCKING
from grader.values import same
from grader.written import read

MUTANTS = mutants(EXERCISE, "javascript")
TWINS = {mutant.name: mutant for mutant in mutants(EXERCISE, "python")}
BASE = FOLDER / "correct_1" / "tickets.mjs"

CLASSES = {"tenant-scope", "data-leak", "mutation", "contract", "paging", "order-of-checks", "crash", "state"}
NEEDS_A_PROCESS = {"answer.time", "answer.alive"}
NOT_IN_JAVASCRIPT = {
    "name-unhashable-raises",  # a Map takes any key
    "status-unhashable-raises",  # so does a list of states
    "float-limit",  # 2.0 is 2
    "limit-as-float",  # every number is one
    "tickets-tuple",  # there are none
    "tickets-generator",  # told as `tickets-set`
}
DEADLINE = 2.0
"""Seconds, Node's start among them, after which no answer counts as none."""

every_mutant = pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)


# ---- the catalogue as a file ----


@every_mutant
def test_an_entry_is_whole(mutant: Mutant) -> None:
    assert EXERCISE.rules[mutant.rule].tier == mutant.tier
    assert mutant.kind in CLASSES
    assert mutant.says.endswith(".")
    assert len(mutant.says) <= 120


@every_mutant
def test_every_old_text_stands_once_in_the_correct_adapter(mutant: Mutant) -> None:
    source = BASE.read_text()
    for old, new in mutant.edit:
        assert BASE.read_text().count(old) == 1
        assert source.count(old) == 1, "an edit before this one wrote the text again"
        source = source.replace(old, new)


def test_no_two_mutants_are_alike() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert len({mutant.says for mutant in MUTANTS}) == len(MUTANTS)
    assert len({mutant.edit for mutant in MUTANTS}) == len(MUTANTS)


def test_the_same_name_means_the_same_fault_in_both_catalogues() -> None:
    shared = [mutant for mutant in MUTANTS if mutant.name in TWINS]
    differ = [mutant.name for mutant in shared if _kind(mutant) != _kind(TWINS[mutant.name])]
    assert differ == []
    assert TWINS.keys() - {mutant.name for mutant in shared} == NOT_IN_JAVASCRIPT


def _kind(mutant: Mutant) -> tuple[Any, ...]:
    return (mutant.rule, mutant.tier, mutant.kind, mutant.star, mutant.open, [step.call for step in mutant.case.steps])


def test_every_rule_of_behaviour_is_broken_by_a_mutant() -> None:
    behaviour = {rule.id for rule in EXERCISE.rules.values() if rule.tier in BLOCKING}
    assert behaviour - {mutant.rule for mutant in MUTANTS} == set()


def test_typescript_shares_the_catalogue() -> None:
    assert read(FOLDER.parent / "typescript" / "same_as.yaml").data == {"same_as": "javascript"}
    assert [path.name for path in (FOLDER.parent / "typescript").iterdir()] == ["same_as.yaml"]


# ---- the faults themselves ----


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every mutant's module."""
    folder = tmp_path_factory.mktemp("mutants")
    return {m.name: plant(EXERCISE, "javascript", m, folder / m.name) / BASE.name for m in MUTANTS}


@pytest.fixture(scope="module")
def outcomes(planted: dict[str, Path]) -> dict[str, tuple[Any, Any]]:
    """For each mutant that ends by itself: what comes of its telling call on the correct adapter, and on it."""
    quick = [mutant for mutant in MUTANTS if mutant.rule not in NEEDS_A_PROCESS]
    jobs = [job(module, mutant.case) for mutant in quick for module in (BASE, planted[mutant.name])]
    came = ask(jobs)
    return dict(zip((mutant.name for mutant in quick), zip(came[::2], came[1::2], strict=True), strict=True))


@every_mutant
def test_the_fault_shows_on_the_telling_call(
    mutant: Mutant, outcomes: dict[str, tuple[Any, Any]], planted: dict[str, Path]
) -> None:
    if mutant.rule in NEEDS_A_PROCESS:
        assert ending(planted[mutant.name], mutant.case) == ENDINGS[mutant.rule]
    else:
        right, wrong = outcomes[mutant.name]
        assert not same(wrong, right)


ENDINGS = {"answer.time": "no answer in time", "answer.alive": "ended before it answered"}


def ending(module: Path, case: Case) -> str:
    """How the process ends in which the case is played."""
    try:
        ran = run(ASK.parent, ASK.name, said=json.dumps([job(module, case)]), timeout=DEADLINE)
    except subprocess.TimeoutExpired:
        return "no answer in time"
    return "answered" if ran.stdout else "ended before it answered"


def test_the_correct_adapter_answers_within_the_deadline() -> None:
    late = next(mutant for mutant in MUTANTS if mutant.rule == "answer.time")
    assert ending(BASE, late.case) == "answered"


@every_mutant
def test_the_correct_adapter_is_right_on_the_telling_call(mutant: Mutant, outcomes: dict[str, tuple[Any, Any]]) -> None:
    if mutant.rule in NEEDS_A_PROCESS:
        return
    came = outcomes[mutant.name][0]
    for reply, (call, rows) in zip(came["replies"], calls_asked(mutant.case, came["replies"]), strict=True):
        assert same(reply, EXERCISE.due(call, rows))
    assert came["rows"] == [list(row) for row in calls_asked(mutant.case, came["replies"])[-1][1].items()]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("answers-later", {"$": "Promise"}),
        ("success-promised", {"$": "Promise"}),
        ("forbidden-thrown", {"raised": "Error"}),
        ("inherited-name-raises", {"raised": "TypeError"}),
        ("own-method-replaced", {"raised": "TypeError"}),
        ("next-undefined", {"ok": True, "tickets": [], "next_cursor": {"$": "undefined"}}),
        ("tickets-set", {"ok": True, "tickets": {"$": "Set"}, "next_cursor": None}),
        ("regex-last-index", {"ok": False, "code": "invalid_arguments"}),
        ("proto-key-dropped", {"ok": True, "tickets": [], "next_cursor": None}),
    ],
)
def test_a_fault_of_this_language_shows_as_itself(name: str, shown: Any, outcomes: dict[str, tuple[Any, Any]]) -> None:
    assert outcomes[name][1]["replies"][-1] == shown


def test_each_acceptance_call_is_answered_wrongly_by_some_mutant(planted: dict[str, Path]) -> None:
    thirteen = written_cases(EXERCISE, "javascript", ["acceptance"])
    quick = [planted[mutant.name] for mutant in MUTANTS if mutant.rule not in NEEDS_A_PROCESS]
    came = ask([joined(module, thirteen) for module in quick])
    due = [case.steps[0].due for case in thirteen]
    seen = {
        str(case.name)
        for each in came
        for case, reply, wanted in zip(thirteen, each["replies"], due, strict=True)
        if not same(reply, wanted)
    }
    assert seen == {f"A{number}" for number in range(1, 14)}
