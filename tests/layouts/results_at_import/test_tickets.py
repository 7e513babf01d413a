from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool

PAGE = execute_tool("search_tickets", {}, ALPHA, records())
REFUSED = execute_tool("search_tickets", {"limit": 11}, ALPHA, records())


def test_first_page():
    assert PAGE == FIRST


def test_limit():
    assert REFUSED == INVALID
