"""Arguments of the search: each call is wrong in nothing but what it names; bounds by last good and first bad."""

import pytest
from desk import ALPHA, INVALID, ids, page, search, stored

EVERY_PAGE = [101, 102, 104, 107, 110]

GOOD = {
    "nothing": ({}, EVERY_PAGE),
    "open": ({"status": "open"}, [101, 104, 107, 112]),
    "closed": ({"status": "closed"}, [102, 110, 115]),
    "query of 1": ({"query": "z"}, [112]),
    "query of 40": ({"query": "x" * 40}, []),
    "query of 40, more bytes": ({"query": "\u0436" * 40}, []),
    "limit 1": ({"limit": 1}, [101]),
    "limit 10": ({"limit": 10}, [101, 102, 104, 107, 110, 112, 115]),
    "smallest cursor": ({"cursor": "TKT-000"}, EVERY_PAGE),
    "largest cursor": ({"cursor": "TKT-999"}, []),
    "all four": ({"status": "open", "query": "PAGE", "limit": 1, "cursor": "TKT-107"}, [112]),
}

BAD = {
    "status null": {"status": None},
    "status empty": {"status": ""},
    "status unknown": {"status": "pending"},
    "status OPEN": {"status": "OPEN"},
    "status with blank": {"status": "open "},
    "status true": {"status": True},
    "status list": {"status": ["open"]},
    "status object": {"status": {"open": True}},
    "query null": {"query": None},
    "query empty": {"query": ""},
    "query of 41": {"query": "x" * 41},
    "query of 41, found": {"query": "Settings page shows wrong time zone today"},
    "query of 41 blanks": {"query": " " * 41},
    "query empty on a later page": {"query": "", "cursor": "TKT-101"},
    "query number": {"query": 5},
    "query false": {"query": False},
    "query list": {"query": ["login"]},
    "limit null": {"limit": None},
    "limit 0": {"limit": 0},
    "limit -1": {"limit": -1},
    "limit 11": {"limit": 11},
    "limit huge": {"limit": 10**30},
    "limit beyond every float": {"limit": 10**400},
    "limit true": {"limit": True},
    "limit false": {"limit": False},
    "limit 1.5": {"limit": 1.5},
    "limit text": {"limit": "3"},
    "limit list": {"limit": [3]},
    "limit not a number": {"limit": float("nan")},
    "cursor null": {"cursor": None},
    "cursor empty": {"cursor": ""},
    "cursor number": {"cursor": 101},
    "cursor list": {"cursor": ["TKT-101"]},
    "cursor two digits": {"cursor": "TKT-10"},
    "cursor four digits": {"cursor": "TKT-1000"},
    "cursor small letters": {"cursor": "tkt-101"},
    "cursor other letters": {"cursor": "ABC-101"},
    "cursor blank before": {"cursor": " TKT-101"},
    "cursor newline after": {"cursor": "TKT-100\n"},
    "cursor Arabic-Indic digits": {"cursor": "TKT-1\u0660\u0660"},
    "own tenant": {"tenant": "alpha"},
    "other tenant": {"tenant": "beta"},
    "null tenant": {"tenant": None},
    "unknown key": {"page": 2},
    "argument of get_ticket": {"ticket_id": "TKT-104"},
    "key in capitals": {"Status": "open"},
    "key __proto__": {"__proto__": {}},
    "key of no letters": {"": "open"},
    "good beside bad": {"status": "open", "limit": 0},
}

NO_OBJECTS = {
    "null": None,
    "list": [],
    "list of pairs": [["limit", 3]],
    "text": "{}",
    "empty text": "",
    "number": 0,
    "false": False,
}


@pytest.mark.parametrize(("args", "due"), GOOD.values(), ids=GOOD)
def test_accepted(args, due):
    assert ids(search(args)) == due


@pytest.mark.parametrize("args", BAD.values(), ids=BAD)
def test_refused(args):
    assert search(args) == INVALID


@pytest.mark.parametrize("args", BAD.values(), ids=BAD)
def test_refused_on_an_empty_store(args):
    assert search(args, ALPHA, {}) == INVALID


@pytest.mark.parametrize("args", NO_OBJECTS.values(), ids=NO_OBJECTS)
def test_arguments_are_a_plain_object(args):
    assert search(args) == INVALID


def test_default_limit_is_five():
    assert search({}) == search({"limit": 5})
    assert len(search({})["tickets"]) == 5


@pytest.mark.parametrize("args", [{}, {"status": "open"}, {"query": "jam"}, {"cursor": "TKT-200"}], ids=str)
def test_default_limit_is_five_beside_other_arguments(args):
    records = {}
    for number in range(201, 213):
        records |= stored("alpha", number)
    assert ids(search(args, ALPHA, records)) == [201, 202, 203, 204, 205]


TITLES = ["Login fails", "login  page", "LOGIN", "Price (in %) of a_b", "100*", " lead", "trail ", "tab\there"]

QUERIES = {
    "small": ("login", [1, 2, 3]),
    "capitals": ("LOGIN", [1, 2, 3]),
    "mixed": ("LoGiN", [1, 2, 3]),
    "inside a word": ("ogi", [1, 2, 3]),
    "whole title": ("login fails", [1]),
    "two blanks": ("n  p", [2]),
    "blank before": (" f", [1]),
    "blank after": ("login ", [1, 2]),
    "blanks alone": ("  ", [2]),
    "blank at the edges": (" lead", [6]),
    "dot": (".", []),
    "star": ("*", [5]),
    "open parenthesis": ("(", [4]),
    "open bracket": ("[", []),
    "backslash": ("\\", []),
    "percent": ("%", [4]),
    "underscore": ("_", [4]),
    "two words apart": ("login slow", []),
}


@pytest.mark.parametrize(("query", "due"), QUERIES.values(), ids=QUERIES)
def test_query_is_taken_as_given(query, due):
    records = {}
    for number, title in enumerate(TITLES, start=1):
        records |= stored("alpha", f"00{number}", title)
    assert ids(search({"query": query}, ALPHA, records)) == due


def test_query_looks_at_the_title_alone():
    records = stored("alpha", 120, "Printer jam", "open", internal_note="refund", customer="refund")
    for hidden in ("refund", "open", "tkt", "120", "alpha"):
        assert search({"query": hidden}, ALPHA, records) == page([])
