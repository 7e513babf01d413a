"""The desk the tests sit at: who asks, how to ask, and what a complete reply looks like, typed in by hand."""

from tickets import execute_tool, fixture_records

ALPHA = {"tenant": "alpha", "can_read_tickets": True}
ALPHA_DENIED = {"tenant": "alpha", "can_read_tickets": False}
BETA = {"tenant": "beta", "can_read_tickets": True}

INVALID = {"ok": False, "code": "invalid_arguments"}
FORBIDDEN = {"ok": False, "code": "forbidden"}
NOT_FOUND = {"ok": False, "code": "not_found"}
UNKNOWN = {"ok": False, "code": "unknown_tool"}

TICKETS = {
    "alpha": {
        101: ("Login fails after password reset", "open"),
        102: ("CSV export times out", "closed"),
        104: ("Settings crash", "open"),
        107: ("Login page slow on mobile", "open"),
        110: ("Invoice PDF missing logo", "closed"),
        112: ("Settings page shows wrong time zone", "open"),
        115: ("Password reset email delayed", "closed"),
    },
    "beta": {
        103: ("Refund not received", "open"),
        104: ("Private billing issue", "closed"),
        108: ("Login fails after SSO change", "open"),
    },
}


def get(args, context=ALPHA, records=None):
    return execute_tool("get_ticket", args, context, fixture_records() if records is None else records)


def search(args, context=ALPHA, records=None):
    return execute_tool("search_tickets", args, context, fixture_records() if records is None else records)


def ticket(number, tenant="alpha"):
    title, status = TICKETS[tenant][number]
    return {"id": f"TKT-{number}", "title": title, "status": status}


def page(numbers, next_cursor=None, tenant="alpha"):
    return {"ok": True, "tickets": [ticket(number, tenant) for number in numbers], "next_cursor": next_cursor}


def stored(tenant, number, title="Printer jam", status="open", **internal):
    return {f"{tenant}:TKT-{number}": {"id": f"TKT-{number}", "title": title, "status": status, **internal}}


def ids(reply):
    """The three-digit IDs of a page, in sequence; the page has to be a success."""
    assert reply["ok"] is True
    return [int(shown["id"].removeprefix("TKT-")) for shown in reply["tickets"]]


def walk(args, context=ALPHA, records=None, at_most=20):
    """The pages from the first to the one whose next_cursor is null, as lists of IDs."""
    pages, cursor = [], {}
    for _ in range(at_most):
        reply = search({**args, **cursor}, context, records)
        pages.append(ids(reply))
        if reply["next_cursor"] is None:
            return pages
        cursor = {"cursor": reply["next_cursor"]}
    raise AssertionError(f"no end after {at_most} pages: {pages}")
