"""The TypeScript sample to review: green by its own suite, four of thirteen, and exactly the defects it should have."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from the_node import counted, own_suite, script

SAMPLE = Path(__file__).parents[1] / "sample_submission" / "search_tickets" / "typescript"
ACCEPTANCE = Path(__file__).parents[1] / "grader" / "exercises" / "search_tickets" / "calls" / "acceptance.yaml"
CONTEXTS = {
    "alpha": {"tenant": "alpha", "canReadTickets": True},
    "alpha_denied": {"tenant": "alpha", "canReadTickets": False},
    "beta": {"tenant": "beta", "canReadTickets": True},
}
INVALID = {"ok": False, "code": "invalid_arguments"}
FORBIDDEN = {"ok": False, "code": "forbidden"}
NOT_FOUND = {"ok": False, "code": "not_found"}
UNKNOWN = {"ok": False, "code": "unknown_tool"}

ASK = """
import { readFileSync } from "node:fs";
import { fixtureRecords } from "./store.ts";
import { executeTool } from "./tickets.ts";

function ask([tool, args, context]) {
  try {
    return executeTool(tool, args, context, fixtureRecords());
  } catch (error) {
    return { raised: error.name };
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(ask)));
"""
SCRIBBLE = """
import { fixtureRecords } from "./store.ts";
import { executeTool } from "./tickets.ts";

const records = fixtureRecords();
const reply = executeTool("search_tickets", {}, { tenant: "alpha", canReadTickets: true }, records);
reply.tickets[0].title = "scribbled";
console.log(JSON.stringify(records.get("alpha:TKT-101").title));
"""


def ask(*calls: tuple[Any, Any, str]) -> list[Any]:
    replies: list[Any] = script(SAMPLE, ASK, [[tool, args, CONTEXTS[context]] for tool, args, context in calls])
    return replies


def search(args: Any, context: str = "alpha") -> Any:
    return ask(("search_tickets", args, context))[0]


def ids(reply: Any) -> list[int]:
    return [int(ticket["id"][-3:]) for ticket in reply["tickets"]]


def token(**state: Any) -> str:
    return base64.b64encode(json.dumps(state).encode()).decode()


def test_acceptance_is_four_of_thirteen() -> None:
    rows = yaml.safe_load(ACCEPTANCE.read_text())["calls"]
    replies = ask(*((row["tool"], row["args"], row["context"]) for row in rows))
    due = [row["expect"] if "expect" in row else {"ok": False, "code": row["code"]} for row in rows]
    right = [row["id"] for row, reply, expected in zip(rows, replies, due, strict=True) if reply == expected]
    assert right == ["A1", "A8", "A11", "A13"]
    assert len(rows) == 13


def test_its_own_three_tests_are_green() -> None:
    ran = own_suite(SAMPLE)
    count = counted(ran)
    assert ran.returncode == 0, ran.stdout
    assert (count["tests"], count["pass"], count["fail"], count["skipped"]) == (3, 3, 0, 0)


# ---- whose data, and what leaves ----


def test_a_forged_cursor_reads_the_other_tenant() -> None:
    reply = search({"cursor": token(tenant="beta", position="")})
    assert ids(reply) == [103, 104, 108]
    assert reply["tickets"][2]["internal_note"] == "Security review pending"


def test_a_cursor_of_the_other_session_reads_that_tenant() -> None:
    cursor = search({"limit": 2}, "beta")["next_cursor"]
    assert ids(search({"cursor": cursor})) == [108]


def test_notes_go_out() -> None:
    assert [ticket for ticket in search({})["tickets"] if "internal_note" in ticket] != []


def test_next_cursor_shows_the_tenant() -> None:
    assert json.loads(base64.b64decode(search({})["next_cursor"])) == {"tenant": "alpha", "position": "TKT-110"}


def test_live_references_go_out() -> None:
    assert script(SAMPLE, SCRIBBLE, None) == "scribbled"


# ---- contract ----

PAGE_ONE = [101, 102, 104, 107, 110]
EVERY = [101, 102, 104, 107, 110, 112, 115]
SUCCEEDS = {
    "limit 11": ({"limit": 11}, EVERY),
    "limit -1": ({"limit": -1}, EVERY[:-1]),
    "limit true": ({"limit": True}, [101]),
    "limit text": ({"limit": "2"}, [101, 102]),
    "limit null": ({"limit": None}, PAGE_ONE),
    "limit 1.5": ({"limit": 1.5}, [101]),
    "query null": ({"query": None}, PAGE_ONE),
    "query empty": ({"query": ""}, PAGE_ONE),
    "query of 41": ({"query": "x" * 41}, []),
    "cursor empty": ({"cursor": ""}, PAGE_ONE),
    "cursor null": ({"cursor": None}, PAGE_ONE),
    "own tenant": ({"tenant": "alpha"}, PAGE_ONE),
    "other tenant": ({"tenant": "beta"}, PAGE_ONE),
    "unknown key": ({"page": 2}, PAGE_ONE),
    "key __proto__": ({"__proto__": {"limit": 1}}, PAGE_ONE),
    "limit 0, no match": ({"limit": 0, "query": "refund"}, []),
}
RAISES = {
    "plain ID as cursor": {"cursor": "TKT-110"},
    "cursor list": {"cursor": ["TKT-110"]},
    "limit 0": {"limit": 0},
    "query number": {"query": 5},
}


@pytest.mark.parametrize(("args", "shown"), SUCCEEDS.values(), ids=SUCCEEDS)
def test_what_should_be_refused_succeeds(args: Any, shown: list[int]) -> None:
    assert ids(search(args)) == shown


@pytest.mark.parametrize("args", RAISES.values(), ids=RAISES)
def test_what_should_be_answered_raises(args: Any) -> None:
    assert "raised" in search(args)


def test_a_denied_session_with_bad_arguments_is_forbidden() -> None:
    bad: list[Any] = [{"limit": 11}, {"query": ""}, {"cursor": "x"}, {"tenant": "beta"}]
    assert ask(*(("search_tickets", args, "alpha_denied") for args in bad)) == [FORBIDDEN] * 4


# ---- what is good in it, and no further defect ----

SOUND: dict[str, tuple[Any, Any, str, Any]] = {
    "name of another tool": ("list_tickets", {}, "alpha", UNKNOWN),
    "name null": (None, {}, "alpha", UNKNOWN),
    "name list": (["get_ticket"], {}, "alpha", UNKNOWN),
    "name inherited": ("constructor", {}, "alpha", UNKNOWN),
    "name prototype": ("__proto__", {}, "alpha", UNKNOWN),
    "name before permission": ("list_tickets", {}, "alpha_denied", UNKNOWN),
    "search null": ("search_tickets", None, "alpha", INVALID),
    "search list": ("search_tickets", [], "alpha", INVALID),
    "search text": ("search_tickets", "", "alpha_denied", INVALID),
    "status unknown": ("search_tickets", {"status": "x"}, "alpha", INVALID),
    "status null": ("search_tickets", {"status": None}, "alpha", INVALID),
    "status list": ("search_tickets", {"status": ["open"]}, "alpha", INVALID),
    "status inherited": ("search_tickets", {"status": "constructor"}, "alpha", INVALID),
    "status before permission": ("search_tickets", {"status": "x"}, "alpha_denied", INVALID),
    "search denied": ("search_tickets", {}, "alpha_denied", FORBIDDEN),
    "get null": ("get_ticket", None, "alpha", INVALID),
    "get list": ("get_ticket", ["TKT-104"], "alpha", INVALID),
    "get without an ID": ("get_ticket", {}, "alpha", INVALID),
    "get with tenant": ("get_ticket", {"ticket_id": "TKT-104", "tenant": "alpha"}, "alpha", INVALID),
    "get with __proto__": ("get_ticket", {"ticket_id": "TKT-104", "__proto__": 1}, "alpha", INVALID),
    "get newline": ("get_ticket", {"ticket_id": "TKT-104\n"}, "alpha", INVALID),
    "get other digits": ("get_ticket", {"ticket_id": "TKT-10\u0664"}, "alpha", INVALID),
    "get number": ("get_ticket", {"ticket_id": 104}, "alpha", INVALID),
    "get list of an ID": ("get_ticket", {"ticket_id": ["TKT-104"]}, "alpha", INVALID),
    "get order": ("get_ticket", {"ticket_id": "x"}, "alpha_denied", INVALID),
    "get denied": ("get_ticket", {"ticket_id": "TKT-999"}, "alpha_denied", FORBIDDEN),
    "get the other's": ("get_ticket", {"ticket_id": "TKT-103"}, "alpha", NOT_FOUND),
}


@pytest.fixture(scope="module")
def sound() -> dict[str, Any]:
    return dict(zip(SOUND, ask(*(call[:3] for call in SOUND.values())), strict=True))


@pytest.mark.parametrize("name", SOUND)
def test_the_rest_is_sound(name: str, sound: dict[str, Any]) -> None:
    assert sound[name] == SOUND[name][3]


def test_get_ticket_keeps_notes_inside() -> None:
    replies = ask(*(("get_ticket", {"ticket_id": f"TKT-{number}"}, "alpha") for number in (101, 110)))
    assert [set(reply["ticket"]) for reply in replies] == [{"id", "title", "status"}] * 2


def test_pages_are_sorted_filtered_cut_and_end_in_null() -> None:
    first = search({"limit": 4})
    second = search({"limit": 4, "cursor": first["next_cursor"]})
    assert (ids(first), ids(second), second["next_cursor"]) == ([101, 102, 104, 107], [110, 112, 115], None)
    assert ids(search({"status": "open", "query": "LOGIN"})) == [101, 107]
    assert search({"query": "t"})["next_cursor"] is None


def test_the_same_call_twice_is_answered_alike() -> None:
    twice = [("get_ticket", {"ticket_id": "TKT-104"}, "alpha"), ("search_tickets", {}, "alpha")] * 2
    replies = ask(*twice)
    assert replies[:2] == replies[2:]


# ---- evidence and documents ----


def test_the_readme_is_four_lines_and_promises_a_safe_cursor() -> None:
    lines = (SAMPLE / "README.md").read_text().splitlines()
    assert len(lines) == 4
    assert any("opaque" in line and "safe" in line for line in lines)


def test_one_comment_promises_a_safe_cursor() -> None:
    lines = [line.strip() for path in SAMPLE.rglob("*.ts") for line in path.read_text().splitlines()]
    comments = [line for line in lines if line.startswith(("//", "/*", "*"))]
    assert len(comments) == 1
    assert "opaque" in comments[0]
    assert "safe" in comments[0]


def test_there_is_no_declaration_and_no_hint() -> None:
    text = "\n".join(path.read_text() for path in SAMPLE.rglob("*.ts")).lower()
    for word in ("description", "properties", "todo", "fixme", "bug", "vulnerab", "flaw", "unsigned", "leak"):
        assert word not in text


def test_the_store_is_the_one_of_the_exercise() -> None:
    rows = yaml.safe_load((ACCEPTANCE.parents[1] / "store.yaml").read_text())["rows"]
    show = 'import { fixtureRecords } from "./store.ts"; console.log(JSON.stringify([...fixtureRecords()]));'
    assert script(SAMPLE, show, None) == [[key, ticket] for key, ticket in rows.items()]
