"""Scope: what goes beyond the task is observed with its place, and what does not is left in peace."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
from the_node import node

from grader.checks import scope
from grader.checks.uses import DISPATCH, IMPORT, uses
from grader.grading.options import Options
from grader.submission.handin import take_in
from grader.submission.languages import languages
from grader.submission.sources import Source
from grader.submission.worker import Worker

TOP = Path(__file__).parent.parent
LANGUAGES = {language.name: language for language in languages()}
DESK = """
TOOLS = {names}

def execute_tool(name, args, context, records):
    if not isinstance(name, str) or name not in TOOLS:
        return {{"ok": False, "code": "unknown_tool"}}
    return {{"ok": False, "code": "invalid_arguments"}}
"""


@pytest.fixture
def check(exercise, tmp_path):
    """Judges a Python hand-in of two tools, with this before it and these files beside it."""

    def judged(before: str = "", names=("get_ticket", "search_tickets"), **files: str) -> list[dict]:
        root = tmp_path / "handed_in"
        for name, text in {"tickets": before + DESK.format(names=list(names)), **files}.items():
            path = root / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return of(root, exercise)

    return judged


def of(path: Path, exercise) -> list[dict]:
    with take_in(path, exercise) as handin:
        return scope.check(handin, exercise, lambda: Worker(handin, sandbox=Options().sandbox)).to_json()


def seen(rows: list[dict]) -> list[tuple[str, str, str]]:
    return [(row["rule"], row["what"], row["where"]) for row in rows]


# ---- tools ----


def test_two_tools_are_what_was_asked_for(check):
    assert check() == []


def test_a_third_tool_is_shown_with_its_line(check):
    [row] = check(names=("get_ticket", "search_tickets", "close_ticket"))
    assert (row["rule"], row["what"], row["where"]) == ("scope.tools", "close_ticket", "tickets.py:2")
    assert "get_ticket and search_tickets" in row["says"]


def test_a_third_tool_in_another_module_is_found(check):
    rows = check("from more import *\n", more="EXTRA = 'reopen-ticket'\n", names=("reopen-ticket",))
    assert seen(rows) == [("scope.tools", "reopen-ticket", "more.py:1")]


def test_a_registry_that_folds_names_has_no_third_tool_for_it(check):
    rows = check(
        "SEARCH_TICKETS = GetTicket = 1\n", names=("get_ticket", "search_tickets", "SEARCH_TICKETS", "GetTicket")
    )
    assert rows == []


def test_where_every_name_is_answered_none_is_called_a_tool(exercise, hand_in):
    path = hand_in("def execute_tool(name, args, context, records):\n    return {'ok': True, 'tickets': []}\n")
    assert of(path, exercise) == []


def test_a_refusal_that_repeats_the_name_is_the_same_refusal(exercise, hand_in):
    path = hand_in(
        "def execute_tool(name, args, context, records):\n"
        "    return {'ok': False, 'code': 'unknown_tool', 'name': name}\n"
    )
    assert of(path, exercise) == []


def test_a_name_that_raises_is_no_tool(exercise, hand_in):
    path = hand_in(DESK.format(names=[]).replace("    if not", "    {}[name] if name == 'TOOLS' else 0\n    if not"))
    assert of(path, exercise) == []


def test_where_unknown_names_raise_none_is_called_a_tool(exercise, hand_in):
    path = hand_in("def execute_tool(name, args, context, records):\n    return {'x': 1}[name]\n")
    assert of(path, exercise) == []


# ---- imports ----


def test_a_package_from_elsewhere_is_shown_once_with_its_first_line(check):
    [row] = check("try:\n    import absent.inner\nexcept ImportError:\n    pass\n", other="import absent.inner\n")
    assert (row["what"], row["where"], row["places"]) == ("absent.inner", "other.py:1", 2)


def test_imports_of_the_tests_count_too(check):
    rows = check(tests__test_desk="import pytest\nimport unittest.mock\nfrom hypothesis import given\n")
    assert seen(rows) == [("scope.imports", "hypothesis", "tests/test_desk.py:3")]


@pytest.mark.parametrize(
    "line",
    ["import socket", "from urllib import request", "import http.client as c", "from urllib.request import urlopen"],
)
def test_what_reaches_the_network_is_shown(check, line):
    [row] = check(f"{line}\n")
    assert row["rule"] == "scope.imports"
    assert "network" in row["says"]


@pytest.mark.parametrize(
    "line",
    [
        "import json, re",
        "from urllib.parse import quote",
        "from http import HTTPStatus",
        "import rows",
        "from . import rows",
        "from desk.rows import ROWS",
        "# import requests",
        "'import requests'",
    ],
)
def test_what_is_at_home_is_not_shown(check, line):
    rows = check(inner=f"{line}\n", rows="ROWS = []\n", desk__rows="ROWS = []\n")
    assert rows == []


# ---- dynamic dispatch ----


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("getattr(x, name)", "getattr"),
        ("eval('1')", "eval"),
        ("exec(code)", "exec"),
        ("globals()[name]", "globals"),
        ("importlib.import_module('x')", "importlib.import_module"),
        ("__import__('x')", "__import__"),
        ("operator.attrgetter(name)", "operator.attrgetter"),
    ],
)
def test_a_look_up_at_run_time_is_shown(check, code, what):
    assert seen(check(inner=f"def f(x, name, code):\n    return {code}\n")) == [("scope.dispatch", what, "inner.py:2")]


@pytest.mark.parametrize(
    "code", ["getattr(x, 'title', None)", "re.compile('x')", "x.eval(1)", "'eval(1)'", "evaluate(1)"]
)
def test_what_only_looks_like_it_is_not_shown(check, code):
    assert check(inner=f"def f(x, name):\n    return {code}\n") == []


def test_tests_may_look_things_up(check):
    assert check(tests__test_desk="def test_a(name):\n    assert getattr(str, name)\n") == []


# ---- languages that are read by patterns ----

FILE = """import fs from "node:fs";
import { z,
  y } from "zod";
import "./own.js";
export { a } from "@scope/pack";
import net from 'net';
const lodash = require("lodash"); // require("comment")
/* import x from "comment" */
const text = 'import q from "text"; eval(1)';
await import("chalk");
await import(name);
require(name);
eval(code);
new Function("a");
globalThis[name];
Reflect.get(tools, name);
tools.get(name);
"""


@pytest.mark.parametrize("name", ["javascript", "typescript"])
def test_a_file_read_by_patterns(name):
    language = LANGUAGES[name]
    assert language.scope is not None
    found = uses(Source(PurePosixPath("a"), FILE), language.scope)
    imports = [(use.name, use.line) for use in found if use.kind == IMPORT]
    assert imports == [
        ("node:fs", 1), ("zod", 3), ("./own.js", 4), ("@scope/pack", 5), ("net", 6), ("lodash", 7), ("chalk", 10)
    ]  # fmt: skip
    dispatch = [(use.name, use.line) for use in found if use.kind == DISPATCH]
    assert dispatch == [
        ("import(", 11),
        ("require(", 12),
        ("eval", 13),
        ("new Function", 14),
        ("globalThis[", 15),
        ("Reflect.get", 16),
    ]


def test_a_node_hand_in_is_judged(exercise, hand_in):
    node()
    text = (
        'import http from "http";\nimport { readFileSync } from "fs";\nimport { a } from "./a.mjs";\n'
        "const tools = new Map([['get_ticket', 1], ['search_tickets', 1], ['purge', 1]]);\n"
        "export function executeTool(name) {\n"
        "  return { ok: false, code: tools.has(name) ? 'invalid_arguments' : 'unknown_tool' };\n}\n"
    )
    hand_in("export const a = 1;\n", "a.mjs")
    assert seen(of(hand_in(text, "tickets.mjs"), exercise)) == [
        ("scope.tools", "purge", "tickets.mjs:4"),
        ("scope.imports", "http", "tickets.mjs:1"),
    ]


@pytest.mark.parametrize("path", ["reference/search_tickets/python", "sample_submission/search_tickets/python"])
def test_what_the_kit_ships_stays_in_scope(exercise, path):
    assert of(TOP / path, exercise) == []


def test_each_observation_is_evidence_that_names_its_rule(exercise, hand_in):
    with take_in(hand_in(f"import socket\n{DESK.format(names=['x'])}"), exercise) as handin:
        found = scope.check(handin, exercise, lambda: Worker(handin, sandbox=Options().sandbox))
    assert [each.rule for each in found.findings] == [each.rule for each in found.observations] != []
    assert all(each.rule in exercise.rules and each.where for each in found.findings)
