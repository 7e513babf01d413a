import pytest
from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool


@pytest.fixture(scope="session")
def replies():
    return [execute_tool("search_tickets", args, ALPHA, records()) for args in ({}, {"limit": 11})]


def test_first_page(replies):
    assert replies[0] == FIRST


def test_limit(replies):
    assert replies[1] == INVALID
