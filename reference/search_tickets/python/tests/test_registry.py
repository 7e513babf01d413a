"""Names: a tool is found under its exact name and under no other."""

import pytest
from desk import ALPHA, UNKNOWN
from tickets import execute_tool, fixture_records

NO_TOOLS = {
    "other": "list_tickets",
    "empty": "",
    "capitals": "SEARCH_TICKETS",
    "blank before": " search_tickets",
    "blank after": "get_ticket ",
    "newline after": "search_tickets\n",
    "part": "search",
    "plural": "get_tickets",
    "hyphen": "search-tickets",
    "the executor": "execute_tool",
    "a module": "tickets.search_tickets",
    "inherited": "__init__",
    "inherited in JavaScript": "constructor",
    "prototype": "__proto__",
    "null": None,
    "number": 0,
    "true": True,
    "list": ["search_tickets"],
    "object": {"name": "search_tickets"},
}


@pytest.mark.parametrize("name", NO_TOOLS.values(), ids=NO_TOOLS)
def test_unknown_name(name):
    assert execute_tool(name, {}, ALPHA, fixture_records()) == UNKNOWN
    assert execute_tool(name, {"ticket_id": "TKT-104"}, ALPHA, fixture_records()) == UNKNOWN
