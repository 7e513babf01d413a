"""The catalogue of faults in Python: each patch fits, each fault shows on its call, each rule of behaviour has one."""

from __future__ import annotations

import copy
import json
import multiprocessing
import types
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from itertools import product
from multiprocessing.connection import Connection
from typing import Any

import pytest

from grader.exercise import BLOCKING, Call, load
from grader.values import read_tags, same
from grader.written import read

EXERCISE = load("search_tickets")
FOLDER = EXERCISE.folder / "mutants" / "python"
MUTANTS: list[dict[str, Any]] = read(FOLDER / "mutants.yaml").data["mutants"]
SOURCES = {name: (FOLDER / name / "tickets.py").read_text() for name in ("correct_1", "correct_2", "correct_3")}
BASE = SOURCES["correct_1"]

NEEDED = {"name", "star", "tier", "class", "says", "rule", "edit"}
CLASSES = {"tenant-scope", "data-leak", "mutation", "contract", "paging", "order-of-checks", "crash", "state"}
NEEDS_A_PROCESS = {"answer.sync", "answer.time", "answer.alive"}
DEADLINE = 0.5
"""Seconds after which no answer counts as none."""

Tool = Callable[[Any, Any, Any, Any], Any]
Rows = dict[str, Any]

every_mutant = pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant["name"])


# ---- the catalogue as a file ----


@every_mutant
def test_an_entry_is_complete(mutant: dict[str, Any]) -> None:
    assert set(mutant) - {"store", "open"} in (NEEDED | {"call"}, NEEDED | {"steps"})
    assert mutant["class"] in CLASSES
    assert mutant["says"].endswith(".")
    assert len(mutant["says"]) <= 120


@every_mutant
def test_the_rule_is_known_and_of_the_same_tier(mutant: dict[str, Any]) -> None:
    assert EXERCISE.rules[mutant["rule"]].tier == mutant["tier"]


@every_mutant
def test_every_old_text_stands_once_in_the_correct_adapter(mutant: dict[str, Any]) -> None:
    source = BASE
    for edit in mutant["edit"]:
        assert BASE.count(edit["old"]) == 1
        assert source.count(edit["old"]) == 1, "an edit before this one wrote the text again"
        source = source.replace(edit["old"], edit["new"])


def test_no_two_mutants_are_alike() -> None:
    assert len({mutant["name"] for mutant in MUTANTS}) == len(MUTANTS)
    assert len({mutant["says"] for mutant in MUTANTS}) == len(MUTANTS)
    assert len({patched(mutant) for mutant in MUTANTS}) == len(MUTANTS)


def test_every_rule_of_behaviour_is_broken_by_a_mutant() -> None:
    behaviour = {rule.id for rule in EXERCISE.rules.values() if rule.tier in BLOCKING}

    assert behaviour - {mutant["rule"] for mutant in MUTANTS if "open" not in mutant} == set()


def test_a_contested_mutant_is_never_among_the_starred() -> None:
    assert [mutant["name"] for mutant in MUTANTS if "open" in mutant] == ["float-limit"]
    assert not [mutant["name"] for mutant in MUTANTS if "open" in mutant and mutant["star"]]


# ---- the faults themselves ----


@every_mutant
def test_the_fault_shows_on_the_telling_call(mutant: dict[str, Any]) -> None:
    due = outcome(BASE, mutant)

    got = (
        outcome_apart(patched(mutant), mutant)
        if mutant["rule"] in NEEDS_A_PROCESS
        else outcome(patched(mutant), mutant)
    )

    assert got != due


@pytest.mark.parametrize(
    ("name", "ending"),
    [("answers-later", "<coroutine"), ("answers-too-late", "no answer"), ("ends-the-process", "ended")],
)
def test_a_fault_in_the_answering_itself_shows_as_such(name: str, ending: str) -> None:
    mutant = next(mutant for mutant in MUTANTS if mutant["name"] == name)

    assert outcome_apart(patched(mutant), mutant)[0].startswith(ending)


@every_mutant
def test_the_correct_adapter_is_right_on_every_telling_call(mutant: dict[str, Any]) -> None:
    replies, after = asked(tool_of(BASE), mutant)

    for reply, (call, rows) in zip(replies, calls_asked(mutant, replies), strict=True):
        assert same(reply, EXERCISE.due(call, rows))
    assert list(after) == list(calls_asked(mutant, replies)[-1][1])


@pytest.mark.parametrize("name", ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13"])
def test_each_acceptance_call_is_answered_wrongly_by_some_mutant(name: str) -> None:
    rows = read(EXERCISE.folder / "calls" / "acceptance.yaml").data["calls"]
    row = next(row for row in rows if row["id"] == name)
    case = {"call": {key: row[key] for key in ("context", "tool", "args")}, "store": "fixture"}
    quick = [mutant for mutant in MUTANTS if mutant["rule"] not in NEEDS_A_PROCESS]

    assert any(outcome(patched(mutant), case) != outcome(BASE, case) for mutant in quick)


# ---- the three correct adapters ----

TEXTS = [
    "TKT-104",
    "TKT-1040",
    "TKT-104\n",
    "TKT-000",
    "TKT-999",
    "",
    "beta:TKT-103",
    "TKT-١٠٤",
    "open",
    "login",
    " p",
    ".",
]
ODD: list[Any] = [None, True, 0, 1, 3, 5, 10, 11, -1, 1.5, [], ["open"], {}, "x" * 40, "x" * 41, "closed", "REFUND"]
VALUES: list[Any] = [*TEXTS, *ODD]
NAMES = [
    "get_ticket",
    "search_tickets",
    "list_tickets",
    " get_ticket",
    "Search_Tickets",
    "__init__",
    "",
    None,
    7,
    ["get_ticket"],
]
NEAR = {f"{tenant}:TKT-{n}": {"id": f"TKT-{n}", "title": f"Login {tenant} {n}", "status": "open", "note": "x"}
        for tenant, n in product(["alpha", "alphabet", "Alpha", "xalpha", "beta"], [103, 101, 102])}  # fmt: skip


def ordinary_calls() -> Iterator[tuple[Call, Rows]]:
    """Some thousand calls at places that the contract decides."""
    keys = ["status", "query", "limit", "cursor", "ticket_id", "tenant", "__proto__"]
    one: list[Any] = [{key: value} for key, value in product(keys, VALUES)]
    picked = product(["open", "closed"], ["login", "e", " "], [1, 2, 10], ["TKT-103", "TKT-108"])
    whole = [{"status": a, "query": b, "limit": c, "cursor": d} for a, b, c, d in picked]
    parts = [{key: args[key] for key in pair} for args in whole for pair in (["status", "limit"], ["query", "cursor"])]
    contexts = [*EXERCISE.contexts, {"tenant": "al.ha", "can_read_tickets": True}]
    odd_args: list[Any] = [None, [], "{}", 3, {}, {"ticket_id": "TKT-101"}]
    for context, tool, args in product(contexts, NAMES, odd_args):
        yield Call(tool, args, context), EXERCISE.store
    for context, tool, args, rows in product(contexts, NAMES[:2], [*one, *whole, *parts], [EXERCISE.store, NEAR]):
        yield Call(tool, args, context), rows


@pytest.mark.parametrize("name", SOURCES)
def test_a_correct_adapter_answers_as_the_model_does(name: str) -> None:
    tool, calls = tool_of(SOURCES[name]), list(ordinary_calls())

    for call, rows in calls:
        reply = tool(call.tool, copy.deepcopy(call.args), EXERCISE.context(call.context), rows)
        assert same(json.loads(json.dumps(reply)), EXERCISE.due(call, rows)), call

    assert len(calls) > 2000


class Five(IntEnum):
    FIVE = 5


class Text(str):
    __slots__ = ()


READER = {"tenant": "alpha", "can_read_tickets": True}
OPEN_PLACES: dict[str, tuple[str, Any, Any, Rows]] = {
    "limit_float": ("search_tickets", {"limit": 5.0}, READER, {}),
    "int_subclass": ("search_tickets", {"limit": Five.FIVE}, READER, {}),
    "str_subclass": ("search_tickets", {"cursor": Text("TKT-101")}, READER, {}),
    "args_subclass": ("search_tickets", type("Args", (dict,), {})(), READER, {}),
    "args_mapping": ("search_tickets", types.MappingProxyType({}), READER, {}),
    "permission_value": ("search_tickets", {}, {"tenant": "alpha", "can_read_tickets": 1}, {}),
    "permission_missing": ("search_tickets", {}, {"tenant": "alpha"}, {}),
    "context_tenant_missing": ("search_tickets", {}, {"can_read_tickets": True}, {}),
    "context_not_mapping": ("search_tickets", {}, None, {}),
    "tenant_colon": (
        "search_tickets", {}, READER, {"alpha:eu:TKT-101": {"id": "TKT-101", "title": "Login", "status": "open"}},
    ),
    "key_id_disagree": (
        "search_tickets", {}, READER, {"alpha:TKT-101": {"id": "TKT-102", "title": "Login", "status": "open"}},
    ),
    "ticket_null": ("get_ticket", {"ticket_id": "TKT-101"}, READER, {"alpha:TKT-101": None}),
    "status_other": (
        "search_tickets", {}, READER, {"alpha:TKT-101": {"id": "TKT-101", "title": "Login", "status": "waiting"}},
    ),
    "text_casefold": (
        "search_tickets", {"query": "strasse"}, READER,
        {"alpha:TKT-101": {"id": "TKT-101", "title": "Straße", "status": "open"}},
    ),
    "text_length": ("search_tickets", {"query": "😀" * 21}, READER, {}),
    "text_normalized": (
        "search_tickets", {"query": "cafe\u0301"}, READER,
        {"alpha:TKT-101": {"id": "TKT-101", "title": "Caf\u00e9", "status": "open"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("place", OPEN_PLACES)
def test_the_correct_adapters_differ_at_an_open_place(place: str) -> None:
    name, args, context, rows = OPEN_PLACES[place]

    chosen = {said(tool_of(source), name, args, context, rows) for source in SOURCES.values()}

    assert len(chosen) > 1


def test_the_correct_adapters_differ_in_the_order_of_a_replys_keys() -> None:
    replies = [tool_of(source)("search_tickets", {}, READER, {}) for source in SOURCES.values()]

    assert len({tuple(reply) for reply in replies}) > 1


def test_the_correct_adapters_differ_in_the_type_of_a_code() -> None:
    replies = [tool_of(source)("list_tickets", {}, READER, {}) for source in SOURCES.values()]

    assert {reply["code"] for reply in replies} == {"unknown_tool"}
    assert len({type(reply["code"]).__name__ for reply in replies}) > 1


@pytest.mark.parametrize("name", SOURCES)
def test_a_correct_adapter_opens_with_what_it_chose(name: str) -> None:
    assert "Chosen where the contract is open:" in SOURCES[name].split('"""')[1]


# ---- asking ----


def patched(mutant: Mapping[str, Any]) -> str:
    """The source of the correct adapter with the mutant's edits."""
    source = BASE
    for edit in mutant["edit"]:
        source = source.replace(edit["old"], edit["new"])
    return source


def tool_of(source: str) -> Tool:
    """The tool function of a fresh module made from `source`."""
    module = types.ModuleType("tickets")
    exec(compile(source, "tickets.py", "exec"), vars(module))
    tool: Tool = module.execute_tool
    return tool


def said(tool: Tool, name: Any, args: Any, context: Any, rows: Rows) -> str:
    """The reply as JSON with its keys sorted, or the error's name."""
    try:
        return json.dumps(tool(name, args, context, copy.deepcopy(rows)), sort_keys=True)
    except Exception as error:  # noqa: BLE001 - whatever a faulty adapter raises is what is looked at
        return f"raised {type(error).__name__}"


def steps_of(case: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every step of a case in full: what a step leaves out is as in the step before."""
    steps: list[dict[str, Any]] = []
    for step in case.get("steps", [case.get("call")]):
        before = {key: steps[-1][key] for key in ("context", "tool", "args")} if steps else {}
        steps.append({**before, **step})
    return steps


def store_of(store: Any) -> Rows:
    return copy.deepcopy(EXERCISE.store if store == "fixture" else read_tags(store or {}))


def asked(tool: Tool, case: Mapping[str, Any]) -> tuple[list[Any], Rows]:
    """The reply to each step, as it was when it came back, and the records at the end."""
    rows, args, reply, replies = store_of(case.get("store")), None, None, []
    for step in steps_of(case):
        rows = edited(store_of(step["store"]) if "store" in step else rows, step)
        args = args if "args" in step.get("keep", []) else args_of(step, reply)
        for _ in range(step.get("times", 1)):
            reply = tool(read_tags(step["tool"]), args, EXERCISE.context(step["context"]), rows)
        replies.append(copied(reply))
        if step.get("scribble"):
            scribble(reply)
    return replies, rows


def calls_asked(case: Mapping[str, Any], replies: list[Any]) -> list[tuple[Call, Rows]]:
    """Each step as a call on the rows that it sees, for a tool that changes neither rows nor arguments."""
    rows, calls = store_of(case.get("store")), []
    for step, before in zip(steps_of(case), [None, *replies], strict=False):
        rows = edited(store_of(step["store"]) if "store" in step else dict(rows), step)
        calls.append((Call(read_tags(step["tool"]), args_of(step, before), step["context"]), rows))
    return calls


def edited(rows: Rows, step: Mapping[str, Any]) -> Rows:
    rows.update(copy.deepcopy(step.get("insert", {})))
    for key in step.get("delete", []):
        del rows[key]
    return rows


def args_of(step: Mapping[str, Any], before: Any) -> Any:
    """The arguments of a step; the cursor `$next` is the one that the reply before gave."""
    args = read_tags(step["args"])
    if isinstance(args, dict) and args.get("cursor") == "$next":
        args["cursor"] = before["next_cursor"]
    return args


def copied(reply: Any) -> Any:
    return copy.deepcopy(reply) if isinstance(reply, dict) and "tickets" not in reply else shallow(reply)


def shallow(reply: Any) -> Any:
    """A search's reply with its tickets copied, unless they come as something that cannot be."""
    if isinstance(reply, dict) and isinstance(reply["tickets"], list):
        return {**reply, "tickets": copy.deepcopy(reply["tickets"])}
    return reply


def scribble(reply: Any) -> None:
    """Overwrite every text in every ticket of a reply."""
    for ticket in reply.get("tickets", [reply.get("ticket")]):
        ticket.update(dict.fromkeys(ticket, "scribbled"))


def outcome(source: str, case: Mapping[str, Any]) -> list[str]:
    """What the last step and the records came to, as text; an error's name when one was raised."""
    try:
        replies, rows = asked(tool_of(source), case)
    except Exception as error:  # noqa: BLE001 - whatever a faulty adapter raises is what is looked at
        return [f"raised {type(error).__name__}"]
    return [repr(replies[-1]), repr(rows)]


def outcome_apart(source: str, case: Mapping[str, Any]) -> list[str]:
    """The same in a process of its own, which may hang or end."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_report, args=(sending, source, case))
    process.start()
    sending.close()
    try:
        return received(receiving)
    finally:
        process.kill()
        process.join()


def _report(sending: Connection, source: str, case: Mapping[str, Any]) -> None:
    sending.send(outcome(source, case))


def received(receiving: Connection) -> list[str]:
    if not receiving.poll(DEADLINE):
        return ["no answer in time"]
    try:
        told: list[str] = receiving.recv()
    except EOFError:
        return ["ended before it answered"]
    return told
