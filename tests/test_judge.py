"""A verdict names every rule that a reply breaks, and no rule for what only follows from another."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from grader.checks.judge import Question, judge
from grader.exercise import BLOCKING, Call, Exercise, Rows
from grader.submission.reply import Reply
from grader.values import Tagged

ROWS: Rows = {
    "alpha:TKT-103": {"id": "TKT-103", "title": "Login slow on mobile", "status": "open"},
    "beta:TKT-104": {"id": "TKT-104", "title": "Private billing issue", "status": "closed"},
    "alpha:TKT-101": {"id": "TKT-101", "title": "Login fails", "status": "open", "internal_note": "Escalated on-call"},
    "alpha:TKT-102": {"id": "TKT-102", "title": "CSV export times out", "status": "closed"},
    "beta:TKT-101": {"id": "TKT-101", "title": "Refund not received", "status": "open", "internal_note": "Fraud case"},
}
SEVEN: Rows = {f"alpha:TKT-{n}": {"id": f"TKT-{n}", "title": "Printer", "status": "open"} for n in range(101, 108)}
PUBLIC = ("id", "title", "status")


def shown(key: str) -> dict[str, Any]:
    return {field: ROWS[key][field] for field in PUBLIC}


A101, A102, A103 = (shown(f"alpha:TKT-{n}") for n in (101, 102, 103))
B101, B104 = shown("beta:TKT-101"), shown("beta:TKT-104")
RAW101 = ROWS["alpha:TKT-101"]


def search(who: str = "alpha", **args: Any) -> Call:
    return Call("search_tickets", args, who)


def get(id_: Any, who: str = "alpha", **more: Any) -> Call:
    return Call("get_ticket", {"ticket_id": id_, **more}, who)


def page(*tickets: Any, next_cursor: Any = None, **more: Any) -> Reply:
    return Reply("ok", {"ok": True, "tickets": list(tickets), "next_cursor": next_cursor, **more})


def ticket(shown: Any, **more: Any) -> Reply:
    return Reply("ok", {"ok": True, "ticket": shown, **more})


def refused(code: Any, **more: Any) -> Reply:
    return Reply("ok", {"ok": False, "code": code, **more})


def returned(value: Any) -> Reply:
    return Reply("ok", value)


def b64(value: Any) -> str:
    return base64.b64encode(json.dumps(value).encode()).decode()


WHOLE = page(A101, A102, A103)


def whole(**changes: Any) -> Reply:
    """The right answer to `search()`, with some parts changed."""
    return returned({**WHOLE.value, **changes})


def broken(exercise: Exercise, call: Call, reply: Reply, rows: Rows = ROWS, rule: str | None = None) -> set[str]:
    decided = rule or exercise.contract.decides(call, exercise.context(call.context), rows)
    return set(judge(Question(exercise, call, rows, exercise.due(call, rows), decided), reply).all)


RIGHT = {
    "a page": (search(), WHOLE),
    "a page with more to come": (search(limit=2), page(A101, A102, next_cursor="TKT-102")),
    "no match": (search(query="zebra"), page()),
    "one ticket": (get("TKT-101"), ticket(A101)),
    "a failure": (get("TKT-999"), refused("not_found")),
    "a reply's keys in another order": (search(), returned(dict(reversed(WHOLE.value.items())))),
    "a ticket's keys in another order": (get("TKT-101"), ticket(dict(reversed(A101.items())))),
    "a failure's keys in another order": (get("TKT-999"), returned({"code": "not_found", "ok": False})),
    "a reply of a subclass": (search(), replace(WHOLE, subclass=True)),
    "args written to": (search(), replace(WHOLE, args={"limit": 5})),
    "something printed": (search(), replace(WHOLE, printed="Private billing issue\n")),
    "the own title that the query names": (search(query="LOGIN FAILS"), page(A101)),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_reply_breaks_nothing(exercise: Exercise, name: str) -> None:
    assert broken(exercise, *RIGHT[name]) == set()


# What is tried: the call, the reply, and the rules that it breaks.
WRONG: dict[str, tuple[Call, Reply, str]] = {
    # ---- whose data ----
    "another's ticket at the end": (search(), page(A101, A102, A103, B104), "scope.search"),
    "another's ticket under a shared id": (search(), page(B101, A102, A103), "scope.search"),
    "another's ticket alone": (search(query="refund"), page(B101), "scope.search"),
    "another's ticket read": (get("TKT-104"), ticket(B104), "scope.get"),
    "another's ticket read by a shared id": (get("TKT-101"), ticket(B101), "scope.get"),
    "another's ticket read, raw": (get("TKT-101"), ticket(ROWS["beta:TKT-101"]), "scope.get fields.get"),
    "another's page by argument": (search(tenant="beta"), page(B101, B104), "scope.argument"),
    "another's ticket by argument": (get("TKT-104", tenant="beta"), ticket(B104), "scope.argument"),
    "another's page by cursor": (search(cursor="TKT-102"), page(B104), "scope.cursor"),
    "another's page by a cursor that is refused": (search(cursor="beta:TKT-000"), page(B101, B104), "scope.cursor"),
    "another's title in base64": (search(), whole(next_cursor=b64(["Private billing issue"])), "scope.search"),
    "another's note in base64": (search(limit=2), page(A101, A102, next_cursor=b64(["Fraud case"])), "scope.search"),
    "another's title in a message": (
        search("alpha_denied"), refused("forbidden", message="Refund not received"), "scope.search reply.keys",
    ),
    "another's title in what it raised": (
        search(cursor="TKT-101"), Reply("error", says="raised KeyError: 'Private billing issue'"),
        "scope.cursor answer.returned",
    ),
    "another's title as a key": (search(), whole(**{"Private billing issue": 1}), "scope.search reply.keys"),
    "another's title at an unknown name": (
        Call("list_tickets", {}, "alpha"), page(B104), "scope.get",
    ),
    # ---- data leaves ----
    "a note on get": (get("TKT-101"), ticket(RAW101), "fields.get"),
    "a note on search": (search(), page(RAW101, A102, A103), "fields.search"),
    "a field that holds nothing": (search(), page({**A101, "internal_note": None}, A102, A103), "fields.search"),
    "a key beside the page": (search(), whole(total=3), "reply.keys"),
    "a key beside the ticket": (get("TKT-101"), ticket(A101, tenant="alpha"), "reply.keys"),
    "a key beside the code": (get("TKT-999"), refused("not_found", message="no"), "reply.keys"),
    "a ticket read without permission": (get("TKT-101", "alpha_denied"), ticket(A101), "permission.get"),
    "a page without permission": (search("alpha_denied"), WHOLE, "permission.search"),
    "another's page without permission": (search("alpha_denied"), page(B104), "permission.search scope.search"),
    "tickets beside forbidden": (
        search("alpha_denied"), refused("forbidden", tickets=[A101]), "permission.search reply.keys",
    ),
    "tickets without permission under another name": (
        search("alpha_denied"), returned({"ok": True, "results": [A101]}), "permission.search",
    ),
    "a changed store": (search(), replace(WHOLE, rows={}), "store.unchanged"),
    "a changed store beside a wrong page": (search(), replace(page(A101), rows={}), "store.unchanged page.complete"),
    "a query found in a note": (search(query="on-call"), page(A101), "query.title_only"),
    # ---- a success where a failure is due ----
    "an unknown name obeyed": (Call("list_tickets", {}, "alpha"), WHOLE, "name.exact"),
    "a list as args": (Call("search_tickets", [], "alpha"), WHOLE, "args.object"),
    "no args": (Call("search_tickets", None, "alpha"), WHOLE, "args.null"),
    "a further argument of get": (get("TKT-101", verbose=True), ticket(A101), "args.unknown_get"),
    "a further argument of search": (search(page=1), WHOLE, "args.unknown_search"),
    "the own tenant as argument": (search(tenant="alpha"), WHOLE, "args.unknown_search"),
    "no ticket_id": (Call("get_ticket", {}, "alpha"), refused("not_found"), "args.missing_id"),
    "half a ticket_id": (get("TKT-1"), refused("not_found"), "id.format"),
    "an unknown status": (search(status="pending"), page(), "status.value"),
    "a number as query": (search(query=5), page(), "query.type"),
    "an empty query": (search(query=""), WHOLE, "query.length"),
    "text as limit": (search(limit="3"), WHOLE, "limit.type"),
    "a limit above ten": (search(limit=11), WHOLE, "limit.range"),
    "an empty cursor": (search(cursor=""), WHOLE, "cursor.format"),
    "a missing ticket as null": (get("TKT-999"), ticket(None), "get.not_found"),
    "an empty page without permission": (search("alpha_denied"), page(), "permission.code"),
    # ---- a failure where a success is due, or another one ----
    "a known name refused": (get("TKT-101"), refused("unknown_tool"), "name.exact"),
    "ten refused": (search(limit=10), refused("invalid_arguments"), "limit.range"),
    "forbidden with permission": (search(), refused("forbidden"), "permission.code"),
    "a ticket not found": (get("TKT-101"), refused("not_found"), "get.not_found"),
    "an empty page not found": (search(query="zebra"), refused("not_found"), "search.no_not_found"),
    "no permission told as bad arguments": (search("alpha_denied"), refused("invalid_arguments"), "permission.code"),
    "a code of its own": (search(), refused("empty"), "code.known"),
    # ---- the page ----
    "as stored": (search(), page(A103, A101, A102), "sort.id"),
    "upside down": (search(), page(A103, A102, A101), "sort.id"),
    "the status ignored": (search(status="open"), WHOLE, "filter.status"),
    "filtered after the cut": (search(status="closed", limit=1), page(), "filter.before_cut"),
    "one too many": (search(limit=1), page(A101, A102, next_cursor="TKT-102"), "page.cut"),
    "one left out": (search(), page(A101, A103), "page.complete"),
    "one twice": (search(), page(A101, A102, A102, A103), "walk.once"),
    "case told apart": (search(query="LOGIN"), page(), "query.match"),
    "a query without its blank": (search(query="fails "), page(A101), "query.as_given"),
    "the cursor's own ticket": (search(cursor="TKT-102"), page(A102, A103), "cursor.after"),
    "the cursor ignored": (search(cursor="TKT-102"), WHOLE, "cursor.after"),
    "a cursor that must exist": (search(cursor="TKT-000"), page(), "cursor.position"),
    "the id of the row to come": (search(limit=2), page(A101, A102, next_cursor="TKT-103"), "next.id"),
    "a cursor after the last page": (search(), whole(next_cursor="TKT-103"), "next.null"),
    "null before the last page": (search(limit=2), page(A101, A102), "next.null"),
    "a cursor after an empty page": (search(cursor="TKT-103"), page(next_cursor="TKT-103"), "page.empty"),
    # ---- a part is not blamed for what follows from another ----
    "a short page with the cursor that fits it": (search(limit=2), page(A101, next_cursor="TKT-101"), "page.cut"),
    "a long page with the null that fits it": (search(limit=2), WHOLE, "page.cut"),
    "a long page with the cursor that was due": (search(limit=2), whole(next_cursor="TKT-102"), "page.cut"),
    "a wrong page, whatever its cursor": (search(status="open", limit=1), page(A102, next_cursor="x"), "filter.status"),
    "another's tickets on a wrong page": (search(limit=2), page(B104, A103, next_cursor="x"), "scope.search"),
    "a note on a page in wrong order": (search(), page(A103, RAW101, A102), "fields.search sort.id"),
    "a page of ids": (search(), page("TKT-101", "TKT-102", "TKT-103"), "reply.type"),
    "tickets without ids": (search(query="fails"), page({"title": "Login fails", "status": "open"}), "fields.missing"),
    "ids as numbers": (search(query="fails"), page({**A101, "id": 101}), "reply.type"),
    "the page under another key": (
        search(), returned({"ok": True, "items": [A101, A102, A103], "next_cursor": None}), "reply.keys reply.missing",
    ),
    # ---- shape and type ----
    "text": (search(), returned("ok"), "reply.shape"),
    "JSON text": (search(), returned(json.dumps(WHOLE.value)), "reply.shape"),
    "a list": (search(), returned([A101, A102, A103]), "reply.shape"),
    "a boolean": (search(), returned(True), "reply.shape"),
    "an empty object": (search(), returned({}), "reply.shape"),
    "a tuple": (search(), returned(Tagged("tuple", [True, []])), "reply.shape"),
    "ok as 1": (search(), whole(ok=1), "reply.type"),
    "ok as 1.0": (search(), whole(ok=1.0), "reply.type"),
    "ok as text": (search(), whole(ok="true"), "reply.type"),
    "ok as 0": (get("TKT-999"), returned({"ok": 0, "code": "not_found"}), "reply.type"),
    "a code as number": (get("TKT-999"), refused(404), "reply.type"),
    "a code as null": (get("TKT-999"), refused(None), "reply.type"),
    "tickets as tuple": (search(), whole(tickets=Tagged("tuple", [A101, A102, A103])), "reply.type"),
    "tickets as object": (search(), whole(tickets={"TKT-101": A101}), "reply.type"),
    "tickets as null": (search(), whole(tickets=None), "reply.type"),
    "a ticket as list": (get("TKT-101"), ticket([A101]), "reply.type"),
    "next_cursor as false": (search(), whole(next_cursor=False), "reply.type"),
    "next_cursor as number": (search(limit=2), page(A101, A102, next_cursor=102), "reply.type"),
    "a status as boolean": (get("TKT-101"), ticket({**A101, "status": True}), "reply.type"),
    "NaN": (search(), whole(next_cursor=Tagged("number", "nan")), "reply.json"),
    "a set": (search(), whole(tickets=Tagged("set", [])), "reply.json"),
    "a set inside a tuple": (search(), whole(tickets=Tagged("tuple", [Tagged("set", [])])), "reply.json"),
    "bytes at the top": (search(), returned(Tagged("bytes", "00")), "reply.json"),
    "no page": (search(), returned({"ok": True, "next_cursor": None}), "reply.missing"),
    "no next_cursor": (search(), returned({"ok": True, "tickets": [A101, A102, A103]}), "reply.missing"),
    "no ticket": (get("TKT-101"), returned({"ok": True}), "reply.missing"),
    "no code": (get("TKT-999"), returned({"ok": False}), "reply.missing"),
    "no code but an error": (get("TKT-999"), returned({"ok": False, "error": "x"}), "reply.keys reply.missing"),
    "a ticket without status": (get("TKT-101"), ticket({"id": "TKT-101", "title": "Login fails"}), "fields.missing"),
    "a title in small letters": (get("TKT-101"), ticket({**A101, "title": "login fails"}), "fields.value"),
    "an id that nobody has": (get("TKT-101"), ticket({**A101, "id": "101"}), "fields.value"),
    # ---- no usable answer ----
    "nothing returned": (search(), returned(None), "answer.returned"),
    "undefined returned": (search(), returned(Tagged("undefined")), "answer.returned"),
    "raised": (search(), Reply("error", says="raised KeyError: 'x'"), "answer.returned"),
    "not loaded": (search(), Reply("load", says="did not load"), "answer.returned"),
    "too late": (search(), Reply("timeout", says="no answer within 2 s"), "answer.time"),
    "died": (search(), Reply("died", says="ended before it answered"), "answer.alive"),
    "too much memory": (search(), Reply("memory"), "answer.alive"),
    "flooded": (search(), Reply("flood"), "answer.alive"),
    "wrote between the lines": (search(), Reply("protocol"), "answer.alive"),
    "a generator": (search(), Reply("unusable", says="returned a generator"), "reply.json"),
    "awaited": (search(), replace(WHOLE, awaited="coroutine"), "answer.sync"),
    "awaited and wrong": (search(), replace(page(A101), awaited="coroutine"), "answer.sync page.complete"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_reply_breaks_just_its_rules(exercise: Exercise, name: str) -> None:
    call, reply, rules = WRONG[name]
    assert broken(exercise, call, reply) == set(rules.split())


DEFAULT = {
    "seven of five": ([*range(101, 108)], None, "limit.default"),
    "six of five": ([*range(101, 107)], "TKT-106", "page.cut"),
    "four of five": ([*range(101, 105)], "TKT-104", "page.cut"),
}


@pytest.mark.parametrize("name", DEFAULT)
def test_a_page_without_a_limit_ends_where_the_default_says(exercise: Exercise, name: str) -> None:
    numbers, cursor, rule = DEFAULT[name]
    reply = page(*(SEVEN[f"alpha:TKT-{n}"] for n in numbers), next_cursor=cursor)
    assert broken(exercise, search(), reply, SEVEN) == {rule}


WRITTEN_FOR = {
    "order.name_first": (Call("list_tickets", None, "alpha"), refused("invalid_arguments")),
    "order.args_first": (search("alpha_denied", limit=11), refused("forbidden")),
    "order.permission_first": (get("TKT-999", "alpha_denied"), refused("not_found")),
}


@pytest.mark.parametrize("rule", WRITTEN_FOR)
def test_a_wrong_code_breaks_the_rule_that_the_case_was_written_for(exercise: Exercise, rule: str) -> None:
    call, reply = WRITTEN_FOR[rule]
    assert broken(exercise, call, reply, rule=rule) == {rule}


@pytest.mark.parametrize("rule", ["walk.complete", "page.complete", "scope.cursor", "", "fields.search"])
def test_a_case_written_for_a_page_or_a_leak_leaves_a_wrong_code_to_the_rule_that_decides_it(
    exercise: Exercise, rule: str
) -> None:
    call = search(limit=10)
    assert judge(Question(exercise, call, ROWS, exercise.due(call, ROWS), rule), refused("invalid_arguments")).all == (
        "limit.range",
    )


@pytest.mark.parametrize("rule", ["walk.complete", "page.complete", "scope.cursor", "", "fields.search"])
def test_nor_does_it_claim_a_success_that_was_not_due(exercise: Exercise, rule: str) -> None:
    call = search(limit=11)
    assert judge(Question(exercise, call, ROWS, exercise.due(call, ROWS), rule), WHOLE).all == ("limit.range",)


@pytest.mark.parametrize("cursor", [None, "TKT-100"])
def test_a_short_word_of_others_is_no_leak(exercise: Exercise, cursor: str | None) -> None:
    rows = {"beta:TKT-101": {"id": "TKT-101", "title": "ok", "status": "open"}}
    call = search(**({"cursor": cursor} if cursor else {}))
    assert broken(exercise, call, page(), rows) == set()


def test_a_title_that_both_tenants_have_is_no_leak(exercise: Exercise) -> None:
    twin = {"id": "TKT-101", "title": "Printer offline", "status": "open"}
    rows = {"beta:TKT-102": {**twin, "id": "TKT-102"}, "alpha:TKT-101": twin}
    assert broken(exercise, search(), page(twin), rows) == set()


def test_the_words_that_the_caller_sent_are_no_leak(exercise: Exercise) -> None:
    call = search(query="Private billing issue")
    assert broken(exercise, call, refused("invalid_arguments", message="Private billing issue")) == {
        "query.length", "reply.keys",
    }  # fmt: skip


ELSEWHERE = {
    "scope.session": "blame, from what was asked before",
    "scope.page": "blame, when the call is right without the rows of others",
    "copy.fresh": "the asker, after writing to a reply",
    "walk.complete walk.order walk.ends": "a walk",
    "walk.stable": "the case that was written for it",
    "state.same_answer state.this_store state.args": "blame, of a call that is right when asked alone",
}


def test_every_rule_that_a_single_reply_can_break_is_in_the_tables(exercise: Exercise) -> None:
    behaviour = {rule.id for rule in exercise.rules.values() if rule.tier in BLOCKING}
    told = {rule for _, _, rules in WRONG.values() for rule in rules.split()}
    told |= {rule for _, _, rule in DEFAULT.values()} | set(WRITTEN_FOR)
    assert behaviour - told - {rule for rules in ELSEWHERE for rule in rules.split()} == set()
