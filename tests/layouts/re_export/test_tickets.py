from desk.registry import execute_tool
from facts import ALPHA, FIRST, INVALID, records


def test_first_page():
    assert execute_tool("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    assert execute_tool("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
