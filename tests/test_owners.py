"""Whose data a reply shows is told by titles and words, wherever they stand and however they are wrapped."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from grader.checks.owners import Owners, find, is_foreign, shows_token, texts
from grader.exercise import Call, Exercise, Rows
from grader.values import Tagged

ROWS: Rows = {
    "alpha:TKT-101": {"id": "TKT-101", "title": "Login fails", "status": "open", "note": "Call Ana back"},
    "alpha:TKT-102": {"id": "TKT-102", "title": "Printer offline", "status": "open"},
    "alphabet:TKT-103": {"id": "TKT-103", "title": "Printer offline", "status": "closed"},
    "beta:TKT-101": {"id": "TKT-101", "title": "Refund not received", "status": "open", "note": {"by": ["Fraud desk"]}},
    "beta:TKT-104": {"id": "TKT-104", "title": "abc", "status": "open"},
    "beta:TKT-105": None,
}
SEARCH = Call("search_tickets", {}, "alpha")


def encoded(value: Any, *, url: bool = False, padded: bool = True) -> str:
    encode = base64.urlsafe_b64encode if url else base64.b64encode
    text = encode(json.dumps(value).encode()).decode()
    return text if padded else text.rstrip("=")


def test_rows_are_split_by_the_session_that_asks(exercise: Exercise) -> None:
    owners = Owners.of(exercise, SEARCH, ROWS)
    assert list(owners.own) == ["alpha:TKT-101", "alpha:TKT-102"]
    assert list(owners.foreign) == ["alphabet:TKT-103", "beta:TKT-101", "beta:TKT-104", "beta:TKT-105"]


def test_a_row_is_found_by_the_id_of_an_item_or_by_an_id(exercise: Exercise) -> None:
    assert find(exercise, ROWS, {"id": "TKT-104", "title": "x"}) == "beta:TKT-104"
    assert find(exercise, ROWS, "TKT-102") == "alpha:TKT-102"
    assert [find(exercise, ROWS, item) for item in ("TKT-999", None, {}, {"id": 104}, ["TKT-104"])] == [None] * 5


@pytest.mark.parametrize(
    ("item", "foreign"),
    [
        ({"id": "TKT-101", "title": "Login fails"}, False),
        ({"id": "TKT-101", "title": "Refund not received"}, True),
        ({"id": "TKT-999", "title": "Refund not received"}, True),
        ({"title": "Refund not received"}, True),
        ({"id": "TKT-103", "title": "Printer offline"}, False),
        ({"id": "TKT-104"}, True),
        ({"id": "TKT-101"}, False),
        ({"id": "TKT-999"}, False),
        ({}, False),
        ("TKT-104", False),
        (None, False),
    ],
)
def test_an_item_is_somebody_elses_by_its_title_or_where_it_has_none_by_its_id(
    exercise: Exercise, item: Any, foreign: bool
) -> None:
    assert is_foreign(exercise, Owners.of(exercise, SEARCH, ROWS), item) is foreign


SHOWN: dict[str, tuple[Any, bool]] = {
    "nothing": ({"ok": True, "tickets": []}, False),
    "a title": ({"message": "Refund not received"}, True),
    "a title inside a sentence": ("ValueError: bad row 'Refund not received'!", True),
    "a title as a key": ({"Refund not received": 1}, True),
    "a word of a nested note": ([["Fraud desk"]], True),
    "a title in a tuple": (Tagged("tuple", ["Refund not received"]), True),
    "a title in base64": (encoded({"t": "Refund not received"}), True),
    "a title in base64 for addresses": (encoded({"t": "Refund not received??>>"}, url=True), True),
    "a title in base64 without padding": (encoded({"t": "Refund not received"}, padded=False), True),
    "half a title": ("Refund not", False),
    "the own title": ("Login fails", False),
    "the own note": ("Call Ana back", False),
    "a title that both have": ("Printer offline", False),
    "a title too short to tell": ("abc", False),
    "an id": ("TKT-104", False),
    "a status": ("closed", False),
    "base64 of bytes that are no text": (base64.b64encode(bytes(range(128, 160))).decode(), False),
    "text that only looks like base64": ("abcdefgh", False),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_word_of_others_is_seen_wherever_it_stands(exercise: Exercise, name: str) -> None:
    shown, leaks = SHOWN[name]
    assert shows_token(exercise, Owners.of(exercise, SEARCH, ROWS), SEARCH, shown) is leaks


def test_what_the_caller_sent_may_come_back(exercise: Exercise) -> None:
    call = Call("search_tickets", {"query": "refund not received", "cursor": ["Refund not received"]}, "alpha")
    owners = Owners.of(exercise, call, ROWS)
    assert not shows_token(exercise, owners, call, "no match for Refund not received")
    assert shows_token(exercise, owners, call, "Fraud desk")


def test_every_text_inside_a_value_is_read() -> None:
    value = {"a": ["b", {"c": Tagged("tuple", ["d", 1, None, True])}]}
    assert list(texts(value)) == ["a", "b", "c", "d"]
