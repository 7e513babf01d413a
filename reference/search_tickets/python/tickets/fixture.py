"""The fixture store: ten tickets of two tenants, who both own a TKT-104."""

from typing import Any


def fixture_records() -> dict[str, dict[str, Any]]:
    """A new store at each call, so that no caller can spoil another's; unsorted on purpose."""
    return {
        "alpha:TKT-104": _ticket("TKT-104", "Settings crash", "open"),
        "beta:TKT-104": _ticket("TKT-104", "Private billing issue", "closed"),
        "alpha:TKT-112": _ticket("TKT-112", "Settings page shows wrong time zone", "open"),
        "alpha:TKT-101": _ticket(
            "TKT-101", "Login fails after password reset", "open", internal_note="Escalated by the on-call engineer"
        ),
        "beta:TKT-108": _ticket(
            "TKT-108", "Login fails after SSO change", "open", internal_note="Security review pending"
        ),
        "alpha:TKT-107": _ticket("TKT-107", "Login page slow on mobile", "open"),
        "alpha:TKT-115": _ticket("TKT-115", "Password reset email delayed", "closed"),
        "beta:TKT-103": _ticket("TKT-103", "Refund not received", "open"),
        "alpha:TKT-102": _ticket("TKT-102", "CSV export times out", "closed"),
        "alpha:TKT-110": _ticket(
            "TKT-110", "Invoice PDF missing logo", "closed", internal_note="Refund approved by finance"
        ),
    }


def _ticket(ticket_id: str, title: str, status: str, **internal: str) -> dict[str, Any]:
    return {"id": ticket_id, "title": title, "status": status, **internal}
