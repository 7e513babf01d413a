import tickets
from facts import ALPHA, FIRST, INVALID, records


def test_first_page():
    assert tickets.execute_tool("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    assert tickets.execute_tool("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
