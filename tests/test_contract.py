"""The model of search_tickets gives what its specification says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.exercise import Call, Rows, load
from grader.values import Tagged

EXERCISE = load("search_tickets")
MODEL = EXERCISE.contract
STORE = EXERCISE.store
SEARCH, GET = "search_tickets", "get_ticket"
TITLES = {
    "TKT-101": ("Login fails after password reset", "open"),
    "TKT-102": ("CSV export times out", "closed"),
    "TKT-104": ("Settings crash", "open"),
    "TKT-107": ("Login page slow on mobile", "open"),
    "TKT-110": ("Invoice PDF missing logo", "closed"),
    "TKT-112": ("Settings page shows wrong time zone", "open"),
    "TKT-115": ("Password reset email delayed", "closed"),
}
BETA = {"TKT-103": ("Refund not received", "open"), "TKT-104": ("Private billing issue", "closed")}


def due(context: Any, tool: Any, args: Any, rows: Rows = STORE) -> dict[str, Any]:
    return EXERCISE.due(Call(tool, args, context), rows)


def decides(context: Any, tool: Any, args: Any, rows: Rows = STORE) -> str:
    return MODEL.decides(Call(tool, args, context), EXERCISE.context(context), rows)


def page(numbers: str, following: str | None, titles: dict[str, tuple[str, str]] = TITLES) -> dict[str, Any]:
    ids = [f"TKT-{number}" for number in numbers.split()]
    tickets = [{"id": id_, "title": titles[id_][0], "status": titles[id_][1]} for id_ in ids]
    return {"ok": True, "tickets": tickets, "next_cursor": following}


def failure(code: str) -> dict[str, Any]:
    return {"ok": False, "code": code}


THIRTEEN = [
    ("alpha", GET, {"ticket_id": "TKT-104"}, {"ok": True, "ticket": page("104", None)["tickets"][0]}),
    ("alpha", SEARCH, {}, page("101 102 104 107 110", "TKT-110")),
    ("alpha", SEARCH, {"cursor": "TKT-110"}, page("112 115", None)),
    ("alpha", SEARCH, {"status": "open", "query": "LOGIN"}, page("101 107", None)),
    ("alpha", SEARCH, {"cursor": "TKT-108", "limit": 2}, page("110 112", "TKT-112")),
    ("alpha", SEARCH, {"cursor": "TKT-107", "limit": 3}, page("110 112 115", None)),
    ("alpha", SEARCH, {"status": "closed", "limit": 10}, page("102 110 115", None)),
    ("alpha", SEARCH, {"query": "refund"}, page("", None)),
    ("alpha", SEARCH, {"limit": 11}, failure("invalid_arguments")),
    ("alpha", SEARCH, {"status": "open", "tenant": "alpha"}, failure("invalid_arguments")),
    ("alpha_denied", SEARCH, {}, failure("forbidden")),
    ("beta", SEARCH, {"cursor": "TKT-102", "limit": 2}, page("103 104", "TKT-104", BETA)),
    ("alpha", "list_tickets", {}, failure("unknown_tool")),
]


@pytest.mark.parametrize(("context", "tool", "args", "reply"), THIRTEEN, ids=[f"A{n}" for n in range(1, 14)])
def test_the_thirteen(context, tool, args, reply):
    assert due(context, tool, args) == reply


def test_the_fixture_store_stands_unsorted_as_it_was_inserted():
    keys = "alpha:104 beta:104 alpha:112 alpha:101 beta:108 alpha:107 alpha:115 beta:103 alpha:102 alpha:110"
    assert list(STORE) == [key.replace(":", ":TKT-") for key in keys.split()]
    assert [key for key, ticket in STORE.items() if "internal_note" in ticket] == [
        "alpha:TKT-101",
        "beta:TKT-108",
        "alpha:TKT-110",
    ]


ORDER = [
    ("alpha_denied", "list_tickets", None, "unknown_tool", "name.exact"),
    ("alpha_denied", [GET], None, "unknown_tool", "name.exact"),
    ("alpha_denied", SEARCH, None, "invalid_arguments", "args.null"),
    ("alpha_denied", SEARCH, [], "invalid_arguments", "args.object"),
    ("alpha_denied", SEARCH, {"limit": 0, "tenant": "alpha"}, "invalid_arguments", "args.unknown_search"),
    ("alpha_denied", SEARCH, {"limit": 0}, "invalid_arguments", "limit.range"),
    ("alpha_denied", SEARCH, {"limit": 3}, "forbidden", "permission.search"),
    ("alpha_denied", GET, {"ticket_id": "TKT-999", "limit": 1}, "invalid_arguments", "args.unknown_get"),
    ("alpha_denied", GET, {"ticket_id": "TKT-999"}, "forbidden", "permission.get"),
    ("alpha", GET, {"ticket_id": "TKT-103"}, "not_found", "get.not_found"),
    ("alpha", GET, {}, "invalid_arguments", "args.missing_id"),
    ("alpha", GET, {"tenant": "alpha"}, "invalid_arguments", "args.unknown_get"),
]


@pytest.mark.parametrize(("context", "tool", "args", "code", "rule"), ORDER)
def test_the_first_failing_line_decides(context, tool, args, code, rule):
    assert (due(context, tool, args), decides(context, tool, args)) == (failure(code), rule)


BOUNDS = [
    ("limit", [1, 10], [0, 11, -1, 10**30], "limit.range"),
    ("limit", [], [True, False, None, "3", 1.5, [], Tagged("number", "nan")], "limit.type"),
    ("query", ["x", "x" * 40, " " * 40], ["", "x" * 41, " " * 41], "query.length"),
    ("query", [], [None, 5, ["login"], Tagged("bytes", "78")], "query.type"),
    ("status", ["open", "closed"], [None, "", "OPEN", "open ", ["open"], {}, True], "status.value"),
    (
        "cursor",
        ["TKT-000", "TKT-999"],
        [None, "", "TKT-99", "TKT-1000", "TKT-101\n", "TKT-10\u0661", 101],
        "cursor.format",
    ),
]


@pytest.mark.parametrize(("name", "good", "bad", "rule"), BOUNDS, ids=[bound[3] for bound in BOUNDS])
def test_each_bound_has_a_last_good_and_a_first_bad_value(name, good, bad, rule):
    assert [due("alpha", SEARCH, {name: value})["ok"] for value in good] == [True] * len(good)
    assert [due("alpha", SEARCH, {name: value}) for value in bad] == [failure("invalid_arguments")] * len(bad)
    assert {decides("alpha", SEARCH, {name: value}) for value in good + bad} == {rule}


def walk(context: Any, args: dict[str, Any], rows: Rows = STORE) -> Iterator[list[str]]:
    for _ in range(len(rows) + 2):
        reply = due(context, SEARCH, args, rows)
        yield [ticket["id"] for ticket in reply["tickets"]]
        if reply["next_cursor"] is None:
            return
        args = {**args, "cursor": reply["next_cursor"]}
    pytest.fail("the walk does not end")


WALKS = [
    ("alpha", {}, "101 102 104 107 110 | 112 115"),
    ("alpha", {"limit": 1}, "101 | 102 | 104 | 107 | 110 | 112 | 115"),
    ("alpha", {"limit": 2}, "101 102 | 104 107 | 110 112 | 115"),
    ("alpha", {"limit": 7}, "101 102 104 107 110 112 115"),
    ("alpha", {"status": "closed", "limit": 1}, "102 | 110 | 115"),
    ("alpha", {"query": "page", "limit": 1}, "107 | 112"),
    ("beta", {"limit": 2}, "103 104 | 108"),
    ("beta", {"query": "unicorn"}, ""),
]


@pytest.mark.parametrize(("context", "args", "pages"), WALKS)
def test_a_walk_goes_page_by_page_to_null(context, args, pages):
    assert [" ".join(id_.removeprefix("TKT-") for id_ in ids) for ids in walk(context, args)] == pages.split(" | ")


@pytest.mark.parametrize(
    ("query", "key", "rule"),
    [
        ("refund", "alpha:TKT-110", "query.title_only"),
        ("note", "alpha:TKT-110", "query.title_only"),
        ("zebra", "alpha:TKT-110", "query.match"),
        ("pdf  missing", "alpha:TKT-110", "query.as_given"),
        ("logo\n", "alpha:TKT-110", "query.as_given"),
        ("   ", "alpha:TKT-110", "query.as_given"),
        ("tkt", "alpha:TKT-110", "query.match"),
        ("pdf", "alpha:TKT-110", None),
    ],
)
def test_what_keeps_a_ticket_out_is_named(query, key, rule):
    assert MODEL.keeps_out(Call(SEARCH, {"query": query}, "alpha"), key, STORE[key]) == rule


TEXT = st.sampled_from(["Login fails", "login", "Printer jam", "PDF", "a", ""])
TICKETS = st.fixed_dictionaries({"title": TEXT, "status": st.sampled_from(["open", "closed"])})
KEYS = st.tuples(st.sampled_from(["alpha", "beta", "alphabet", "Alpha", "xalpha"]), st.integers(0, 30))
STORES = st.dictionaries(KEYS, TICKETS, max_size=25).map(
    lambda found: {f"{t}:TKT-{n:03}": {"id": f"TKT-{n:03}", **ticket} for (t, n), ticket in found.items()}
)
ARGS = st.fixed_dictionaries(
    {},
    optional={
        "status": st.sampled_from(["open", "closed"]),
        "query": st.sampled_from(["login", "LOGIN", "a", " ", "f"]),
        "limit": st.integers(1, 10),
    },
)


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(STORES, ARGS)
def test_a_walk_gives_every_match_once_ascending(rows, args):
    wanted = sorted(
        ticket["id"]
        for key, ticket in rows.items()
        if key.split(":")[0] == "alpha"
        and ticket["status"] == args.get("status", ticket["status"])
        and args.get("query", "").lower() in ticket["title"].lower()
    )
    pages = list(walk("alpha", args, rows))
    assert [id_ for ids in pages for id_ in ids] == wanted
    assert [len(ids) for ids in pages[:-1]] == [args.get("limit", 5)] * (len(pages) - 1)
    assert pages[-1] or not wanted


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(STORES, ARGS, st.integers(0, 30).map(lambda n: f"TKT-{n:03}"))
def test_foreign_rows_never_matter(rows, args, id_):
    own = {key: ticket for key, ticket in rows.items() if MODEL.owns(EXERCISE.context("alpha"), key)}
    assert own == {key: ticket for key, ticket in rows.items() if key.split(":")[0] == "alpha"}
    for tool, given_args in ((SEARCH, {**args, "cursor": id_}), (SEARCH, args), (GET, {"ticket_id": id_})):
        assert due("alpha", tool, given_args, rows) == due("alpha", tool, given_args, own)
