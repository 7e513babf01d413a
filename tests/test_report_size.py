"""A report stays small, and ends, whatever a hand-in answers; what a person copies is never cut."""

from __future__ import annotations

from typing import Any

from the_page import Page, golden

from grader.report.html import page
from grader.report.lean import ROOMS, lean


def test_a_report_stays_small():
    assert len(page(golden("not_ready")).encode()) <= 150_000
    assert len(page(golden("ready")).encode()) <= 100_000


def test_a_huge_text_is_cut_and_says_how_much_is_missing():
    grade = golden("not_ready")
    grade["findings"][0]["actual"] = {"ok": True, "tickets": [{"id": "x" * 100_000}]}
    made = page(grade)
    assert len(made) < 150_000
    assert "more)" in made


def test_a_test_to_copy_is_whole():
    grade = golden("not_ready")
    grade["findings"][0]["test"] = "".join(f"assert f({n}) == '<{n}>'\n" for n in range(400))
    read = Page(page(grade))
    assert grade["findings"][0]["test"] in read.texts["pre"]


def test_a_report_has_an_end_whatever_a_hand_in_answers():
    huge = {"ok": True, "tickets": [{f"k{n}": "x" * 3_000 for n in range(20)}] * 40}
    grade = golden("not_ready")
    grade["findings"] = [
        {**one, "id": f"{n}", "actual": huge, "expected": [huge], "test": "x" * 90_000, "also": ["y" * 99] * 999}
        for n, one in enumerate(grade["findings"] * 9)
    ]
    grade["readme"]["claims"] = [{"quote": "z" * 9_000, "where": "w" * 9_000}] * 900
    made = page(grade)
    assert len(made.encode()) <= 400_000
    assert "The grade's JSON holds them whole" in made
    assert "more findings in the grade" in made


def test_a_page_that_would_be_too_large_is_made_again_with_less():
    grade = golden("not_ready")
    grade["findings"] = [
        {**one, "id": f"{n}", "test": "assert True\n" * 700} for n, one in enumerate(grade["findings"] * 4)
    ]
    made = page(grade)
    assert 100_000 < len(made.encode()) <= 400_000
    assert "The grade's JSON holds them whole" in made


def test_a_reply_of_great_depth_or_number_does_not_stop_the_report():
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    grade = golden("not_ready")
    grade["findings"][0]["actual"] = {"ok": deep, "n": 10**9_999}
    assert "what lies deeper is left out" in page(grade)


def test_what_is_short_is_not_cut():
    assert lean(golden("not_ready"), ROOMS[0]) == golden("not_ready")
