from facts import ALPHA, TITLES, records
from tickets import execute_tool


def test_walk():
    ids, cursor = [], {}
    while cursor is not None:
        reply = execute_tool("search_tickets", {"limit": 2, **cursor}, ALPHA, records())
        ids += [ticket["id"] for ticket in reply["tickets"]]
        cursor = reply["next_cursor"] and {"cursor": reply["next_cursor"]}
    assert ids == [f"TKT-{number}" for number in TITLES]
