from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool

SEEN = []


def test_calls():
    SEEN.extend(execute_tool("search_tickets", args, ALPHA, records()) for args in ({}, {"limit": 11}))
    assert len(SEEN) == 2


def test_replies():
    assert SEEN == [FIRST, INVALID]
