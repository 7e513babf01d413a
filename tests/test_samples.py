"""The samples to review: green by their own suites, four of thirteen, and exactly the defects they should have."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from the_samples import SAMPLES, Asked, Sample

EXERCISE = Path(__file__).parents[1] / "grader" / "exercises" / "search_tickets"
INVALID = {"ok": False, "code": "invalid_arguments"}
FORBIDDEN = {"ok": False, "code": "forbidden"}
NOT_FOUND = {"ok": False, "code": "not_found"}
UNKNOWN = {"ok": False, "code": "unknown_tool"}


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda sample: sample.language)
def sample(request: pytest.FixtureRequest) -> Sample:
    one: Sample = request.param
    return one


def ids(reply: Any) -> list[int]:
    return [int(ticket["id"][-3:]) for ticket in reply["tickets"]]


def token(**state: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(state).encode()).decode()


def test_acceptance_is_four_of_thirteen(sample: Sample) -> None:
    rows = yaml.safe_load((EXERCISE / "calls/acceptance.yaml").read_text())["calls"]
    replies = sample.ask(*((row["tool"], row["args"], row["context"]) for row in rows))
    due = [row["expect"] if "expect" in row else {"ok": False, "code": row["code"]} for row in rows]
    right = [row["id"] for row, reply, expected in zip(rows, replies, due, strict=True) if reply == expected]
    assert right == ["A1", "A8", "A11", "A13"]
    assert len(rows) == 13


def test_its_own_three_tests_are_green(sample: Sample) -> None:
    assert sample.outcomes(sample.suite(sample.folder)) == {"passed": 3}


def test_its_store_is_the_one_of_the_exercise(sample: Sample) -> None:
    rows = yaml.safe_load((EXERCISE / "store.yaml").read_text())["rows"]
    assert sample.script(sample.folder, sample.showing, None) == [[key, ticket] for key, ticket in rows.items()]


# ---- whose data, and what leaves ----


def test_a_forged_cursor_reads_the_other_tenant(sample: Sample) -> None:
    reply = sample.search({"cursor": token(tenant="beta", position="")})
    assert ids(reply) == [103, 104, 108]
    assert reply["tickets"][2]["internal_note"] == "Security review pending"


def test_a_cursor_of_the_other_session_reads_that_tenant(sample: Sample) -> None:
    cursor = sample.search({"limit": 2}, "beta")["next_cursor"]
    assert ids(sample.search({"cursor": cursor})) == [108]


def test_notes_go_out(sample: Sample) -> None:
    assert [ticket for ticket in sample.search({})["tickets"] if "internal_note" in ticket] != []


def test_next_cursor_shows_the_tenant(sample: Sample) -> None:
    cursor = sample.search({})["next_cursor"]
    assert json.loads(base64.urlsafe_b64decode(cursor)) == {"tenant": "alpha", "position": "TKT-110"}


def test_live_references_go_out(sample: Sample) -> None:
    assert sample.script(sample.folder, sample.scribbling, None) == "scribbled"


# ---- contract ----

PAGE_ONE = [101, 102, 104, 107, 110]
EVERY = [101, 102, 104, 107, 110, 112, 115]
SUCCEEDS: dict[str, tuple[Any, list[int]]] = {
    "limit 11": ({"limit": 11}, EVERY),
    "limit -1": ({"limit": -1}, EVERY[:-1]),
    "limit true": ({"limit": True}, [101]),
    "limit 0, no match": ({"limit": 0, "query": "refund"}, []),
    "query null": ({"query": None}, PAGE_ONE),
    "query empty": ({"query": ""}, PAGE_ONE),
    "query of 41": ({"query": "x" * 41}, []),
    "cursor empty": ({"cursor": ""}, PAGE_ONE),
    "cursor null": ({"cursor": None}, PAGE_ONE),
    "own tenant": ({"tenant": "alpha"}, PAGE_ONE),
    "other tenant": ({"tenant": "beta"}, PAGE_ONE),
    "unknown key": ({"page": 2}, PAGE_ONE),
    "key __proto__": ({"__proto__": {"limit": 1}}, PAGE_ONE),
}
COERCED: dict[str, tuple[Any, list[int]]] = {
    "limit text": ({"limit": "2"}, [101, 102]),
    "limit null": ({"limit": None}, PAGE_ONE),
    "limit 1.5": ({"limit": 1.5}, [101]),
}
"""What succeeds where the language makes a number of it, and raises where it does not."""
RAISES: dict[str, Any] = {
    "plain ID as cursor": {"cursor": "TKT-110"},
    "cursor list": {"cursor": ["TKT-110"]},
    "limit 0": {"limit": 0},
    "query number": {"query": 5},
}
DENIED: tuple[Any, ...] = ({"limit": 11}, {"query": ""}, {"cursor": "x"}, {"tenant": "beta"})

# What is good in it.
SOUND: dict[str, tuple[Any, Any, str, Any]] = {
    "name of another tool": ("list_tickets", {}, "alpha", UNKNOWN),
    "name null": (None, {}, "alpha", UNKNOWN),
    "name list": (["get_ticket"], {}, "alpha", UNKNOWN),
    "name of every object": ("__init__", {}, "alpha", UNKNOWN),
    "name inherited": ("constructor", {}, "alpha", UNKNOWN),
    "name prototype": ("__proto__", {}, "alpha", UNKNOWN),
    "name before permission": ("list_tickets", {}, "alpha_denied", UNKNOWN),
    "search null": ("search_tickets", None, "alpha", INVALID),
    "search list": ("search_tickets", [], "alpha", INVALID),
    "search text": ("search_tickets", "", "alpha_denied", INVALID),
    "status unknown": ("search_tickets", {"status": "x"}, "alpha", INVALID),
    "status null": ("search_tickets", {"status": None}, "alpha", INVALID),
    "status list": ("search_tickets", {"status": ["open"]}, "alpha", INVALID),
    "status inherited": ("search_tickets", {"status": "constructor"}, "alpha", INVALID),
    "status before permission": ("search_tickets", {"status": "x"}, "alpha_denied", INVALID),
    "search denied": ("search_tickets", {}, "alpha_denied", FORBIDDEN),
    "get null": ("get_ticket", None, "alpha", INVALID),
    "get list": ("get_ticket", ["TKT-104"], "alpha", INVALID),
    "get without an ID": ("get_ticket", {}, "alpha", INVALID),
    "get with tenant": ("get_ticket", {"ticket_id": "TKT-104", "tenant": "alpha"}, "alpha", INVALID),
    "get with __proto__": ("get_ticket", {"ticket_id": "TKT-104", "__proto__": 1}, "alpha", INVALID),
    "get newline": ("get_ticket", {"ticket_id": "TKT-104\n"}, "alpha", INVALID),
    "get other digits": ("get_ticket", {"ticket_id": "TKT-10\u0664"}, "alpha", INVALID),
    "get number": ("get_ticket", {"ticket_id": 104}, "alpha", INVALID),
    "get list of an ID": ("get_ticket", {"ticket_id": ["TKT-104"]}, "alpha", INVALID),
    "get order": ("get_ticket", {"ticket_id": "x"}, "alpha_denied", INVALID),
    "get denied": ("get_ticket", {"ticket_id": "TKT-999"}, "alpha_denied", FORBIDDEN),
    "get the other's": ("get_ticket", {"ticket_id": "TKT-103"}, "alpha", NOT_FOUND),
}
SEARCHES = {name: row[0] for name, row in (SUCCEEDS | COERCED).items()} | RAISES
CALLS: dict[str, Asked] = {
    **{name: ("search_tickets", args, "alpha") for name, args in SEARCHES.items()},
    **{name: row[:3] for name, row in SOUND.items()},
}


@pytest.fixture(scope="module")
def replies(sample: Sample) -> dict[str, Any]:
    """What is answered to each call of the tables, asked in one process."""
    return dict(zip(CALLS, sample.ask(*CALLS.values()), strict=True))


@pytest.mark.parametrize("name", SUCCEEDS)
def test_what_should_be_refused_succeeds(name: str, replies: dict[str, Any]) -> None:
    assert ids(replies[name]) == SUCCEEDS[name][1]


@pytest.mark.parametrize("name", COERCED)
def test_a_limit_that_is_no_number_is_never_refused(name: str, sample: Sample, replies: dict[str, Any]) -> None:
    if sample.coerces:
        assert ids(replies[name]) == COERCED[name][1]
    else:
        assert "raised" in replies[name]


@pytest.mark.parametrize("name", RAISES)
def test_what_should_be_answered_raises(name: str, replies: dict[str, Any]) -> None:
    assert "raised" in replies[name]


def test_a_denied_session_with_bad_arguments_is_forbidden(sample: Sample) -> None:
    assert sample.ask(*(("search_tickets", args, "alpha_denied") for args in DENIED)) == [FORBIDDEN] * len(DENIED)


# ---- no further defect ----


@pytest.mark.parametrize("name", SOUND)
def test_the_rest_is_sound(name: str, replies: dict[str, Any]) -> None:
    assert replies[name] == SOUND[name][3]


def test_get_ticket_keeps_notes_inside(sample: Sample) -> None:
    shown = sample.ask(*(("get_ticket", {"ticket_id": f"TKT-{number}"}, "alpha") for number in (101, 110)))
    assert [set(reply["ticket"]) for reply in shown] == [{"id", "title", "status"}] * 2


def test_pages_are_sorted_filtered_cut_and_end_in_null(sample: Sample) -> None:
    first = sample.search({"limit": 4})
    second = sample.search({"limit": 4, "cursor": first["next_cursor"]})
    assert (ids(first), ids(second), second["next_cursor"]) == ([101, 102, 104, 107], [110, 112, 115], None)
    assert ids(sample.search({"status": "open", "query": "LOGIN"})) == [101, 107]
    assert sample.search({"query": "t"})["next_cursor"] is None


def test_the_same_call_twice_is_answered_alike(sample: Sample) -> None:
    calls: list[Asked] = [("get_ticket", {"ticket_id": "TKT-104"}, "alpha"), ("search_tickets", {}, "alpha")]
    shown = sample.ask(*calls, *calls)
    assert shown[:2] == shown[2:]


# ---- evidence and documents ----


def test_the_readme_is_four_lines_and_promises_a_safe_cursor(sample: Sample) -> None:
    lines = (sample.folder / "README.md").read_text().splitlines()
    assert len(lines) == 4
    assert any("opaque" in line and "safe" in line for line in lines)


def test_one_comment_promises_a_safe_cursor(sample: Sample) -> None:
    (comment,) = (line for line in sample.text.splitlines() if line.lstrip().startswith(sample.comment))
    assert "opaque" in comment
    assert "safe" in comment


def test_there_is_no_declaration_and_no_hint(sample: Sample) -> None:
    words = ("description", "properties", "todo", "fixme", "bug", "vulnerab", "flaw", "unsigned", "leak")
    assert [word for word in words if word in sample.text.lower()] == []
