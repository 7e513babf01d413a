"""What leaves and what stays: public fields alone, as fresh copies, from a store that is never written to."""

import copy

import pytest
from desk import ALPHA, BETA, get, ids, page, search, stored, ticket
from tickets import fixture_records

INTERNAL = {
    "internal_note": "n",
    "note": "n",
    "owner": "alpha",
    "customer": {"name": "n"},
    "_score": 1,
    "Title": "n",
    "it": "n",
}

CALLS = [
    {},
    {"query": "login"},
    {"status": "closed", "limit": 1},
    {"limit": 2, "cursor": "TKT-104"},
    {"query": "refund"},
    {"limit": 11},
    {"tenant": "beta"},
    None,
]


def test_get_ticket_shows_the_public_fields_alone():
    records = stored("alpha", 120, **INTERNAL)
    due = {"id": "TKT-120", "title": "Printer jam", "status": "open"}
    assert get({"ticket_id": "TKT-120"}, ALPHA, records) == {"ok": True, "ticket": due}


def test_search_shows_the_public_fields_alone():
    records = stored("alpha", 120, **INTERNAL)
    due = {"id": "TKT-120", "title": "Printer jam", "status": "open"}
    for args in ({}, {"status": "open"}, {"query": "JAM"}):
        assert search(args, ALPHA, records) == {"ok": True, "tickets": [due], "next_cursor": None}


@pytest.mark.parametrize("number", [101, 110])
def test_notes_of_the_fixture_store_stay_inside(number):
    assert get({"ticket_id": f"TKT-{number}"}) == {"ok": True, "ticket": ticket(number)}


def test_a_note_decides_nothing():
    assert search({"query": "refund"}) == page([])
    assert search({"query": "escalated"}) == page([])
    assert search({"query": "security"}, BETA) == page([])


@pytest.mark.parametrize("title", ["  MiXed  Title. ", "MiXed, and long: " * 40], ids=["odd", "long"])
def test_values_go_out_as_they_are_stored(title):
    records = stored("alpha", 120, title, "closed")
    due = {"id": "TKT-120", "title": title, "status": "closed"}
    assert search({"query": "mixed"}, ALPHA, records)["tickets"] == [due]
    assert get({"ticket_id": "TKT-120"}, ALPHA, records)["ticket"] == due


def test_a_ticket_with_an_empty_title_is_a_ticket():
    records = stored("alpha", 120, "")
    assert ids(search({}, ALPHA, records)) == [120]
    assert search({"query": " "}, ALPHA, records) == page([])


@pytest.mark.parametrize("args", CALLS, ids=str)
def test_the_store_is_never_written_to(args):
    records = fixture_records()
    before = copy.deepcopy(records)
    search(args, ALPHA, records)
    search(args, BETA, records)
    get(args, ALPHA, records)
    get({"ticket_id": "TKT-101"}, ALPHA, records)
    assert list(records.items()) == list(before.items())


def test_what_a_caller_does_to_a_search_reply_changes_nothing():
    records = fixture_records()
    reply = search({"limit": 3}, ALPHA, records)
    for shown in reply["tickets"]:
        shown["title"] = "scribbled"
    reply["tickets"].clear()
    reply["next_cursor"] = "scribbled"
    assert search({"limit": 3}, ALPHA, records) == page([101, 102, 104], "TKT-104")
    assert records == fixture_records()


@pytest.mark.parametrize("args", [{"query": "csv", "cursor": "TKT-101"}, {"status": "closed", "limit": 1}], ids=str)
def test_what_a_caller_does_to_a_filtered_page_changes_nothing(args):
    records = fixture_records()
    search(args, ALPHA, records)["tickets"][0]["title"] = "scribbled"
    assert search(args, ALPHA, records)["tickets"] == [ticket(102)]
    assert records == fixture_records()


def test_what_a_caller_does_to_a_ticket_changes_nothing():
    records = fixture_records()
    for number in (104, 101):
        get({"ticket_id": f"TKT-{number}"}, ALPHA, records)["ticket"]["title"] = "scribbled"
        assert get({"ticket_id": f"TKT-{number}"}, ALPHA, records) == {"ok": True, "ticket": ticket(number)}
    assert records == fixture_records()


def test_what_a_caller_does_to_a_refusal_changes_nothing():
    search({"limit": 0})["code"] = "scribbled"
    assert search({"limit": 0}) == {"ok": False, "code": "invalid_arguments"}


def test_one_arguments_object_serves_again():
    records = fixture_records()
    args = {"status": "open", "query": "e", "limit": 2, "cursor": "TKT-101"}
    first = search(args, ALPHA, records)
    assert ids(first) == [104, 107]
    assert search(args, ALPHA, records) == first
    wanted = {"ticket_id": "TKT-104"}
    assert get(wanted) == get(wanted) == {"ok": True, "ticket": ticket(104)}


def test_an_answer_depends_on_its_own_call_alone():
    records = fixture_records()
    for before in ({"status": "closed"}, {"query": "login"}, {"limit": 1}, {"cursor": "TKT-110"}, {"limit": 11}):
        search(before, ALPHA, records)
        assert search({}, ALPHA, records) == page([101, 102, 104, 107, 110], "TKT-110")


def test_the_answer_comes_from_the_records_of_this_call():
    records = fixture_records()
    assert ids(search({}, ALPHA, records)) == [101, 102, 104, 107, 110]
    del records["alpha:TKT-102"]
    records["alpha:TKT-104"] = {"id": "TKT-104", "title": "Settings mended", "status": "closed"}
    assert ids(search({}, ALPHA, records)) == [101, 104, 107, 110, 112]
    assert get({"ticket_id": "TKT-104"}, ALPHA, records)["ticket"]["title"] == "Settings mended"
    assert search({}, ALPHA, {}) == page([])
    assert get({"ticket_id": "TKT-104"}, ALPHA, {}) == {"ok": False, "code": "not_found"}
    assert ids(search({"limit": 10}, ALPHA, stored("alpha", 301) | stored("alpha", 300))) == [300, 301]
