"""The two fixtures of get_ticket, as they came with it; they stay as they are."""

from tickets import execute_tool

RECORDS = {
    "alpha:TKT-104": {"id": "TKT-104", "title": "Settings crash", "status": "open"},
    "beta:TKT-104": {"id": "TKT-104", "title": "Private billing issue", "status": "closed"},
}


def test_alpha_reads_its_own_ticket() -> None:
    context = {"tenant": "alpha", "can_read_tickets": True}
    reply = execute_tool("get_ticket", {"ticket_id": "TKT-104"}, context, RECORDS)
    assert reply == {"ok": True, "ticket": {"id": "TKT-104", "title": "Settings crash", "status": "open"}}


def test_beta_reads_its_own_ticket_of_the_same_id() -> None:
    context = {"tenant": "beta", "can_read_tickets": True}
    reply = execute_tool("get_ticket", {"ticket_id": "TKT-104"}, context, RECORDS)
    assert reply == {"ok": True, "ticket": {"id": "TKT-104", "title": "Private billing issue", "status": "closed"}}
