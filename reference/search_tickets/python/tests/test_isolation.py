"""Tenants: two who share IDs and words never notice each other, whatever the model sends."""

import base64
import json

import pytest
from desk import (
    ALPHA,
    ALPHA_DENIED,
    BETA,
    FORBIDDEN,
    INVALID,
    NOT_FOUND,
    TICKETS,
    get,
    ids,
    page,
    search,
    stored,
    ticket,
)
from tickets import fixture_records

FILTERS = [
    {},
    {"limit": 1},
    {"limit": 2},
    {"limit": 3},
    {"limit": 10},
    {"status": "open"},
    {"status": "closed"},
    {"query": "login"},
    {"query": "fails", "limit": 1},
    {"query": "refund"},
    {"query": "private"},
    {"status": "open", "query": "e", "limit": 1},
]
STARTS = [{}, *({"cursor": f"TKT-{number}"} for number in (100, 101, 102, 103, 104, 107, 108, 110, 112, 115))]


def only(tenant):
    return {key: row for key, row in fixture_records().items() if key.startswith(f"{tenant}:")}


@pytest.mark.parametrize("start", STARTS, ids=str)
@pytest.mark.parametrize("context", [ALPHA, BETA], ids=["alpha", "beta"])
def test_a_search_answers_as_if_the_other_tenant_were_not_there(context, start):
    for args in FILTERS:
        alone = search({**args, **start}, context, only(context["tenant"]))
        assert search({**args, **start}, context) == alone
        assert alone["ok"] is True


CURSORS_OF_THE_OTHER = {
    "alpha after beta's 103": (ALPHA, "TKT-103", page([104, 107], "TKT-107")),
    "alpha after the shared 104": (ALPHA, "TKT-104", page([107, 110], "TKT-110")),
    "alpha after beta's 108": (ALPHA, "TKT-108", page([110, 112], "TKT-112")),
    "beta after alpha's 101": (BETA, "TKT-101", page([103, 104], "TKT-104", "beta")),
    "beta after the shared 104": (BETA, "TKT-104", page([108], None, "beta")),
    "beta after alpha's 107": (BETA, "TKT-107", page([108], None, "beta")),
    "beta after alpha's 110": (BETA, "TKT-110", page([], None, "beta")),
}


@pytest.mark.parametrize(("context", "cursor", "due"), CURSORS_OF_THE_OTHER.values(), ids=CURSORS_OF_THE_OTHER)
def test_a_cursor_of_the_other_tenant_only_says_where_to_go_on(context, cursor, due):
    assert search({"cursor": cursor, "limit": 2}, context) == due


def test_a_next_cursor_replayed_in_the_other_session_shows_that_session_its_own():
    records = fixture_records()
    cursor = search({"limit": 2}, ALPHA, records)["next_cursor"]
    assert search({"limit": 2, "cursor": cursor}, BETA, records) == page([103, 104], "TKT-104", "beta")


def token(**claims):
    return base64.urlsafe_b64encode(json.dumps(claims).encode()).decode()


@pytest.mark.parametrize(
    "cursor",
    ["beta:TKT-103", "beta:", "beta", token(tenant="beta", after="TKT-100"), json.dumps({"tenant": "beta"})],
)
def test_a_cursor_cannot_name_a_tenant(cursor):
    assert search({"cursor": cursor}) == INVALID


@pytest.mark.parametrize("tenant", ["alpha", "beta", "", "*", None])
def test_a_tenant_argument_is_refused_even_with_the_right_value(tenant):
    assert search({"tenant": tenant}) == INVALID
    assert search({"limit": 2, "tenant": tenant}, BETA) == INVALID
    assert get({"ticket_id": "TKT-104", "tenant": tenant}) == INVALID


@pytest.mark.parametrize(
    ("context", "number"),
    [(ALPHA, 103), (ALPHA, 108), (BETA, 101), (BETA, 102), (BETA, 107), (BETA, 110), (BETA, 112), (BETA, 115)],
)
def test_the_other_tenants_ticket_is_not_found(context, number):
    assert get({"ticket_id": f"TKT-{number}"}, context) == NOT_FOUND


def test_a_shared_id_gives_each_its_own():
    assert get({"ticket_id": "TKT-104"}, ALPHA) == {"ok": True, "ticket": ticket(104)}
    assert get({"ticket_id": "TKT-104"}, BETA) == {"ok": True, "ticket": ticket(104, "beta")}


NEIGHBOURS = ["alpha2", "alphabet", "Alpha", "xalpha", "alph", "al.ha", "al_ha", "alpha ", "beta"]


@pytest.mark.parametrize("tenant", ["alpha", "al.ha", "al_ha", "alpha ", "Alpha", "alph"])
def test_tenants_with_a_name_alike_stay_apart(tenant):
    records = {}
    for number, owner in enumerate(["alpha", *NEIGHBOURS], start=200):
        records |= stored(owner, number, f"Of {owner}") | stored(owner, 300, f"Shared, of {owner}")
    context = {"tenant": tenant, "can_read_tickets": True}
    titles = [shown["title"] for shown in search({"limit": 10}, context, records)["tickets"]]
    assert titles == [f"Of {tenant}", f"Shared, of {tenant}"]
    if tenant != "alpha":
        assert get({"ticket_id": "TKT-200"}, context, records) == NOT_FOUND


def test_tickets_in_the_same_words_show_to_each_their_own():
    records = stored("alpha", 120) | stored("beta", 120)
    own = {"ok": True, "tickets": [{"id": "TKT-120", "title": "Printer jam", "status": "open"}], "next_cursor": None}
    assert search({}, ALPHA, records) == search({}, BETA, records) == own


def test_sessions_in_turn_on_one_store():
    records = fixture_records()
    for _ in range(2):
        assert search({"limit": 2}, ALPHA, records) == page([101, 102], "TKT-102")
        assert search({"limit": 2}, BETA, records) == page([103, 104], "TKT-104", "beta")
        assert get({"ticket_id": "TKT-104"}, BETA, records) == {"ok": True, "ticket": ticket(104, "beta")}
        assert get({"ticket_id": "TKT-104"}, ALPHA, records) == {"ok": True, "ticket": ticket(104)}


def test_a_permission_is_not_remembered():
    records = fixture_records()
    assert ids(search({}, ALPHA, records)) == [101, 102, 104, 107, 110]
    assert search({}, ALPHA_DENIED, records) == FORBIDDEN
    assert get({"ticket_id": "TKT-104"}, ALPHA, records)["ok"] is True
    assert get({"ticket_id": "TKT-104"}, ALPHA_DENIED, records) == FORBIDDEN
    assert ids(search({}, ALPHA, records)) == [101, 102, 104, 107, 110]


def test_nothing_of_beta_is_in_any_reply_to_alpha():
    titles = [title for title, _ in TICKETS["beta"].values()]
    for args in FILTERS:
        for start in STARTS:
            said = json.dumps(search({**args, **start}))
            assert "beta" not in said
            assert not any(title in said for title in titles)
