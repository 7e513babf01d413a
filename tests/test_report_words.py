"""The words of a report: what differs between replies, calls on one line, the verdict, what to do next."""

from __future__ import annotations

import time

import pytest
from the_page import golden

from grader.report.difference import compare, replies
from grader.report.opaque import decoded
from grader.report.steps import next_steps
from grader.report.verdict import sentence
from grader.report.words import call, listed, step, when


def marked(side) -> list[str]:
    return [piece.text for line in side.whole for piece in line if piece.marked]


@pytest.mark.parametrize(
    ("expected", "actual", "ours", "theirs"),
    [
        ({"ok": True, "next": None}, {"next": None, "ok": True}, [], []),
        ({"n": 1}, {"n": True}, ["1"], ["true"]),
        ({"n": 1}, {"n": 1.0}, ["1"], ["1.0"]),
        ({"a": 1}, {"a": 1, "b": 2}, [], ['"b": 2']),
        ([1, 2, 3], [1, 3], ["2"], []),
        ([{"id": 1, "s": "o"}], [{"id": 1, "s": "o", "note": "x"}], [], ['"note": "x"']),
        ({"ok": False, "code": "c"}, {"ok": True, "rows": [{"a": 1}]}, ["false", '"code": "c"'], ["true", '"rows"']),
        ([{"id": 1, "s": "o"}], [{"id": 2, "s": "c"}], ['{"id": 1, "s": "o"}'], ['{"id": 2, "s": "c"}']),
    ],
)
def test_what_differs_is_marked_and_nothing_else(expected, actual, ours, theirs):
    due, given = compare(expected, actual)
    assert (marked(due), marked(given)) == (ours, theirs)


def test_a_long_reply_shows_the_lines_around_its_difference():
    due = [{"id": n, "more": [{"n": n}]} for n in range(30)]
    given = [*due[:20], {"id": 20, "more": [{"n": 0}]}, *due[21:]]
    _, side = compare(due, given)
    assert side.cut
    assert len(side.short) < 18
    assert '{"n": 0}' in "".join(piece.text for line in side.short for piece in line)


def test_a_reply_of_a_megabyte_is_compared_in_good_time():
    started = time.perf_counter()
    due, given = compare([0] * 50_000, [0] * 50_001)
    assert time.perf_counter() - started < 10
    assert marked(due) == []
    assert len(given.whole) <= 301


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("eyJhIjogMX0=", {"a": 1}),
        ("eyJhIjogMX0", {"a": 1}),
        ("TKT-110", None),
        ("12345678", None),
        ("MTIzNDU2Nzg=", None),
        ("", None),
        ("\ud800" * 9, None),
        ("W1tbW1tbW1tb", None),
    ],
)
def test_only_base64_that_holds_json_is_opened(text, inside):
    assert decoded(text) == inside


def test_a_call_is_one_line():
    assert call({"tool": "find", "args": {"a": None}, "context": "one"}) == 'find {"a": null} as one'
    assert call({"tool": " find", "args": [], "context": {"t": 1}}) == '" find" [] as {"t": 1}'


def test_a_step_says_what_else_it_does():
    asked = {"tool": "find", "args": {}, "context": "one", "scribble": True, "times": 3, "expect": {"ok": True}}
    assert step(asked) == "find {} as one, then writing to the reply, times 3"
    assert step({**asked, "before": [], "store": {"k": {}}, "walk": True}) == step(asked)


def test_a_sentence_stands_in_for_a_reply_that_never_came():
    due, given = replies({"tool": "find", "expected": {"ok": True}, "actual": None, "says": "raised KeyError"})
    assert [piece.text for line in due.whole for piece in line if piece.text.strip("{}")] == ['"ok": ', "true"]
    assert given.told == "raised KeyError"
    _, null = replies({"tool": "find", "expected": {"ok": True}, "actual": None, "says": None})
    assert marked(null) == ["null"]


def test_times_and_lists_read_as_people_write_them():
    assert when("2026-03-04T10:12:31+00:00") == when("2026-03-04T10:12:31.5Z") == "2026-03-04 10:12 UTC"
    assert when("yesterday") == "yesterday"
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize(
    ("grade", "said"),
    [
        ({"verdict": "ready"}, "Ready: nothing stands in the way."),
        ({"verdict": "ready", "tests": {"judged": False}}, "Ready in behaviour; tests not judged."),
        (
            {"verdict": "ready", "tests": {"judged": False}, "checks": {"tests": {"of": 7, "not_run": 7}}},
            "Ready in behaviour; tests not judged.",
        ),
        (
            {"verdict": "ready", "checks": {"walks": {"of": 2, "not_run": 2}, "order": {"of": 2, "not_run": 1}}},
            "Ready in what was run; walks not run.",
        ),
        (
            {"verdict": "not_judged", "not_judged": ["No function was found. Looked in a.py."]},
            "Not judged: no function was found.",
        ),
        ({"verdict": "not_judged", "not_judged": ["a.py:3: invalid syntax"]}, "Not judged: a.py:3: invalid syntax."),
        ({"verdict": "not_judged"}, "Not judged: the reason is not known."),
        ({"verdict": "not_judged", "not_judged": ["\x1b[31mred"]}, "Not judged: \\u001b[31mred."),
    ],
)
def test_the_sentence_names_what_was_not_judged(grade, said):
    assert sentence(grade) == said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([("scope.cursor", "whose_data"), ("limit.range", "contract")], "another tenant's data gets out"),
        ([("scope.page", "whose_data")], "another tenant's data decides an answer"),
        ([("fields.get", "data_leaves")], "data goes out that should stay in"),
        ([("limit.range", "contract")], "1 rule of the contract is broken"),
        (
            [("limit.range", "contract"), ("sort.id", "contract"), ("tests.green", "evidence")],
            "2 rules of the contract are broken",
        ),
        ([("tests.green", "evidence")], "its own tests fail"),
    ],
)
def test_the_sentence_says_what_the_worst_finding_does(rules, said):
    findings = [{"rule": rule, "tier": tier, "blocking": True} for rule, tier in rules]
    assert sentence({"verdict": "not_ready", "findings": findings}) == f"Not ready: {said}."


def test_a_clean_hand_in_is_told_what_would_make_it_better():
    grade = golden("ready")
    assert [(step.place, step.part) for step in next_steps(grade)] == [(None, "open")]
    assert "limit float (refused: invalid arguments)" in next_steps(grade)[0].text
    grade["tests"]["mutants"][0] |= {"state": "survived", "says": "It `leaks`."}
    grade["rubric"][0] |= {"by": "machine", "level": 2, "of": 3, "title": "Contract"}
    told = next_steps(grade)
    assert [step.part for step in told] == ["tests", "rubric", "open"]
    assert told[0].text == "Write a test for 1 planted fault that yours do not notice; the worst: It `leaks`."
    grade["tests"] = {"judged": False, "why_not": "pip is needed"}
    assert next_steps(grade)[0].text == "Look at its tests yourself: they were not judged (pip is needed)."
