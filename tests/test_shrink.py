"""Shrinking: what a failing case does not need is taken away, and it goes on breaking its rule."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.checks.asking import Asker
from grader.checks.cases import Case, Step, single
from grader.checks.mutants import correct
from grader.exercise import FIXTURE, Call, Exercise, Rows
from grader.grading.shrink import shrunk

Take = Callable[..., Asker]
Plant = Callable[[str], Path]


def row(number: int, title: str = "Login", **more: Any) -> dict[str, Any]:
    return {"id": f"TKT-{number}", "title": title, "status": "open", **more}


def search(context: str = "alpha", **args: Any) -> Call:
    return Call("search_tickets", args, context)


STORE: Rows = {
    "alpha:TKT-103": row(103, note="a"),
    "alpha2:TKT-105": row(105, "Refund of alpha2", note={"b": ["c"]}),
    "beta:TKT-101": row(101, "Private"),
    "alpha:TKT-101": row(101),
    "alpha:TKT-102": row(102),
}


def test_arguments_that_do_not_matter_are_left_out(asker: Take, planted: Plant) -> None:
    case = single("limit.range", "arguments", search(status="open", limit=11, query="e"), name="x")
    rule, small = shrunk(asker(planted("limit-clamped")), "limit.range", case)
    assert (rule, small.call.args, small.name) == ("limit.range", {"limit": 11}, None)


def test_the_fixture_is_preferred_to_any_other_store(asker: Take, planted: Plant) -> None:
    case = single("limit.range", "arguments", search(limit=11), STORE)
    assert shrunk(asker(planted("limit-clamped")), "limit.range", case)[1].store == FIXTURE


def test_rows_and_fields_that_do_not_matter_are_left_out(asker: Take, planted: Plant) -> None:
    case = single("scope.search", "isolation", search(status="open", limit=10), STORE)
    rule, small = shrunk(asker(planted("prefix-no-colon")), "scope.search", case)
    assert (rule, small.call.args, small.store) == (
        "scope.search",
        {},
        {"alpha2:TKT-105": row(105, "Refund of alpha2")},
    )


def test_rows_that_a_fault_needs_stay(asker: Take, planted: Plant) -> None:
    rows = {f"alpha:TKT-{n}": row(n) for n in (104, 101, 105, 103, 102)}
    rule, small = shrunk(asker(planted("insertion-order")), "sort.id", single("sort.id", "walks", search(), rows))
    assert rule == "sort.id"
    assert small.store == FIXTURE
    assert small.call.args == {}


def test_a_case_that_is_answered_rightly_stays_as_it_is(exercise: Exercise, asker: Take) -> None:
    case = single("sort.id", "walks", search(status="open"), STORE)
    assert shrunk(asker(correct(exercise, "python")[0]), "sort.id", case) == ("sort.id", case)


def test_a_case_that_costs_the_worker_stays_as_it_is(asker: Take, planted: Plant) -> None:
    case = single("answer.alive", "dispatch", Call("list_tickets", {"a": 1}, "alpha"))
    assert shrunk(asker(planted("ends-the-process")), "answer.alive", case) == ("answer.alive", case)


def test_a_store_that_is_compared_with_its_twin_is_not_touched(asker: Take, planted: Plant) -> None:
    own = {key: each for key, each in STORE.items() if key.startswith("alpha:")}
    case = single("sort.id", "walks", search(status="open"), own, twin=STORE)
    small = shrunk(asker(planted("insertion-order")), "sort.id", case)[1]
    assert (small.store, small.twin, small.call.args) == (own, STORE, {})


def test_steps_that_do_not_matter_are_left_out(asker: Take, planted: Plant) -> None:
    steps = tuple(map(Step, [search(limit=1), search("beta", query="x"), search(), search(limit=2), search("beta")]))
    case = Case("scope.session", "isolation", steps)
    rule, small = shrunk(asker(planted("cache-across-contexts")), "scope.session", case)
    assert rule == "scope.session"
    assert [step.call for step in small.steps] == [search(), search("beta")]


@pytest.mark.parametrize("times", [41, 42, 60, 199])
def test_a_call_is_repeated_no_more_often_than_it_takes(asker: Take, planted: Plant, times: int) -> None:
    case = Case("state.same_answer", "state", (Step(search(), times=times),))
    rule, small = shrunk(asker(planted("rate-limit")), "state.same_answer", case)
    assert (rule, small.steps) == ("state.same_answer", (Step(search(), times=41),))


def test_a_smaller_case_never_stands_for_a_milder_rule(asker: Take, planted: Plant) -> None:
    hand_in = asker(planted("scope-missing"))
    rule, small = shrunk(
        hand_in, "scope.cursor", single("scope.cursor", "isolation", search(cursor="TKT-102", limit=2))
    )
    assert (rule, small.call.args) == ("scope.search", {})


def test_a_reply_that_was_written_for_one_store_is_not_due_on_another(asker: Take, planted: Plant) -> None:
    rows = {"alpha:TKT-120": row(120, "Jam " * 100)}
    step = Step(
        Call("get_ticket", {"ticket_id": "TKT-120"}, "alpha"), due={"ok": True, "ticket": row(120, "Jam " * 100)}
    )
    rule, small = shrunk(asker(planted("title-cut")), "fields.value", Case("fields.get", "fields", (step,), rows))
    assert (rule, small.store) == ("fields.value", rows)
