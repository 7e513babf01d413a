from store import fixture_records
from tickets import execute_tool

ALPHA = {"tenant": "alpha", "can_read_tickets": True}


def test_first_page():
    reply = execute_tool("search_tickets", {}, ALPHA, fixture_records())
    assert len(reply["tickets"]) == 5


def test_second_page():
    records = fixture_records()
    first = execute_tool("search_tickets", {}, ALPHA, records)
    second = execute_tool("search_tickets", {"cursor": first["next_cursor"]}, ALPHA, records)
    assert len(second["tickets"]) == 2


def test_closed_filter():
    reply = execute_tool("search_tickets", {"status": "closed"}, ALPHA, fixture_records())
    assert all(ticket["status"] == "closed" for ticket in reply["tickets"])
