import pytest
from tickets import execute_tool

ALPHA = {"tenant": "alpha", "can_read_tickets": True}


@pytest.mark.skip(reason="an example to start from: write execute_tool, then take this line out")
def test_get_ticket_of_the_own_tenant() -> None:
    records = {"alpha:TKT-104": {"id": "TKT-104", "title": "Settings crash", "status": "open"}}
    reply = execute_tool("get_ticket", {"ticket_id": "TKT-104"}, ALPHA, records)
    assert reply == {"ok": True, "ticket": {"id": "TKT-104", "title": "Settings crash", "status": "open"}}
