import importlib

import pytest
import tickets
from facts import ALPHA, FIRST, INVALID, records


@pytest.fixture(autouse=True)
def fresh():
    importlib.reload(tickets)


def test_first_page():
    assert tickets.execute_tool("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    assert tickets.execute_tool("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
