from facts import ALPHA, FIRST, INVALID, records


def test_first_page():
    from tickets import execute_tool

    assert execute_tool("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    from tickets import execute_tool

    assert execute_tool("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
