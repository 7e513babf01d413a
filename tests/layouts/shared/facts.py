"""What every layout's tests know: the sessions, the records, and two due replies."""

ALPHA = {"tenant": "alpha", "can_read_tickets": True}
TITLES = {101: "Login fails", 102: "Export slow", 104: "Crash", 107: "Login slow", 110: "No logo", 112: "Zone"}
INVALID = {"ok": False, "code": "invalid_arguments"}


def ticket(number, title):
    return {"id": f"TKT-{number}", "title": title, "status": "open"}


def records():
    rows = {f"alpha:TKT-{number}": ticket(number, title) for number, title in TITLES.items()}
    rows["alpha:TKT-101"]["internal_note"] = "escalated"
    return {"beta:TKT-103": ticket(103, "Refund"), **rows}


PAGE = [ticket(number, TITLES[number]) for number in list(TITLES)[:5]]
FIRST = {"ok": True, "tickets": PAGE, "next_cursor": "TKT-110"}
