import pytest
from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool

REFUSED = execute_tool("search_tickets", {"limit": 11}, ALPHA, records())


@pytest.mark.parametrize("ticket", execute_tool("search_tickets", {}, ALPHA, records())["tickets"], ids=str)
def test_each_of_the_first_page(ticket):
    assert ticket in FIRST["tickets"]


@pytest.mark.parametrize("reply", [REFUSED], ids=str)
def test_limit(reply):
    assert reply == INVALID
