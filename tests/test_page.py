"""A page: each slip in what stands on it, in its order, its end or its cursor has one rule."""

from __future__ import annotations

from typing import Any

import pytest

from grader.checks import page
from grader.exercise import Call, Exercise, Rows

ROWS: Rows = {
    f"{tenant}:TKT-{n}": {"id": f"TKT-{n}", "title": f"{word} {n}", "status": status}
    for tenant, n, word, status in [
        ("alpha", 105, "Login", "open"),
        ("alpha", 101, "Login", "closed"),
        ("beta", 102, "Refund", "open"),
        ("alpha", 104, "Export", "open"),
        ("alpha", 102, "Export", "closed"),
        ("alpha", 103, "Login", "open"),
    ]
}


def broken(exercise: Exercise, args: dict[str, Any], numbers: str, next_cursor: Any, *names: str) -> list[str]:
    """The rules that a page of these ids breaks; misreadings count only where `names` believes them."""
    call = Call("search_tickets", args, "alpha")
    own = {int(key[-3:]): row for key, row in ROWS.items() if key.startswith("alpha:")}
    value = {"ok": True, "tickets": [own[100 + int(n)] for n in numbers.split()], "next_cursor": next_cursor}
    return list(page.rules(exercise, call, ROWS, exercise.due(call, ROWS), value, frozenset(names)))


@pytest.mark.parametrize(
    ("args", "numbers", "cursor", "rules"),
    [
        ({}, "1 2 3 4 5", None, []),
        ({"limit": 2}, "1 2", "TKT-102", []),
        ({"limit": 2, "cursor": "TKT-103"}, "4 5", None, []),
        ({"cursor": "TKT-105"}, "", None, []),
        # the items
        ({}, "5 1 4 2 3", None, ["sort.id"]),
        ({}, "1 1 2 3 4 5", None, ["walk.once"]),
        ({}, "1 2 4 5", None, ["page.complete"]),
        ({"limit": 2}, "1 3", "TKT-103", ["page.complete"]),
        ({"limit": 2}, "1 2 3", "TKT-103", ["page.cut"]),
        ({"status": "open"}, "1 3 4 5", None, ["filter.status"]),
        ({"query": "login"}, "1 2 3 5", None, ["query.match"]),
        ({"cursor": "TKT-103"}, "2 4 5", None, ["cursor.after"]),
        ({"status": "open", "cursor": "TKT-103"}, "1 4 5", None, ["filter.status"]),
        ({"status": "open"}, "4 1 3", None, ["filter.status", "sort.id"]),
        # the cursor
        ({"limit": 2}, "1 2", "TKT-103", ["next.id"]),
        ({"limit": 2}, "1 2", "x", ["next.id"]),
        ({"limit": 2}, "1 2", None, ["next.null"]),
        ({"limit": 2}, "1 2", 102, ["reply.type"]),
        ({"limit": 2}, "1 2", False, ["reply.type"]),
        ({}, "1 2 3 4 5", "TKT-105", ["next.null"]),
        ({}, "1 2 3 4 5", "", ["next.null"]),
        ({"cursor": "TKT-105"}, "", "TKT-105", ["page.empty"]),
        # a cursor is not blamed for the page before it
        ({"limit": 2}, "1 2 3", "x", ["page.cut"]),
        ({}, "1 2", 7, ["page.complete"]),
    ],
)
def test_a_page_breaks_the_rules_of_its_slips(
    exercise: Exercise, args: dict[str, Any], numbers: str, cursor: Any, rules: list[str]
) -> None:
    assert broken(exercise, args, numbers, cursor) == rules


def test_a_believed_misreading_names_its_rule_for_just_the_page_that_it_gives(exercise: Exercise) -> None:
    as_stored = {"limit": 2}, "5 1", "TKT-101"
    assert broken(exercise, *as_stored, "as_stored") == ["sort.id"]
    late = {"status": "open", "limit": 3}, "3", None
    assert broken(exercise, *late, "filtered_late") == ["filter.before_cut"]
    assert broken(exercise, *late, "as_stored") == ["page.complete"]
    assert broken(exercise, *late) == ["page.complete"]


def test_without_knowledge_every_known_misreading_is_believed(exercise: Exercise) -> None:
    call = Call("search_tickets", {"status": "open", "limit": 3}, "alpha")
    assert page.misreading(exercise, call, ROWS, ["TKT-103"], None) == "filter.before_cut"
    assert page.misreading(exercise, call, ROWS, ["TKT-103", "TKT-104", "TKT-105"], None) is None


def test_a_query_that_is_read_as_a_pattern_is_no_look_at_hidden_fields(exercise: Exercise) -> None:
    rows = {"alpha:TKT-101": {"id": "TKT-101", "title": "Printer", "status": "open", "assignee": "ana@example.test"}}
    call = Call("search_tickets", {"query": "."}, "alpha")
    names = frozenset({"as_pattern"})
    assert page.misreading(exercise, call, rows, ["TKT-101"], names) == "query.match"
    assert page.misreading(exercise, Call("search_tickets", {"query": "("}, "alpha"), rows, ["TKT-101"], names) is None


@pytest.mark.parametrize("tickets", [["TKT-101"], [{"title": "Login 101"}], [{"id": 101}], [None]])
def test_items_without_a_readable_id_are_not_blamed_on_the_page(exercise: Exercise, tickets: list[Any]) -> None:
    call = Call("search_tickets", {"limit": 1}, "alpha")
    due = exercise.due(call, ROWS)
    for cursor, rules in (("TKT-101", []), (None, ["next.null"])):
        value: dict[str, Any] = {"ok": True, "tickets": tickets, "next_cursor": cursor}
        assert list(page.rules(exercise, call, ROWS, due, value)) == rules


def test_a_tool_that_does_not_page_has_no_page(exercise: Exercise) -> None:
    call = Call("get_ticket", {"ticket_id": "TKT-101"}, "alpha")
    assert list(page.rules(exercise, call, ROWS, exercise.due(call, ROWS), {"ok": True, "ticket": {}})) == []


def test_the_ids_on_a_page_are_none_where_there_is_no_page(exercise: Exercise) -> None:
    pageless: list[Any] = [None, [], {}, {"tickets": None}]
    assert page.shown_ids(exercise, {"tickets": [{"id": "TKT-101"}, {"id": 5}]}) == ["TKT-101"]
    assert [page.shown_ids(exercise, value) for value in pageless] == [None] * 4
