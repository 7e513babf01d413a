from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool


def test_first_page():
    assert execute_tool(arguments={}, tool="search_tickets", records=records(), context=ALPHA) == FIRST


def test_limit():
    assert execute_tool(arguments={"limit": 11}, tool="search_tickets", records=records(), context=ALPHA) == INVALID
