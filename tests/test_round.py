"""A round asks each case once, counts what passed, and keeps all that failed with what led to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.checks.asking import Asker
from grader.checks.cases import Case, Step, single, written_cases
from grader.checks.mutants import correct
from grader.checks.round import MOST_DEAD, MOST_DEAD_UNDER_A_RULE, TICK, Round
from grader.exercise import Call, Exercise

Take = Callable[..., Asker]
Plant = Callable[[str], Path]


def search(rule: str = "page.complete", name: str | None = None, **args: object) -> Case:
    return single(rule, "walks", Call("search_tickets", args, "alpha"), name=name)


def thirteen(exercise: Exercise, asker: Asker) -> Round:
    told = Round(asker)
    told.run(written_cases(exercise, "python", ["acceptance"]))
    return told


def test_a_correct_hand_in_passes_the_thirteen(exercise: Exercise, asker: Take) -> None:
    told = thirteen(exercise, asker(correct(exercise, "python")[0]))
    assert told.tally["acceptance"] == {"passed": 13}
    assert [result.case.name for result in told.results] == [f"A{n}" for n in range(1, 14)]
    assert told.failures == []


@pytest.mark.parametrize(
    ("name", "failed"),
    [
        ("insertion-order", "A2 A5 A6 A7 A12"),
        ("limit-clamped", "A9"),
        ("unknown-name-raises", "A13"),
        ("forbidden-before-args", ""),
        ("store-note-popped", ""),
    ],
)
def test_of_the_thirteen_those_fail_that_see_the_fault(
    exercise: Exercise, asker: Take, planted: Plant, name: str, failed: str
) -> None:
    told = thirteen(exercise, asker(planted(name)))
    assert [result.case.name for result in told.results if result.status != "passed"] == failed.split()


STATUS = {
    "raised": ("unknown-name-raises", Call("list_tickets", {}, "alpha")),
    "failed": ("limit-clamped", Call("search_tickets", {"limit": 11}, "alpha")),
    "timeout": ("answers-too-late", Call("search_tickets", {}, "alpha")),
    "died": ("ends-the-process", Call("list_tickets", {}, "alpha")),
}


@pytest.mark.parametrize("status", STATUS)
def test_a_failing_case_has_its_status(asker: Take, planted: Plant, status: str) -> None:
    name, call = STATUS[status]
    told = Round(asker(planted(name), timeout=0.3))
    told.run([single("name.exact", "dispatch", call, name="x")])
    assert [result.status for result in told.results] == [status]
    assert told.tally == {"dispatch": {status: 1}}


def test_a_failing_sequence_is_kept_up_to_its_wrong_step_with_what_was_asked_before(
    asker: Take, planted: Plant
) -> None:
    told = Round(asker(planted("rate-limit")))
    case = Case("state.same_answer", "state", (Step(search().call, times=45), Step(search().call)))
    told.run([search(), case])
    assert [len(failure.case.steps) for failure in told.failures] == [1]
    assert told.failures[0].asked == 1
    assert [step.times for step, _ in told.failures[0].history] == [1] * 47
    assert told.failures[0].verdict.all == ("permission.code",)


def test_a_case_passes_when_only_something_beside_its_reply_is_wrong(asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("store-note-popped")))
    told.run([search(limit=1, name="x")])
    assert [result.status for result in told.results] == ["passed"]
    assert [failure.verdict.all for failure in told.failures] == [("store.unchanged",)]


def test_a_case_written_for_what_stands_beside_the_reply_fails_by_it(asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("store-note-popped")))
    told.run([search("store.unchanged", limit=1, name="x")])
    assert [result.status for result in told.results] == ["failed"]


def test_an_open_place_is_observed_and_not_counted(asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("limit-clamped")))
    call = Call("search_tickets", {"limit": 11}, "alpha")
    told.run([Case("limit.range", "arguments", (Step(call),), name="x", open="limit_eleven")])
    assert (told.tally, told.failures, told.results[0].status) == ({}, [], "passed")
    assert told.results[0].exchange is not None


def test_no_further_call_is_made_under_a_rule_that_keeps_dying(asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("ends-the-process")))
    unknown = [single("name.exact", "dispatch", Call(f"tool_{n}", {}, "alpha")) for n in range(5)]
    told.run([*unknown, search()])
    assert told.tally["dispatch"] == {"died": MOST_DEAD_UNDER_A_RULE, "not_run": 5 - MOST_DEAD_UNDER_A_RULE}
    assert told.tally["walks"] == {"passed": 1}


def test_no_further_call_is_made_after_many_deaths_in_a_row(asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("ends-the-process")))
    told.run(single(f"r{n}", "dispatch", Call("x", {}, "alpha")) for n in range(MOST_DEAD + 2))
    told.run([search()])
    assert told.tally["dispatch"] == {"died": MOST_DEAD, "not_run": 2}
    assert told.tally["walks"] == {"not_run": 1}


def test_a_try_in_several_forms_counts_once(asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("limit-clamped")))
    told.any_of([[search(), search(limit=11), search(limit=12)], [search(), search(limit=1)]])
    assert told.tally == {"walks": {"failed": 1, "passed": 1}}
    assert len(told.failures) == 2


def test_the_value_of_a_reply_is_given_back_and_counted(exercise: Exercise, asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("unknown-name-raises")))
    assert told.value(search(limit=1)) == exercise.due(search(limit=1).call, exercise.store)
    assert told.value(single("name.exact", "dispatch", Call("x", {}, "alpha"))) is None
    assert told.tally == {"walks": {"passed": 1}, "dispatch": {"raised": 1}}


def walks() -> Iterator[Case]:
    for limit in (1, 2):
        call = Call("search_tickets", {"limit": limit}, "alpha")
        yield single("walk.complete", "walks", call, walk=True)


def test_walks_are_kept_and_counted_once(exercise: Exercise, asker: Take) -> None:
    told = Round(asker(correct(exercise, "python")[0]))
    told.run(walks())
    assert told.tally == {"walks": {"passed": 2}}
    assert [len(walk.pages) for _, walk in told.walked] == [7, 4]


def test_a_wrong_page_of_a_walk_is_kept_as_a_call_of_its_own(asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("insertion-order")))
    told.run(walks())
    assert told.tally == {"walks": {"failed": 2}}
    assert told.failures
    assert not any(failure.case.walk for failure in told.failures)


def test_pages_behind_cursors_of_its_own_form_are_not_held_against_a_hand_in(asker: Take, planted: Plant) -> None:
    told = Round(asker(planted("cursor-base64")))
    told.run(walks())
    assert {failure.exchange.step.call.args.get("cursor") for failure in told.failures if not failure.walk} == {None}


def test_progress_is_told_now_and_then(exercise: Exercise, asker: Take) -> None:
    ticks: list[tuple[int, int]] = []
    told = Round(asker(correct(exercise, "python")[0]), lambda done, of: ticks.append((done, of)))
    told.of = 3 * TICK
    told.run(search(limit=1) for _ in range(2 * TICK + 1))
    assert ticks == [(TICK, 3 * TICK), (2 * TICK, 3 * TICK)]
