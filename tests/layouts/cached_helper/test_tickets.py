from functools import lru_cache

from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool


@lru_cache
def search(limit):
    return execute_tool("search_tickets", {} if limit is None else {"limit": limit}, ALPHA, records())


def test_first_page():
    assert search(None) == FIRST


def test_limit():
    assert search(11) == INVALID
