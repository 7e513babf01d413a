from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool

HOLDERS = [{"call": execute_tool}, (execute_tool,)]


def test_first_page():
    assert HOLDERS[0]["call"]("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    assert HOLDERS[0]["call"]("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
