from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool as run


def test_first_page():
    assert run("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    assert run("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
