"""The Python sample to review: green by its own suite, four of thirteen, and exactly the defects it should have."""

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

SAMPLE = Path(__file__).parents[1] / "sample_submission" / "search_tickets" / "python"
ACCEPTANCE = Path(__file__).parents[1] / "grader" / "exercises" / "search_tickets" / "calls" / "acceptance.yaml"
CONTEXTS = {
    "alpha": {"tenant": "alpha", "can_read_tickets": True},
    "alpha_denied": {"tenant": "alpha", "can_read_tickets": False},
    "beta": {"tenant": "beta", "can_read_tickets": True},
}
INVALID = {"ok": False, "code": "invalid_arguments"}
FORBIDDEN = {"ok": False, "code": "forbidden"}
NOT_FOUND = {"ok": False, "code": "not_found"}
UNKNOWN = {"ok": False, "code": "unknown_tool"}

ASK = """
import json, sys
from store import fixture_records
from tickets import execute_tool

def ask(tool, args, context):
    try:
        return execute_tool(tool, args, context, fixture_records())
    except Exception as error:
        return {"raised": type(error).__name__}

print(json.dumps([ask(*call) for call in json.load(sys.stdin)]))
"""


def python(*argv: str, said: str = "") -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *argv]
    return subprocess.run(
        command, cwd=SAMPLE, env=env, input=said, capture_output=True, text=True, timeout=60, check=False
    )


def ask(*calls: tuple[Any, Any, str]) -> list[Any]:
    asked = [[tool, args, CONTEXTS[context]] for tool, args, context in calls]
    replies: list[Any] = json.loads(python("-c", ASK, said=json.dumps(asked)).stdout)
    return replies


def search(args: Any, context: str = "alpha") -> Any:
    return ask(("search_tickets", args, context))[0]


def ids(reply: Any) -> list[int]:
    return [int(ticket["id"][-3:]) for ticket in reply["tickets"]]


def token(**state: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(state).encode()).decode()


def test_acceptance_is_four_of_thirteen() -> None:
    rows = yaml.safe_load(ACCEPTANCE.read_text())["calls"]
    replies = ask(*((row["tool"], row["args"], row["context"]) for row in rows))
    due = [row["expect"] if "expect" in row else {"ok": False, "code": row["code"]} for row in rows]
    right = [row["id"] for row, reply, expected in zip(rows, replies, due, strict=True) if reply == expected]
    assert right == ["A1", "A8", "A11", "A13"]
    assert len(rows) == 13


def test_its_own_three_tests_are_green() -> None:
    ran = python("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("3 passed")


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
    assert json.loads(base64.urlsafe_b64decode(search({})["next_cursor"])) == {"tenant": "alpha", "position": "TKT-110"}


def test_live_references_go_out() -> None:
    scribble = (
        "from store import fixture_records; from tickets import execute_tool; records = fixture_records();"
        "reply = execute_tool('search_tickets', {}, {'tenant': 'alpha', 'can_read_tickets': True}, records);"
        "reply['tickets'][0]['title'] = 'scribbled'; print(records['alpha:TKT-101']['title'])"
    )
    assert python("-c", scribble).stdout.strip() == "scribbled"


# ---- contract ----

PAGE_ONE = [101, 102, 104, 107, 110]
EVERY = [101, 102, 104, 107, 110, 112, 115]
SUCCEEDS = {
    "limit 11": ({"limit": 11}, EVERY),
    "limit -1": ({"limit": -1}, EVERY[:-1]),
    "limit true": ({"limit": True}, [101]),
    "query null": ({"query": None}, PAGE_ONE),
    "query empty": ({"query": ""}, PAGE_ONE),
    "query of 41": ({"query": "x" * 41}, []),
    "cursor empty": ({"cursor": ""}, PAGE_ONE),
    "cursor null": ({"cursor": None}, PAGE_ONE),
    "own tenant": ({"tenant": "alpha"}, PAGE_ONE),
    "other tenant": ({"tenant": "beta"}, PAGE_ONE),
    "unknown key": ({"page": 2}, PAGE_ONE),
    "limit 0, no match": ({"limit": 0, "query": "refund"}, []),
}
RAISES = {
    "plain ID as cursor": {"cursor": "TKT-110"},
    "limit 0": {"limit": 0},
    "limit text": {"limit": "2"},
    "limit null": {"limit": None},
    "limit 1.5": {"limit": 1.5},
    "query number": {"query": 5},
}


@pytest.mark.parametrize(("args", "shown"), SUCCEEDS.values(), ids=SUCCEEDS)
def test_what_should_be_refused_succeeds(args: Any, shown: list[int]) -> None:
    assert ids(search(args)) == shown


@pytest.mark.parametrize("args", RAISES.values(), ids=RAISES)
def test_what_should_be_answered_raises(args: Any) -> None:
    assert "raised" in search(args)


@pytest.mark.parametrize("args", [{"limit": 11}, {"query": ""}, {"cursor": "x"}, {"tenant": "beta"}], ids=str)
def test_a_denied_session_with_bad_arguments_is_forbidden(args: Any) -> None:
    assert search(args, "alpha_denied") == FORBIDDEN


# ---- what is good in it, and no further defect ----

SOUND: dict[str, tuple[Any, Any, str, Any]] = {
    "name of another tool": ("list_tickets", {}, "alpha", UNKNOWN),
    "name null": (None, {}, "alpha", UNKNOWN),
    "name list": (["get_ticket"], {}, "alpha", UNKNOWN),
    "name inherited": ("__init__", {}, "alpha", UNKNOWN),
    "name before permission": ("list_tickets", {}, "alpha_denied", UNKNOWN),
    "search null": ("search_tickets", None, "alpha", INVALID),
    "search list": ("search_tickets", [], "alpha", INVALID),
    "search text": ("search_tickets", "", "alpha_denied", INVALID),
    "status unknown": ("search_tickets", {"status": "x"}, "alpha", INVALID),
    "status null": ("search_tickets", {"status": None}, "alpha", INVALID),
    "status list": ("search_tickets", {"status": ["open"]}, "alpha", INVALID),
    "status before permission": ("search_tickets", {"status": "x"}, "alpha_denied", INVALID),
    "search denied": ("search_tickets", {}, "alpha_denied", FORBIDDEN),
    "get null": ("get_ticket", None, "alpha", INVALID),
    "get without an ID": ("get_ticket", {}, "alpha", INVALID),
    "get with tenant": ("get_ticket", {"ticket_id": "TKT-104", "tenant": "alpha"}, "alpha", INVALID),
    "get newline": ("get_ticket", {"ticket_id": "TKT-104\n"}, "alpha", INVALID),
    "get other digits": ("get_ticket", {"ticket_id": "TKT-10\u0664"}, "alpha", INVALID),
    "get number": ("get_ticket", {"ticket_id": 104}, "alpha", INVALID),
    "get order": ("get_ticket", {"ticket_id": "x"}, "alpha_denied", INVALID),
    "get denied": ("get_ticket", {"ticket_id": "TKT-999"}, "alpha_denied", FORBIDDEN),
    "get the other's": ("get_ticket", {"ticket_id": "TKT-103"}, "alpha", NOT_FOUND),
}


@pytest.mark.parametrize(("tool", "args", "context", "due"), SOUND.values(), ids=SOUND)
def test_the_rest_is_sound(tool: Any, args: Any, context: str, due: Any) -> None:
    assert ask((tool, args, context)) == [due]


@pytest.mark.parametrize("number", [101, 110])
def test_get_ticket_keeps_notes_inside(number: int) -> None:
    assert set(ask(("get_ticket", {"ticket_id": f"TKT-{number}"}, "alpha"))[0]["ticket"]) == {"id", "title", "status"}


def test_pages_are_sorted_filtered_cut_and_end_in_null() -> None:
    first = search({"limit": 4})
    second = search({"limit": 4, "cursor": first["next_cursor"]})
    assert (ids(first), ids(second), second["next_cursor"]) == ([101, 102, 104, 107], [110, 112, 115], None)
    assert ids(search({"status": "open", "query": "LOGIN"})) == [101, 107]
    assert search({"query": "t"})["next_cursor"] is None


# ---- evidence and documents ----


def test_the_readme_is_four_lines_and_promises_a_safe_cursor() -> None:
    lines = (SAMPLE / "README.md").read_text().splitlines()
    assert len(lines) == 4
    assert any("opaque" in line and "safe" in line for line in lines)


def test_a_comment_promises_a_safe_cursor() -> None:
    comments = [line for line in (SAMPLE / "tickets.py").read_text().splitlines() if line.lstrip().startswith("#")]
    assert len(comments) == 1
    assert "opaque" in comments[0]
    assert "safe" in comments[0]


def test_there_is_no_declaration_and_no_hint() -> None:
    text = "\n".join(path.read_text() for path in SAMPLE.rglob("*.py")).lower()
    for word in ("description", "properties", "todo", "fixme", "bug", "vulnerab", "flaw", "unsigned", "leak"):
        assert word not in text
