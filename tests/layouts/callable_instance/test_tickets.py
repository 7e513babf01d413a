from facts import ALPHA, FIRST, INVALID, records
from tickets import Desk, execute_tool


def test_it_is_a_desk():
    assert isinstance(execute_tool, Desk)
    assert "get_ticket" in execute_tool.tools


def test_first_page():
    assert execute_tool("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    assert execute_tool("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
