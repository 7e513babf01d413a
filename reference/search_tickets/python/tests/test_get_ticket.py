"""Regression: get_ticket answers as it did before the search came, on its two old fixtures and on the whole store."""

import pytest
from desk import ALPHA, ALPHA_DENIED, BETA, FORBIDDEN, INVALID, NOT_FOUND, TICKETS, get, ticket

OLD_FIXTURES = {
    "alpha:TKT-104": {"id": "TKT-104", "title": "Settings crash", "status": "open"},
    "beta:TKT-104": {"id": "TKT-104", "title": "Private billing issue", "status": "closed"},
}

TABLE = {
    "own ticket": (ALPHA, {"ticket_id": "TKT-104"}, {"ok": True, "ticket": ticket(104)}),
    "same ID, other tenant": (BETA, {"ticket_id": "TKT-104"}, {"ok": True, "ticket": ticket(104, "beta")}),
    "nobody's ticket": (ALPHA, {"ticket_id": "TKT-999"}, NOT_FOUND),
    "no permission": (ALPHA_DENIED, {"ticket_id": "TKT-104"}, FORBIDDEN),
    "no permission, nobody's ticket": (ALPHA_DENIED, {"ticket_id": "TKT-999"}, FORBIDDEN),
    "own tenant as argument": (ALPHA, {"ticket_id": "TKT-104", "tenant": "alpha"}, INVALID),
    "other tenant as argument": (ALPHA, {"ticket_id": "TKT-104", "tenant": "beta"}, INVALID),
    "argument of the search": (ALPHA, {"ticket_id": "TKT-104", "limit": 5}, INVALID),
    "no ticket_id": (ALPHA, {}, INVALID),
    "other key alone": (ALPHA, {"id": "TKT-104"}, INVALID),
}

NO_TICKET_IDS = {
    "null": None,
    "number": 104,
    "list": ["TKT-104"],
    "empty": "",
    "digits alone": "104",
    "two digits": "TKT-10",
    "four digits": "TKT-1040",
    "small letters": "tkt-104",
    "other letters": "ABC-104",
    "blank before": " TKT-104",
    "blank after": "TKT-104 ",
    "newline after": "TKT-104\n",
    "Arabic-Indic digits": "TKT-\u0661\u0660\u0664",
    "store key": "alpha:TKT-104",
}

NO_OBJECTS = {
    "null": None,
    "list": [],
    "pairs": [["ticket_id", "TKT-104"]],
    "text": "TKT-104",
    "number": 1,
    "true": True,
}


@pytest.mark.parametrize(("context", "args", "reply"), TABLE.values(), ids=TABLE)
def test_old_fixtures(context, args, reply):
    assert get(args, context, dict(OLD_FIXTURES)) == reply


@pytest.mark.parametrize(("context", "args", "reply"), TABLE.values(), ids=TABLE)
def test_new_store_changes_nothing(context, args, reply):
    assert get(args, context) == reply


@pytest.mark.parametrize("ticket_id", NO_TICKET_IDS.values(), ids=NO_TICKET_IDS)
def test_ticket_id_has_one_form(ticket_id):
    assert get({"ticket_id": ticket_id}) == INVALID


@pytest.mark.parametrize("args", NO_OBJECTS.values(), ids=NO_OBJECTS)
def test_arguments_are_a_plain_object(args):
    assert get(args) == INVALID


@pytest.mark.parametrize("number", TICKETS["alpha"])
def test_every_ticket_by_its_id(number):
    assert get({"ticket_id": f"TKT-{number}"}) == {"ok": True, "ticket": ticket(number)}


@pytest.mark.parametrize("number", [0, 999])
def test_smallest_and_largest_id(number):
    row = {"id": f"TKT-{number:03}", "title": "Edge", "status": "open"}
    assert get({"ticket_id": row["id"]}, ALPHA, {f"alpha:{row['id']}": row}) == {"ok": True, "ticket": row}
