"""A new language is one folder: a description and a driver, and no line of the engine."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from grader.exercise import load
from grader.grading.grade import Grade, grade
from grader.grading.options import Options
from grader.submission.detect import detect
from grader.submission.handin import HandIn
from grader.submission.languages import Language, languages
from grader.submission.sandbox import Open
from grader.submission.settings import Settings
from grader.submission.worker import Worker

EXERCISE = load("search_tickets")

DESCRIPTION = r"""
name: toy
title: Toy
spelling: camel
suffixes: [.toy]
driver: driver.py
entry:
  defines: ['^to FUNCTION:']
tests: {folders: [tests], files: ["*.test.toy"], commands: [toy test]}
runtime: {candidates: ["{interpreter}"], flags: [-I, -u], missing: no Toy was found}
tags: []
speech:
  words: {"null": none, "true": yes, "false": no}
  tags: {}
  records: "{rows}"
  module: "{file}"
  indent: "  "
  end: "."
  test: "use $module: $function.\n${before}$call is $expected, with $records.\n"
  unwritten: ^Unwritten
"""

DRIVER = r'''
"""The worker for Toy: a function is `to NAME:` and its body, in Python's words, with four parameters."""

import json
import os
import re
import sys

HEAD = re.compile(r"^to (\w+):", re.M)


class Toy:
    def __init__(self, root):
        self.root, self.stores, self.names = root, {}, {}

    def answer(self, asked):
        if "load" in asked:
            text = open(os.path.join(self.root, asked["load"]["file"])).read()
            exec(HEAD.sub(r"def \1(name, args, context, records):", text), self.names)
            self.function = self.names[asked["load"]["function"]]
            return {"ok": {"exports": {}}}
        if "rows" in asked:
            self.stores[asked["store"]] = asked["rows"]
            return {"ok": True}
        name, args, context = asked["call"]
        records = json.loads(json.dumps(dict(self.stores[asked["store"]])))
        return {"ok": self.function(name, args, context, records)}

    def serve(self, requests, replies):
        for line in os.fdopen(requests):
            asked = json.loads(line)
            try:
                said = self.answer(asked)
            except Exception as error:
                said = {"err": type(error).__name__, "msg": str(error), "at": None}
            os.write(replies, (json.dumps({"id": asked["id"], **said}) + "\n").encode())


Toy(sys.argv[3]).serve(int(sys.argv[1]), int(sys.argv[2]))
'''

HAND_IN = r"""
import re

ID = re.compile("TKT-[0-9]{3}")
TESTS = {
    "status": lambda v: v in ("open", "closed"),
    "query": lambda v: isinstance(v, str) and 1 <= len(v) <= 40,
    "limit": lambda v: type(v) is int and 1 <= v <= 10,
    "cursor": lambda v: isinstance(v, str) and bool(ID.fullmatch(v)),
}

to failed:
    return {"ok": False, "code": name}

to shown:
    return {key: name[key] for key in ("id", "title", "status")}

to fits:
    if name == "get_ticket":
        return list(args) == ["ticket_id"] and TESTS["cursor"](args["ticket_id"])
    return all(key in TESTS and TESTS[key](value) for key, value in args.items())

to executeTool:
    if name not in ("get_ticket", "search_tickets"):
        return failed("unknown_tool", 0, 0, 0)
    if type(args) is not dict or not fits(name, args, 0, 0):
        return failed("invalid_arguments", 0, 0, 0)
    if not context["canReadTickets"]:
        return failed("forbidden", 0, 0, 0)
    own = {key: ticket for key, ticket in records.items() if key.startswith(context["tenant"] + ":")}
    if name == "get_ticket":
        ticket = own.get(context["tenant"] + ":" + args["ticket_id"])
        return {"ok": True, "ticket": shown(ticket, 0, 0, 0)} if ticket else failed("not_found", 0, 0, 0)
    left = [
        ticket
        for ticket in sorted(own.values(), key=lambda ticket: ticket["id"])
        if args.get("status", ticket["status"]) == ticket["status"]
        and args.get("query", "").lower() in ticket["title"].lower()
        and ticket["id"] > args.get("cursor", "")
    ]
    page = left[: args.get("limit", 5)]
    next_cursor = page[-1]["id"] if len(left) > len(page) else None
    return {"ok": True, "tickets": [shown(ticket, 0, 0, 0) for ticket in page], "next_cursor": next_cursor}
"""


@pytest.fixture
def toy(tmp_path) -> Language:
    folder = tmp_path / "drivers" / "toy"
    folder.mkdir(parents=True)
    (folder / "language.yaml").write_text(DESCRIPTION)
    (folder / "driver.py").write_text(DRIVER)
    known = languages((folder,))
    assert [language.name for language in known] == sorted([*(each.name for each in languages()), "toy"])
    return next(language for language in known if language.name == "toy")


def handed_in(root: Path, toy: Language, text: str) -> HandIn:
    root.mkdir()
    (root / "tickets.toy").write_text(text)
    language, entry = detect(root, "top", EXERCISE.function, [*languages(), toy])
    assert (language, entry.file) == (toy, "tickets.toy")
    return HandIn("toy", root, root, language, entry, (), Settings())


def graded(root: Path, toy: Language, text: str) -> Grade:
    return grade(handed_in(root, toy, text), EXERCISE, Options(only=("acceptance",)))


def test_a_right_hand_in_is_ready(tmp_path, toy):
    result = graded(tmp_path / "handed", toy, HAND_IN)
    assert (result.verdict, result.language, result.acceptance["passed"]) == ("ready", "toy", 13)


def test_a_flawed_one_is_not_and_its_test_is_written_in_its_own_words(tmp_path, toy):
    assert HAND_IN.count("v <= 10") == 1
    result = graded(tmp_path / "handed", toy, HAND_IN.replace("v <= 10", "v <= 11"))
    assert (result.verdict, result.acceptance["passed"]) == ("not_ready", 12)
    assert [finding.rule.id for finding in result.findings] == ["limit.range"]
    assert result.findings[0].to_json()["test"].startswith("use tickets.toy: executeTool.\n")


def test_what_goes_wrong_is_told_as_in_any_language(tmp_path, toy):
    text = dedent("""
        to executeTool:
            if name == "leave":
                raise SystemExit(4)
            return 1 / args["by"]
    """)
    with Worker(handed_in(tmp_path / "handed", toy, text), sandbox=Open()) as worker:
        worker.store("s", {})
        replies = [worker.call(name, {"by": by}, {}, "s") for name, by in (("n", 2), ("n", 0), ("leave", 1))]
    assert [(reply.kind, reply.value) for reply in replies] == [("ok", 0.5), ("error", None), ("died", None)]
    assert "division by zero" in replies[1].says
    assert "exit status 4" in replies[2].says
