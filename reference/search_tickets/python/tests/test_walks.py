"""Walks from page to page until null: every match, none twice, ascending, and no page too many."""

import pytest
from desk import ALPHA, BETA, ids, page, search, stored, walk
from tickets import fixture_records

MATCHES = {
    "all": (ALPHA, {}, [101, 102, 104, 107, 110, 112, 115]),
    "open": (ALPHA, {"status": "open"}, [101, 104, 107, 112]),
    "closed": (ALPHA, {"status": "closed"}, [102, 110, 115]),
    "words": (ALPHA, {"query": "SETTINGS"}, [104, 112]),
    "just a full page": (ALPHA, {"query": "t"}, [101, 102, 104, 112, 115]),
    "status and words": (ALPHA, {"status": "open", "query": "page"}, [107, 112]),
    "no match": (ALPHA, {"status": "closed", "query": "login"}, []),
    "all of beta": (BETA, {}, [103, 104, 108]),
    "open of beta": (BETA, {"status": "open"}, [103, 108]),
    "words of beta": (BETA, {"query": "fails"}, [108]),
}


def cut(numbers, limit):
    return [numbers[at : at + limit] for at in range(0, len(numbers), limit)] or [[]]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 7, 10])
@pytest.mark.parametrize(("context", "args", "due"), MATCHES.values(), ids=MATCHES)
def test_walk_by_limit(context, args, due, limit):
    assert walk({**args, "limit": limit}, context) == cut(due, limit)


@pytest.mark.parametrize(("context", "args", "due"), MATCHES.values(), ids=MATCHES)
def test_walk_without_a_limit(context, args, due):
    assert walk(args, context) == cut(due, 5)


@pytest.mark.parametrize("start", range(99, 118))
def test_page_starts_above_the_cursor(start):
    due = [number for number in MATCHES["all"][2] if number > start]
    assert ids(search({"cursor": f"TKT-{start:03}", "limit": 10})) == due


def test_cursor_may_name_a_ticket_that_is_filtered_out():
    assert search({"status": "open", "cursor": "TKT-102"}) == page([104, 107, 112])


def test_cursor_may_name_a_ticket_that_is_gone():
    records = fixture_records()
    first = search({"limit": 3}, ALPHA, records)
    del records[f"alpha:{first['next_cursor']}"]
    assert search({"limit": 3, "cursor": first["next_cursor"]}, ALPHA, records) == page([107, 110, 112], "TKT-112")


def test_rows_that_go_are_not_made_up_for():
    records = fixture_records()
    first = search({"limit": 2}, ALPHA, records)
    del records["alpha:TKT-101"]
    assert search({"limit": 2, "cursor": first["next_cursor"]}, ALPHA, records) == page([104, 107], "TKT-107")


def test_rows_that_come_are_shown_only_ahead():
    records = fixture_records()
    first = search({"limit": 2}, ALPHA, records)
    records |= stored("alpha", 100) | stored("alpha", 103)
    assert ids(search({"limit": 2, "cursor": first["next_cursor"]}, ALPHA, records)) == [103, 104]


def test_a_cursor_serves_again():
    records = fixture_records()
    cursor = search({"limit": 2}, ALPHA, records)["next_cursor"]
    for _ in range(3):
        assert search({"limit": 2, "cursor": cursor}, ALPHA, records) == page([104, 107], "TKT-107")


def test_filters_and_limit_may_change_on_the_way():
    records = fixture_records()
    assert search({"limit": 2}, ALPHA, records) == page([101, 102], "TKT-102")
    narrowed = {"status": "open", "limit": 1, "cursor": "TKT-102"}
    assert search(narrowed, ALPHA, records) == page([104], "TKT-104")
    assert search({"cursor": "TKT-104"}, ALPHA, records) == page([107, 110, 112, 115])


@pytest.mark.parametrize("limit", [1, 2, 10])
def test_a_long_walk_over_unsorted_rows(limit):
    numbers = [(start * 37) % 100 + 400 for start in range(40)]
    records = {}
    for number in numbers:
        records |= stored("alpha", number) | stored("beta", number, "Login")
    assert walk({"limit": limit}, ALPHA, records, at_most=41) == cut(sorted(numbers), limit)


def test_smallest_and_largest_id_belong_to_the_walk():
    records = stored("alpha", 999) | stored("alpha", 500) | stored("alpha", "000")
    assert walk({"limit": 1}, ALPHA, records) == [[0], [500], [999]]
