"""Asking: steps are played on one records object, each is judged, and a worker that is lost is replaced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.checks.asking import Asker, answers_alike, edited, failures
from grader.checks.cases import Case, Step, single
from grader.exercise import Call, Exercise, Rows
from grader.submission.reply import Reply

ONE = {"id": "TKT-101", "title": "Login fails", "status": "open"}
TWO = {"id": "TKT-102", "title": "Printer offline", "status": "open"}
ROWS: Rows = {"alpha:TKT-101": ONE, "alpha:TKT-102": TWO}
SEARCH = Call("search_tickets", {}, "alpha")
FIRST = Call("search_tickets", {"limit": 1}, "alpha")

SEEN = """
CALLS = []
def execute_tool(name, args, context, records):
    CALLS.append(name)
    if name == "die":
        import os
        os._exit(3)
    if name == "change":
        records["alpha:TKT-101"]["title"] = "changed"
    if name == "write":
        args["x"] = args.get("x", 0) + 1
    if name == "share":
        return {"ok": True, "tickets": list(records.values()), "next_cursor": None}
    return {"ok": True, "calls": len(CALLS), "args": dict(args), "keys": list(records), "next_cursor": f"c{len(CALLS)}"}
"""

Take = Callable[..., Asker]


@pytest.fixture
def seen(asker: Take, hand_in: Callable[[str], Path]) -> Asker:
    """A hand-in that tells what it sees."""
    return asker(hand_in(SEEN))


def steps(*parts: Step, store: str | Rows = ROWS) -> Case:
    return Case("state.args", "state", parts, store)


def call(name: str, context: str = "alpha", **args: object) -> Call:
    return Call(name, args, context)


def test_each_case_is_asked_on_its_store_as_it_was_written(seen: Asker) -> None:
    keys = [seen.ask(single("r", "state", call("x"), store))[0].reply.value["keys"] for store in (ROWS, {}, ROWS)]
    assert keys == [[*ROWS], [], [*ROWS]]


def test_a_change_lasts_until_the_end_of_the_case(seen: Asker) -> None:
    changed = seen.ask(steps(Step(call("x"), edit=(("beta:TKT-103", ONE), ("alpha:TKT-101", None))), Step(call("x"))))
    assert [exchange.reply.value["keys"] for exchange in changed] == [["alpha:TKT-102", "beta:TKT-103"]] * 2
    assert [list(exchange.rows) for exchange in changed] == [["alpha:TKT-102", "beta:TKT-103"]] * 2
    assert seen.ask(steps(Step(call("x"))))[0].reply.value["keys"] == [*ROWS]


def test_a_step_may_be_handed_another_store(seen: Asker) -> None:
    exchanges = seen.ask(steps(Step(call("x")), Step(call("x"), store={"alpha:TKT-102": TWO}), Step(call("x"))))
    assert [exchange.reply.value["keys"] for exchange in exchanges] == [[*ROWS], ["alpha:TKT-102"], ["alpha:TKT-102"]]


def test_args_are_new_unless_they_are_kept(seen: Asker) -> None:
    exchanges = seen.ask(steps(Step(call("write")), Step(call("write")), Step(call("write"), keep_args=True)))
    assert [exchange.reply.value["args"] for exchange in exchanges] == [{"x": 1}, {"x": 1}, {"x": 2}]


def test_a_step_is_asked_as_often_as_it_says_and_edited_once(seen: Asker) -> None:
    exchanges = seen.ask(steps(Step(call("x"), times=3, edit=(("beta:TKT-103", ONE),)), Step(call("x"))))
    assert [exchange.reply.value["calls"] for exchange in exchanges] == [1, 2, 3, 4]
    assert [exchange.at for exchange in exchanges] == [0, 0, 0, 1]
    assert [len(exchange.reply.value["keys"]) for exchange in exchanges] == [3] * 4


def test_next_is_the_cursor_of_the_reply_before(seen: Asker) -> None:
    exchanges = seen.ask(steps(Step(call("x")), Step(Call("search_tickets", {"cursor": "$next", "limit": 2}, "beta"))))
    assert exchanges[1].step.call.args == {"cursor": "c1", "limit": 2}
    assert exchanges[1].reply.value["args"] == {"cursor": "c1", "limit": 2}


def test_a_case_ends_where_there_is_no_next(asker: Take, planted: Callable[[str], Path]) -> None:
    exchanges = asker(planted("next-always-null")).ask(steps(Step(FIRST), Step(call("search_tickets", cursor="$next"))))
    assert len(exchanges) == 1


def test_a_changed_store_is_seen_beside_the_reply(seen: Asker) -> None:
    verdict = seen.ask(steps(Step(call("change"))))[0].verdict
    assert verdict.beside == ("store.unchanged",)


def test_writing_to_a_reply_shows_a_shared_store(seen: Asker) -> None:
    exchanges = seen.ask(steps(Step(call("share"), scribble=True)))
    assert [exchange.verdict.beside for exchange in exchanges] == [(), ("copy.fresh",)]
    assert exchanges[1].reply.rows != ROWS


def test_a_worker_that_died_ends_the_case_and_is_replaced(seen: Asker) -> None:
    exchanges = seen.ask(steps(Step(call("x")), Step(call("die")), Step(call("x"))))
    assert [exchange.reply.kind for exchange in exchanges] == ["ok", "died"]
    again = seen.ask(steps(Step(call("x"))))[0].reply.value
    assert (again["calls"], again["keys"]) == (1, [*ROWS])


def test_alone_is_another_worker(seen: Asker) -> None:
    case = steps(Step(call("x")))
    assert [seen.ask(case)[0].reply.value["calls"] for _ in range(2)] == [1, 2]
    assert seen.alone(case)[0].reply.value["calls"] == 1
    assert seen.ask(case)[0].reply.value["calls"] == 3


def test_what_was_asked_is_remembered_until_the_worker_is_lost(seen: Asker) -> None:
    seen.ask(steps(Step(call("x"), times=2), Step(call("y"))))
    assert [step.call.tool for step, _ in seen.asked] == ["x", "x", "y"]
    seen.ask(steps(Step(call("die"))))
    seen.ask(steps(Step(call("z"))))
    assert [step.call.tool for step, _ in seen.asked] == ["z"]


def test_a_step_is_judged_against_what_is_written_else_against_the_model(
    asker: Take, planted: Callable[[str], Path]
) -> None:
    correct = asker(planted("float-limit"))
    written = Step(SEARCH, due={"ok": False, "code": "forbidden"})
    wrong, right = correct.ask(steps(written, Step(SEARCH)))
    assert (bool(wrong.verdict.rules), right.verdict.rules) == (True, ())


def test_an_open_place_is_asked_and_never_judged(seen: Asker) -> None:
    exchange = seen.ask(Case("limit.type", "arguments", (Step(call("x")),), ROWS, open="limit_float"))[0]
    assert (exchange.verdict.all, exchange.due, exchange.reply.kind) == ((), None, "ok")


def test_of_a_case_the_first_wrong_answer_counts_and_every_later_leak(
    exercise: Exercise, asker: Take, planted: Callable[[str], Path]
) -> None:
    leaking = asker(planted("cursor-base64"))
    case = steps(
        Step(FIRST), Step(call("search_tickets", limit=11)), Step(FIRST),
        Step(call("search_tickets", "beta", cursor="$next")), store="fixture",
    )  # fmt: skip
    found = [(exchange.at, verdict.all) for exchange, verdict in failures(exercise, leaking.ask(case))]
    assert found == [(0, ("next.id",)), (3, ("scope.cursor",))]


def test_a_store_handed_over_anew_is_a_new_start(
    exercise: Exercise, asker: Take, planted: Callable[[str], Path]
) -> None:
    wrong = call("search_tickets", limit=11)
    case = steps(Step(wrong, times=2), Step(wrong), Step(wrong, store=ROWS, times=2), Step(wrong))
    found = failures(exercise, asker(planted("limit-clamped")).ask(case))
    assert [exchange.at for exchange, _ in found] == [0, 2]


def test_edited_rows_are_new_rows() -> None:
    after = edited(ROWS, Step(SEARCH, edit=(("alpha:TKT-101", None), ("beta:TKT-104", TWO), ("gone", None))))
    assert (list(after), list(ROWS)) == (["alpha:TKT-102", "beta:TKT-104"], ["alpha:TKT-101", "alpha:TKT-102"])


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        (Reply("ok", {"a": 1}), Reply("ok", {"a": 1}, printed="x"), True),
        (Reply("ok", {"a": 1}), Reply("ok", {"a": True}), False),
        (Reply("ok", None), Reply("error", None), False),
        (Reply("error", says="raised x"), Reply("error", says="raised y"), True),
    ],
)
def test_answers_are_alike_by_kind_and_value(left: Reply, right: Reply, alike: bool) -> None:
    assert answers_alike(left, right) is alike
