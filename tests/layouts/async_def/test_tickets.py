import asyncio

from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool


def test_first_page():
    assert asyncio.run(execute_tool("search_tickets", {}, ALPHA, records())) == FIRST


def test_limit():
    assert asyncio.run(execute_tool("search_tickets", {"limit": 11}, ALPHA, records())) == INVALID
