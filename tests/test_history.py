"""History: of all that was asked before, the shortest run that brings a wrong answer back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from grader.checks.asking import Asker
from grader.checks.cases import Case, Step, single
from grader.checks.mutants import correct
from grader.checks.round import Failure, Round
from grader.exercise import Call, Exercise, Rows
from grader.grading.blame import wrong
from grader.grading.history import shortest

Take = Callable[..., Asker]
Plant = Callable[[str], Path]
ROWS: Rows = {"alpha:TKT-101": {"id": "TKT-101", "title": "Login", "status": "open"}}


def search(context: str = "alpha", **args: Any) -> Call:
    return Call("search_tickets", args, context)


def last_failure(asker: Asker, calls: Iterable[Call], *, store: str | Rows = "fixture") -> Failure:
    """What failed last when these calls are asked one by one; other faults may come before it."""
    told = Round(asker)
    told.run(single("page.complete", "walks", call, store) for call in calls)
    return told.failures[-1]


NOISE = [search(limit=1), search("beta", query="x"), search(status="closed", limit=2), search("beta", limit=3)]


def test_the_one_call_before_is_found_among_many(asker: Take, planted: Plant) -> None:
    hand_in = asker(planted("cache-across-contexts"))
    case = shortest(hand_in, last_failure(hand_in, [search(), *NOISE, search("beta")]), wrong)
    assert [(step.call, step.times) for step in case.steps] == [(search(), 1), (search("beta"), 1)]


def test_a_number_of_calls_is_written_as_one_call_repeated(asker: Take, planted: Plant) -> None:
    hand_in = asker(planted("rate-limit"))
    case = shortest(hand_in, last_failure(hand_in, [*NOISE * 10, search()]), wrong)
    assert [(step.call, step.times) for step in case.steps] == [(search(), 40), (search(), 1)]


def test_a_run_of_several_calls_keeps_just_those_that_it_takes(asker: Take, planted: Plant) -> None:
    hand_in = asker(planted("cursor-expires"))
    calls = [
        search(limit=1),
        search("beta", status="closed"),
        *(search(query=q) for q in "abc"),
        search(cursor="TKT-101"),
    ]
    case = shortest(hand_in, last_failure(hand_in, calls), wrong)
    assert 2 <= len(case.before) <= 4
    assert wrong(hand_in.fresh(), case) is not None


def test_wrong_answers_on_the_way_do_not_hide_what_is_looked_for(
    asker: Take, planted: Plant, hand_in: Callable[[str], Path]
) -> None:
    source = (planted("rate-limit") / "tickets.py").read_text(encoding="utf-8")
    assert source.count("1 <= value <= 10") == 1
    taken = asker(hand_in(source.replace("1 <= value <= 10", "1 <= value <= 99")))
    case = shortest(taken, last_failure(taken, [*[search(limit=11)] * 20, *NOISE * 5, search()]), wrong)
    assert [(step.call, step.times) for step in case.steps] == [(search(), 40), (search(), 1)]


def test_every_call_of_a_run_is_handed_the_store_that_it_had(asker: Take, planted: Plant) -> None:
    hand_in = asker(planted("first-store-kept"))
    told = Round(hand_in)
    told.run([single("page.complete", "walks", search(), ROWS), single("page.complete", "walks", search())])
    case = shortest(hand_in, told.failures[-1], wrong)
    assert [step.store for step in case.steps] == [ROWS, "fixture"]


def test_steps_of_the_case_itself_stay_behind_the_run(asker: Take, planted: Plant) -> None:
    hand_in = asker(planted("rate-limit"))
    told = Round(hand_in)
    steps = (Step(search(limit=1)), Step(search(limit=2)))
    told.run([Case("state.same_answer", "state", steps) for _ in range(21)])
    case = shortest(hand_in, told.failures[-1], wrong)
    assert sum(step.times for step in case.steps) == 41
    assert case.call in (search(limit=1), search(limit=2))


ONCE = """
from pathlib import Path
FLAG = Path({flag!r})
def execute_tool(name, args, context, records):
    first = not FLAG.exists()
    FLAG.touch()
    return {{"ok": True, "tickets": [], "next_cursor": "x" if first else None}}
"""


def test_what_no_run_brings_back_is_left_as_it_was(asker: Take, hand_in: Callable[[str], Path], tmp_path: Path) -> None:
    taken = asker(hand_in(ONCE.format(flag=str(tmp_path / "flag"))))
    failure = last_failure(taken, [search(query="zebra"), search(query="zebra")])
    assert shortest(taken, failure, wrong) is failure.case


def test_a_walk_is_left_as_it_was(asker: Take, planted: Plant) -> None:
    hand_in = asker(planted("next-null-after-cursor"))
    told = Round(hand_in)
    told.run([single("walk.complete", "walks", search(limit=1), walk=True)])
    failure = next(failure for failure in told.failures if failure.walk)
    assert shortest(hand_in, failure, wrong) is failure.case


@pytest.mark.parametrize("asked", [0, 1])
def test_without_calls_before_there_is_no_run(exercise: Exercise, asker: Take, planted: Plant, asked: int) -> None:
    hand_in = asker(planted("insertion-order") if asked else correct(exercise, "python")[0])
    told = Round(hand_in)
    told.run([single("page.complete", "walks", search()), Case("page.complete", "walks", (Step(search(), times=2),))])
    assert [failure.asked for failure in told.failures] == [0, 1] * asked
