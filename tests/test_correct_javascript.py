"""The three correct adapters in JavaScript: of one mind with the model, and of three minds where it is open."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from the_node_jobs import EXERCISE, FOLDER, ask, joined

from grader.checks.asking import Asker
from grader.checks.cases import Case, Step, written_cases
from grader.checks.mutants import correct
from grader.exercise import Call
from grader.grading.options import Options, starter
from grader.submission.handin import take_in
from grader.values import same, write_tags

ADAPTERS = {"correct_1": "tickets.mjs", "correct_2": "desk.js", "correct_3": "src/index.js"}

TEXTS = [
    "TKT-104", "TKT-1040", "TKT-104\n", "\nTKT-104", "TKT-000", "TKT-999", "", "beta:TKT-103", "TKT-١٠٤", "open",
    "constructor", "login", " p", ".",
]  # fmt: skip
ODD: list[Any] = [None, True, 0, 1, 3, 10, 11, -1, 1.5, [], ["open"], ["TKT-104"], {}, "x" * 40, "x" * 41, "REFUND"]
NAMES = [
    "get_ticket", "search_tickets", "list_tickets", " get_ticket", "Search_Tickets", "constructor", "__proto__",
    "toString", "", None, 7, ["get_ticket"],
]  # fmt: skip
KEYS = ["status", "query", "limit", "cursor", "ticket_id", "tenant", "__proto__", "constructor", "hasOwnProperty"]
NEAR = {
    f"{tenant}:TKT-{n}": {"id": f"TKT-{n}", "title": f"Login {tenant} {n}", "status": "open", "note": "x"}
    for tenant, n in product(["alpha", "alphabet", "Alpha", "xalpha", "beta"], [103, 101, 102])
}


def ordinary_calls() -> Iterator[tuple[Call, dict[str, Any]]]:
    """Some thousand calls at places that the contract decides."""
    one: list[Any] = [{key: value} for key, value in product(KEYS, [*TEXTS, *ODD])]
    picked = product(["open", "closed"], ["login", "e", " "], [1, 2, 10], ["TKT-103", "TKT-108"])
    whole = [{"status": a, "query": b, "limit": c, "cursor": d} for a, b, c, d in picked]
    parts = [{key: args[key] for key in pair} for args in whole for pair in (["status", "limit"], ["query", "cursor"])]
    contexts = [*EXERCISE.contexts, {"tenant": "al.ha", "can_read_tickets": True}]
    odd_args: list[Any] = [None, [], "{}", 3, {}, {"ticket_id": "TKT-101"}]
    for context, tool, args in product(contexts, NAMES, odd_args):
        yield Call(tool, args, context), EXERCISE.store
    for context, tool, args in product(contexts, NAMES[:2], [*one, *whole, *parts]):
        yield Call(tool, args, context), EXERCISE.store
    for args in [*whole, *parts]:
        yield Call("search_tickets", args, "alpha"), NEAR


def test_the_correct_adapters_answer_as_the_model_does() -> None:
    calls = list(ordinary_calls())
    plain = [Case("", "", (Step(call),), rows) for call, rows in calls]
    came = ask([joined(FOLDER / name / file, plain) for name, file in ADAPTERS.items()])
    due = [EXERCISE.due(call, rows) for call, rows in calls]
    for name, each in zip(ADAPTERS, came, strict=True):
        wrong = [
            call
            for (call, _), reply, wanted in zip(calls, each["replies"], due, strict=True)
            if not same(reply, wanted)
        ]
        assert wrong == [], name
    assert len(calls) > 2000


AGREED = {"id_twice", "key_id_disagree", "tenant_colon", "tenant_empty", "ticket_malformed"}
"""Open places at which the three happen to show the same kind of reply."""


def test_the_correct_adapters_differ_at_the_open_places() -> None:
    cases = [case for case in written_cases(EXERCISE, "javascript") if case.open]
    chosen: dict[str, set[tuple[str, ...]]] = {}
    said = [observed(path, cases) for path in correct(EXERCISE, "javascript")]
    for case, *replies in zip(cases, *said, strict=True):
        chosen.setdefault(str(case.open), set()).update([tuple(replies)] if len(set(replies)) > 1 else [])
    assert {place for place, differing in chosen.items() if not differing} <= AGREED
    assert len(chosen) > 20


def observed(path: Path, cases: list[Case]) -> list[str]:
    """The last reply to each case, by the worker that also grades."""
    with take_in(path, EXERCISE) as handin, Asker(EXERCISE, starter(handin, Options())) as asker:
        replies = [asker.ask(case)[-1].reply for case in cases]
    return [
        reply.kind if reply.value is None else json.dumps(write_tags(reply.value), sort_keys=True) for reply in replies
    ]


@pytest.mark.parametrize(("name", "file"), ADAPTERS.items())
def test_a_correct_adapter_opens_with_what_it_chose(name: str, file: str) -> None:
    text = (FOLDER / name / file).read_text()
    assert text.startswith("/**\n")
    assert "Chosen where the contract is open:" in text.split("*/")[0]
