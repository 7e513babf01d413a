"""The declaration says what the parser does: each of its bounds is tried on the tool itself."""

import re

import pytest
from desk import INVALID, search
from tickets import SEARCH_TICKETS

SCHEMA = SEARCH_TICKETS["input_schema"]
STATUS, QUERY, LIMIT, CURSOR = (SCHEMA["properties"][name] for name in ("status", "query", "limit", "cursor"))

ACCEPTED = {
    "first status": {"status": STATUS["enum"][0]},
    "last status": {"status": STATUS["enum"][-1]},
    "shortest query": {"query": "x" * QUERY["minLength"]},
    "longest query": {"query": "x" * QUERY["maxLength"]},
    "smallest limit": {"limit": LIMIT["minimum"]},
    "largest limit": {"limit": LIMIT["maximum"]},
}

REFUSED = {
    "query too short": {"query": "x" * (QUERY["minLength"] - 1)},
    "query too long": {"query": "x" * (QUERY["maxLength"] + 1)},
    "limit too small": {"limit": LIMIT["minimum"] - 1},
    "limit too large": {"limit": LIMIT["maximum"] + 1},
}


@pytest.mark.parametrize("args", ACCEPTED.values(), ids=ACCEPTED)
def test_what_the_declaration_allows_is_accepted(args):
    assert search(args)["ok"] is True


@pytest.mark.parametrize("args", REFUSED.values(), ids=REFUSED)
def test_what_the_declaration_rules_out_is_refused(args):
    assert search(args) == INVALID


def test_declared_default_is_the_default():
    assert search({}) == search({"limit": LIMIT["default"]})


@pytest.mark.parametrize("cursor", ["TKT-000", "TKT-999", "TKT-1", "TKT-1000", "tkt-101", "xTKT-101", "TKT-10a", ""])
def test_declared_pattern_is_the_form_of_a_cursor(cursor):
    assert search({"cursor": cursor})["ok"] is (re.search(CURSOR["pattern"], cursor) is not None)


def test_other_keys_are_ruled_out_on_both_sides():
    assert SCHEMA["additionalProperties"] is False
    assert set(SCHEMA["properties"]) == {"status", "query", "limit", "cursor"}
    assert search({"tenant": "alpha"}) == INVALID


def test_nothing_is_required_on_both_sides():
    assert SCHEMA["required"] == []
    assert search({})["ok"] is True


def test_description_says_how_to_fetch_the_next_page():
    reply = search({"limit": 1})
    assert SEARCH_TICKETS["name"] == "search_tickets"
    assert "next_cursor" in reply
    assert all(word in SEARCH_TICKETS["description"] for word in ("next page", "cursor", "next_cursor", "null"))
