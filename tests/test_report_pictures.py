"""The pictures of a report: what they show of a walk, a matrix, a ladder, faults, time and code."""

from __future__ import annotations

import pytest
from the_page import golden

from grader.report.bars import bars, clock
from grader.report.html import page
from grader.report.ladder import ladders
from grader.report.pairs import mark, pairs
from grader.report.planted import planted
from grader.report.source import lines
from grader.report.strip import strip
from grader.values import read_tags as tags
from grader.values import write_tags


def test_the_matrix_counts_what_each_session_tried_and_what_went_wrong():
    def entry(caller, owner, status, leaked=()):
        return {"caller": caller, "owner": owner, "try": "t", "status": status, "leaked": list(leaked)}

    passed, failed = entry("b", "a", "passed"), entry("b", "a", "failed")
    leak = entry("b", "a", "passed", ["a:1"])
    drawn = pairs([passed, failed, leak, entry("a", "b", "not_run")])
    assert drawn.owners == ("a", "b")
    first, second = drawn.rows
    assert (first.pairs, second.pairs[1]) == ((None, None), None)
    assert (second.pairs[0].tried, second.pairs[0].wrong) == (3, (failed,))
    assert [mark(one).word for one in drawn.entries[:2]] == ["got out", "failed"]
    assert [one.word for one in second.pairs[0].drawn.marks] == ["got out", "failed", "passed"]


def test_a_walk_shows_what_was_due_again_foreign_and_never_shown():
    walk = {"context": "a", "pages": [["T-1", "T-2"], ["T-2", "T-8", "T-9"]], "due": [["T-1", "T-2"], ["T-3"]]}
    drawn = strip(walk, [walk, {"context": "b", "pages": [], "due": [["T-1", "T-9", "T-91"]]}])
    assert drawn.prefix == "T-"
    assert [column.label for column in drawn.columns] == ["1", "2", "3", "8", "9", "91"]
    assert [column.label for column in drawn.columns if column.foreign] == ["9", "91"]
    first, second = ([cell.word for cell in row] for row in drawn.rows)
    assert first == ["as due", "as due", "", "", "", ""]
    assert second == ["", "shown again", "due here, never shown", "not due in this walk", "another session's", ""]
    assert not drawn.good


def test_the_picture_of_a_walk_and_its_table_say_the_same():
    drawn = strip({"pages": [["T-1", "T-2"], ["T-2"]], "due": [["T-1", "T-2"], ["T-3"]]})
    (whole,) = drawn.runs(drawn.rows[0])
    assert (whole.glyphs, whole.places) == ("●●", (drawn.middle(0), drawn.middle(1)))
    told = {kind.word: drawn.ids(drawn.rows[1], kind) for kind in drawn.kinds}
    assert told == {"as due": [], "shown again": ["T-2"], "due here, never shown": ["T-3"]}


def test_a_ladder_has_its_good_values_first_and_shows_where_an_answer_strayed():
    def rung(argument, value, due, got):
        return {"argument": argument, "value": value, "due": due, "got": got}

    named = [rung("n", 11, "bad", "ok"), rung("n", 1, "ok", "ok"), rung("n", 0, "bad", "error")]
    unknown = [rung("x", None, "bad", "bad"), rung("x ", 1, "bad", "bad"), rung("x", 1, "bad", "bad")]
    first, others = ladders([*unknown, *named, rung("y", "z" * 41, "bad", "bad")])
    assert [one.label for one in first.rungs] == ["1", "11", "0"]
    assert (first.wrong, first.border) == (2, first.middle(0) + 10)
    assert first.gaps.count("M") == 2
    assert [one.short for one in others.rungs] == ["x: null", "x: 1", '"x ": 1', 'y: "zzzzzzzz… (41 long)']
    assert (others.wrong, others.border) == (0, None)


@pytest.mark.parametrize(
    ("wrong", "right", "drawn"), [(40, 40, (11, 5)), (40, 2, (14, 2)), (3, 40, (3, 13)), (2, 3, (2, 3))]
)
def test_a_ladder_of_many_values_draws_some_of_each_kind_and_counts_all(wrong, right, drawn):
    rungs = [
        {"argument": "n", "value": n, "due": "bad", "got": "ok" if n < wrong else "bad"} for n in range(wrong + right)
    ]
    (one,) = ladders(rungs)
    strayed = sum(not rung.right for rung in one.rungs)
    assert (strayed, len(one.rungs) - strayed) == drawn
    assert (one.wrong, one.of) == (wrong, wrong + right)


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (tags({"$": "nan"}), "nan"),
        (tags({"$": "number", "v": "-0"}), "-0"),
        (tags({"$": "undefined"}), "undefined"),
        (tags({"$": "bytes", "v": "6c6f"}), "bytes 6c6f"),
        (tags({"$": "sub", "of": "str", "v": "open"}), 'str subclass "open"'),
        (tags({"$": "tuple", "v": [1, {"$": "inf"}]}), "tuple [1, inf]"),
        (tags({"$": "nullproto", "v": {"a": None}}), 'no prototype {"a": null}'),
        ([{"a": tags({"$": "inf"})}], '[{"a": inf}]'),
        ({"$": 1}, '{"$": 1}'),
    ],
)
def test_a_value_that_json_lacks_stands_on_its_rung_in_words(value, label):
    rungs = [{"argument": "x", "value": write_tags(value), "due": "ok", "got": "bad"}] * 2
    assert [one.label for one in ladders(rungs)[0].rungs] == [label] * 2


def test_faults_that_no_test_noticed_come_first_the_worst_of_them_at_the_top():
    def fault(name, tier, state):
        return {"id": name, "tier": tier, "state": state}

    drawn = planted(
        [
            fault("a", "contract", "survived"),
            fault("b", "contract", "killed"),
            fault("c", "whose_data", "survived"),
            fault("d", "whose_data", "unseeable"),
        ]
    )
    assert [one["id"] for one in drawn.missed] == ["c", "a"]
    assert (drawn.noticed, drawn.noticeable) == (1, 3)
    assert [(block.tier.id, block.missed, block.of) for block in drawn.blocks] == [
        ("whose_data", 1, 1),
        ("contract", 1, 2),
    ]


def test_the_tiers_of_faults_add_up_and_what_leaves_the_count_is_said():
    grade = golden("not_ready")
    drawn = planted(grade["tests"]["mutants"])
    assert sum(block.of for block in drawn.blocks) == drawn.noticeable == 44
    shown = " ".join(page(grade).split())
    assert "7 of 44 faults noticed." in shown
    assert "3 more, marked -, are left out of all counts: they change no answer on the records of its tests." in shown
    assert "Once that test is changed or skipped, nothing notices the fault any more." in shown
    assert "left out of all counts" not in page(golden("ready"))


def test_time_is_drawn_as_planned_and_taken():
    drawn = bars(golden("not_ready")["time"])
    assert [(bar.phase, clock(bar.planned), clock(bar.actual), bar.over) for bar in drawn.bars[:3]] == [
        ("Plan", "0:15", "0:17", True),
        ("Old tool", "0:25", "0:14", False),
        ("Registry", "0:20", "0:26", True),
    ]
    assert ("worked", "3:01 of 3:00") in drawn.facts
    assert ("over the time by", "0:01") in drawn.facts
    assert ("all acceptance calls first passed at", "1:34") in drawn.facts
    assert drawn.grades[0] == ("0:37", "6 of 13 passed")
    assert drawn.bars[-1].actual is None


@pytest.mark.parametrize("odd", [None, -1, float("nan"), "60", True, 10**400])
def test_time_that_is_no_time_is_not_drawn(odd):
    drawn = bars({"cap": odd, "phases": [{"title": "x", "planned": odd, "actual": odd}, "y"], "grades": odd})
    assert (drawn.bars[0].planned_wide, drawn.bars[0].actual_wide) == (0, 0)
    assert clock(odd) == "not yet"


def test_the_lines_of_a_hand_in_are_coloured_and_the_one_that_raised_is_marked():
    found = {"where": "a.py:8", "source": [[7, "def f(x):"], [8, '    return "y" + 1  # z']]}
    first, second = lines(found, "python")
    assert (first.here, second.here) == (False, True)
    assert ("def", "k") in [(word.text, word.look) for word in first.words]
    assert {word.look for word in second.words} >= {"k", "s", "n", "c"}
    assert "".join(word.text for word in second.words) == '    return "y" + 1  # z'


@pytest.mark.parametrize("language", ["python", "typescript", "no such language", None, "\ud800"])
@pytest.mark.parametrize("text", ['"""', "a\nb", "\r", "\ud800", "", "`${", "/*"])
def test_any_line_in_any_language_keeps_its_text(language, text):
    drawn = lines({"where": "a:2", "source": [[1, text], [2, text]]}, language)
    assert ["".join(word.text for word in one.words) for one in drawn] == [text.replace("\n", " ")] * 2
