import inspect

from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool


def test_four_parameters():
    assert list(inspect.signature(execute_tool).parameters) == ["name", "args", "context", "records"]
    assert inspect.isfunction(execute_tool)
    assert execute_tool.__name__ == "execute_tool"


def test_first_page():
    assert execute_tool("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    assert execute_tool("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
