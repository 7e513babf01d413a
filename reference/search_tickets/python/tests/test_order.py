"""The order of the checks: every call is wrong in two ways, and the earlier one decides."""

import pytest
from desk import ALPHA_DENIED, FORBIDDEN, INVALID, UNKNOWN, get, search
from tickets import execute_tool, fixture_records

BAD_SEARCHES = {
    "no object": None,
    "unknown key": {"page": 2},
    "tenant": {"tenant": "beta"},
    "status": {"status": None},
    "query": {"query": ""},
    "long query": {"query": "x" * 41},
    "limit": {"limit": None},
    "limit 0": {"limit": 0},
    "limit 11": {"limit": 11},
    "cursor": {"cursor": "TKT-1"},
}

BAD_GETS = {
    "no object": None,
    "no key": {},
    "unknown key": {"ticket_id": "TKT-104", "page": 2},
    "tenant": {"ticket_id": "TKT-104", "tenant": "beta"},
    "form": {"ticket_id": "TKT-1"},
}


@pytest.mark.parametrize("args", [None, [], "x", {"limit": 0}, {"ticket_id": 1}], ids=str)
@pytest.mark.parametrize("name", ["list_tickets", None])
def test_name_before_arguments(name, args):
    assert execute_tool(name, args, {"tenant": "alpha", "can_read_tickets": True}, fixture_records()) == UNKNOWN


@pytest.mark.parametrize("args", [{}, None], ids=str)
def test_name_before_permission(args):
    assert execute_tool("list_tickets", args, ALPHA_DENIED, fixture_records()) == UNKNOWN


@pytest.mark.parametrize("args", BAD_SEARCHES.values(), ids=BAD_SEARCHES)
def test_arguments_of_a_search_before_permission(args):
    assert search(args, ALPHA_DENIED) == INVALID


@pytest.mark.parametrize("args", BAD_GETS.values(), ids=BAD_GETS)
def test_arguments_of_get_ticket_before_permission(args):
    assert get(args, ALPHA_DENIED) == INVALID


@pytest.mark.parametrize("number", [103, 108, 999])
def test_permission_before_not_found(number):
    assert get({"ticket_id": f"TKT-{number}"}, ALPHA_DENIED) == FORBIDDEN


@pytest.mark.parametrize("args", [{}, {"query": "refund"}, {"cursor": "TKT-999"}, {"status": "closed"}], ids=str)
def test_permission_before_the_look_into_the_store(args):
    assert search(args, ALPHA_DENIED) == FORBIDDEN
    assert search(args, ALPHA_DENIED, {}) == FORBIDDEN
