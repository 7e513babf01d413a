"""Cases: read from calls files, written into a grade, read back the same, and named by six digits."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.checks.cases import Case, Step, case_id, case_json, read_case, read_row, single, written_cases
from grader.errors import KitError
from grader.exercise import BEHAVIOUR, FIXTURE, Call, Exercise
from grader.values import Tagged

SEARCH = Call("search_tickets", {"limit": 1}, "alpha")
ROWS = {"alpha:TKT-101": {"id": "TKT-101", "title": "Login", "status": "open"}}
STEPS = (
    Step(SEARCH, times=3),
    Step(Call("search_tickets", {"cursor": "$next"}, "beta"), keep_args=True),
    Step(Call("get_ticket", {"ticket_id": Tagged("tuple", [1])}, {"tenant": "x"}), scribble=True),
    Step(SEARCH, edit=(("alpha:TKT-120", {"id": "TKT-120"}), ("alpha:TKT-101", None)), store=ROWS),
)  # fmt: skip


def in_file(
    exercise: Exercise, folder: Path, text: str, check: str = "arguments", language: str = "python"
) -> list[Case]:
    (folder / "calls").mkdir()
    (folder / "calls" / f"{check}.yaml").write_text(text, encoding="utf-8")
    return written_cases(replace(exercise, folder=folder), language)


def test_the_thirteen_come_first_and_in_order(exercise: Exercise) -> None:
    cases = written_cases(exercise, "python")
    assert [case.name for case in cases[:13]] == [f"A{n}" for n in range(1, 14)]
    assert {case.check for case in cases} == {*BEHAVIOUR}


def test_every_written_case_has_a_name_of_its_own_and_its_place(exercise: Exercise) -> None:
    cases = written_cases(exercise, "python")
    assert len({case.name for case in cases}) == len(cases)
    assert all(re.fullmatch(r"calls/[a-z]+\.yaml:\d+", str(case.source)) for case in cases)


def test_a_case_knows_its_line(exercise: Exercise, tmp_path: Path) -> None:
    text = "# one\ncalls:\n\n  - {id: a, rule: limit.range, context: alpha, tool: x, args: {}}\n"
    assert [case.source for case in in_file(exercise, tmp_path, text)] == ["calls/arguments.yaml:4"]


def test_a_row_for_other_languages_is_left_out(exercise: Exercise, tmp_path: Path) -> None:
    row = "{{id: {0}, rule: limit.range, context: alpha, tool: x, args: {{}}{1}}}"
    rows = [
        row.format("a", ""),
        row.format("b", ", only: [javascript]"),
        row.format("c", ", only: [javascript, python]"),
    ]
    text = "calls:\n" + "".join(f"  - {each}\n" for each in rows)
    assert [case.name for case in in_file(exercise, tmp_path, text)] == ["a", "c"]


def test_a_step_repeats_what_it_does_not_say_of_the_step_before(exercise: Exercise) -> None:
    row = {
        "id": "x",
        "context": "alpha",
        "steps": [{"tool": "search_tickets", "args": {"limit": 1}}, {}, {"context": "beta"}],
    }
    case = read_row(row, "state.same_answer", "state", exercise)
    assert [step.call for step in case.steps] == [SEARCH, SEARCH, replace(SEARCH, context="beta")]


def test_a_code_is_a_whole_failure_and_an_expect_a_whole_reply(exercise: Exercise) -> None:
    row: dict[str, Any] = {"id": "x", "tool": "t", "args": {}, "context": "alpha"}
    failure = read_row({**row, "code": "forbidden"}, "r", "c", exercise).steps[0].due
    success = read_row({**row, "expect": {"ok": True}}, "r", "c", exercise).steps[0].due
    assert (failure, success) == ({"ok": False, "code": "forbidden"}, {"ok": True})
    assert read_row(row, "r", "c", exercise).steps[0].due is None


@pytest.mark.parametrize(
    "case",
    [
        single("limit.range", "arguments", SEARCH),
        single("limit.range", "arguments", SEARCH, ROWS),
        single("args.null", "arguments", Call(None, None, "alpha")),
        single("walk.complete", "walks", SEARCH, walk=True),
        Case("state.args", "state", STEPS),
        Case("state.args", "state", STEPS[:1]),
        Case("copy.fresh", "state", STEPS[:3], ROWS),
    ],
)
def test_a_case_is_read_back_from_a_grade_as_it_was(case: Case) -> None:
    assert read_case(case_json(case), case.rule, case.check) == case
    assert case_id(case.rule, read_case(case_json(case), case.rule, case.check)) == case_id(case.rule, case)


def test_every_written_case_is_read_back_from_a_grade_with_the_same_id(exercise: Exercise) -> None:
    for case in written_cases(exercise, "python"):
        again = read_case(case_json(case), case.rule, case.check)
        assert case_id(case.rule, again) == case_id(case.rule, case)
        assert again.steps == tuple(replace(step, due=None) for step in case.steps)
        assert again.store == case.store


def test_an_id_is_six_digits_that_differ_by_rule_call_and_store() -> None:
    case = single("limit.range", "arguments", SEARCH)
    others = [
        replace(case, store=ROWS),
        replace(case, walk=True),
        single("limit.range", "arguments", replace(SEARCH, args={})),
    ]
    ids = [
        case_id("limit.range", case),
        case_id("limit.type", case),
        *(case_id("limit.range", other) for other in others),
    ]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{6}", each) for each in ids)


def test_an_id_knows_nothing_of_the_name_or_of_the_order_of_args() -> None:
    args = {"limit": 1, "query": "x"}
    one = single("r", "c", Call("t", args, "alpha"), name="one", source="calls/x.yaml:1")
    two = single("r", "c", Call("t", dict(reversed(args.items())), "alpha"))
    assert case_id("r", one) == case_id("r", two)


def test_a_case_ends_where_it_is_told_to() -> None:
    case = Case("state.args", "state", STEPS)
    assert (case.upto(1).steps, case.upto(1).call, case.upto(1).before) == (STEPS[:2], STEPS[1].call, STEPS[:1])
    assert case.store == FIXTURE


ROW = "calls:\n  - {id: fine, rule: limit.range, context: alpha, tool: x, args: {}}\n"
RULED = "rule: limit.range, context: alpha, tool: x"
BROKEN = {
    "an unknown rule": (
        "  - {id: x, rule: limit.rnage, context: alpha, tool: x, args: {}}\n",
        "no rule is called 'limit.rnage'; near it: limit.range",
    ),
    "an id that is there already": ("  - {id: fine, RULED, args: {}}\n", "the id 'fine' stands in arguments.yaml:2"),
    "an unknown context": (
        "  - {id: x, rule: limit.range, context: gamma, tool: x, args: {}}\n",
        "x: no context is called 'gamma'; there are alpha, alpha_denied, beta",
    ),
    "an unknown context in a step": (
        "  - {id: x, rule: limit.range, context: alpha, steps: [{tool: x, args: {}}, {context: gamma}]}\n",
        "x: no context is called 'gamma'",
    ),
    "an unknown tag": (
        "  - {id: x, RULED, args: {limit: {$: nun}}}\n", "x: no tag is called 'nun'",
    ),
    "an unknown tag in a store": (
        "  - {id: x, RULED, args: {}, store: {a: {$: nun}}}\n",
        "x: no tag is called 'nun'",
    ),
    "no id": ("  - {RULED, args: {}}\n", "'id' is a required property"),
    "no tool": ("  - {id: x, rule: limit.range, context: alpha, args: {}}\n", "'tool' is a required property"),
    "a misspelt key": ("  - {id: x, RULED, arg: {}}\n", "arg"),
    "a list as code": ("  - {id: x, RULED, args: {}, code: [a]}\n", "['a'] is not of"),
    "no steps": ("  - {id: x, rule: limit.range, context: alpha, steps: []}\n", "steps"),
    "too often": ("  - {id: x, rule: limit.range, context: alpha, steps: [{tool: x, args: {}, times: 201}]}\n", "201"),
    "a key twice": ("  - {id: x, id: y, RULED, args: {}}\n", "for the second time"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_calls_file_is_named_by_its_line(exercise: Exercise, tmp_path: Path, name: str) -> None:
    row, says = BROKEN[name]
    with pytest.raises(KitError) as caught:
        in_file(exercise, tmp_path, ROW + row.replace("RULED", RULED))
    assert str(caught.value).startswith(f"{tmp_path}/calls/arguments.yaml:3: ")
    assert says in caught.value.message


def test_an_id_stands_once_in_all_calls_files_of_an_exercise(exercise: Exercise, tmp_path: Path) -> None:
    """Of two files the later one in the order of the checks is wrong, whatever language a row is for."""
    in_file(exercise, tmp_path, ROW)
    (tmp_path / "calls/order.yaml").write_text(f"calls:\n\n  - {{id: fine, {RULED}, args: {{}}, only: [cobol]}}\n")
    with pytest.raises(KitError) as caught:
        written_cases(replace(exercise, folder=tmp_path), "python")
    assert str(caught.value).startswith(f"{tmp_path}/calls/order.yaml:3: the id 'fine' stands in arguments.yaml:2")


def test_only_named_checks_are_read(exercise: Exercise) -> None:
    assert {case.check for case in written_cases(exercise, "python", ["order", "state"])} == {"order", "state"}
