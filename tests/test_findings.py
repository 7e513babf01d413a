"""A finding tells one person one fault: what was asked, what was due, what came, where, and how to see it again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.checks.asking import Asker
from grader.checks.cases import Case, Step, case_id, read_case, single
from grader.checks.mutants import correct
from grader.checks.round import Round
from grader.exercise import Call, Exercise
from grader.grading.blame import Blame
from grader.grading.findings import Finding, finding
from grader.grading.options import Options, starter
from grader.submission.handin import take_in

Plant = Callable[[str], Path]
Found = Callable[..., dict[str, Finding]]
SEARCH = Call("search_tickets", {}, "alpha")


@pytest.fixture
def found(exercise: Exercise) -> Found:
    """The findings about a hand-in when these cases are asked, by rule."""

    def look(path: Path, *cases: Case) -> dict[str, Finding]:
        with take_in(path, exercise) as handin, Asker(exercise, starter(handin, Options(timeout=0.5))) as asker:
            told = Round(asker)
            told.run(cases)
            shown = Blame(asker.fresh()).all(told.failures, told.passed)
            return {each.rule: finding(exercise, handin, each) for each in shown}

    return look


def ask(tool: str = "search_tickets", context: str = "alpha", **args: Any) -> Case:
    return single("page.complete", "walks", Call(tool, args, context))


def test_a_finding_is_json_with_all_that_its_rule_says(exercise: Exercise, found: Found, planted: Plant) -> None:
    one = found(planted("limit-clamped"), ask(limit=11))["limit.range"]
    told = one.to_json()
    rule = exercise.rules["limit.range"]
    assert json.loads(json.dumps(told)) == told
    assert [told[key] for key in ("rule", "tier", "check", "title", "why", "fix")] == [
        rule.id, rule.tier, rule.check, rule.title, rule.why, rule.fix,
    ]  # fmt: skip
    assert (told["status"], told["blocking"], told["declared"]) == ("failed", True, False)
    assert told["case"] == {
        "context": "alpha", "tool": "search_tickets", "args": {"limit": 11}, "store": "fixture", "before": [],
    }  # fmt: skip
    assert told["expected"] == {"ok": False, "code": "invalid_arguments"}
    assert told["actual"]["ok"] is True
    assert (told["where"], told["source"]) == (None, None)


def test_its_id_is_that_of_its_case_and_its_command_asks_it_again(found: Found, planted: Plant) -> None:
    one = found(planted("limit-clamped"), ask(limit=11))["limit.range"]
    assert one.id == case_id("limit.range", read_case(one.case, "limit.range", "arguments"))
    assert one.to_json()["again"] == f"takehome grade . --case {one.id}"


def test_two_looks_find_the_same(found: Found, planted: Plant) -> None:
    path = planted("cache-across-contexts")
    cases = [ask(), ask(context="beta"), ask(limit=2), ask(limit=2, context="beta")]
    first, second = (found(path, *cases) for _ in range(2))
    assert [each.to_json() for each in first.values()] == [each.to_json() for each in second.values()]
    assert [*first] == ["scope.session"]


def test_what_raised_is_told_with_its_line(found: Found, planted: Plant) -> None:
    path = planted("unknown-name-raises")
    one = found(path, ask("list_tickets"))["answer.returned"]
    assert (one.status, one.actual) == ("raised", None)
    assert (one.says or "").startswith("Raised ")
    file, _, line = str(one.where).partition(":")
    lines = (path / file).read_text(encoding="utf-8").splitlines()
    assert dict(one.source or ())[int(line)] == lines[int(line) - 1]
    assert [n for n, _ in one.source or ()] == [*range(int(line) - 2, int(line) + 3)]


@pytest.mark.parametrize(
    ("name", "case", "rule", "status", "says"),
    [
        ("none-returned", ask(query="zebra"), "answer.returned", "failed", "The call returned nothing."),
        (
            "answers-later",
            ask(),
            "answer.sync",
            "failed",
            "The function returned a coroutine, which had to be awaited.",
        ),
        ("answers-too-late", ask(), "answer.time", "timeout", "No answer within"),
        ("ends-the-process", ask("list_tickets"), "answer.alive", "died", "Ended before it answered"),
        ("scope-missing", ask(query="refund"), "scope.search", "failed", "another session: "),
        ("tickets-generator", ask(), "reply.json", "failed", "generator"),
        ("insertion-order", ask(), "sort.id", "failed", None),
    ],
)
def test_an_answer_that_needs_a_sentence_has_one(
    found: Found, planted: Plant, name: str, case: Case, rule: str, status: str, says: str | None
) -> None:
    one = found(planted(name), case)[rule]
    assert one.status == status
    assert one.says is None if says is None else says in (one.says or "")


def test_rows_that_were_changed_are_shown_before_and_after(found: Found, planted: Plant) -> None:
    one = found(planted("store-note-popped"), single("store.unchanged", "state", SEARCH))["store.unchanged"]
    before, after = one.expected["records"], one.actual["records"]
    assert before.keys() == after.keys()
    assert all("internal_note" in row for row in before.values())
    assert not any("internal_note" in row for row in after.values())
    assert one.says == "The call changed the records that it was given."


def test_rows_whose_order_changed_are_shown_by_their_keys(exercise: Exercise, found: Found, planted: Plant) -> None:
    one = found(planted("store-reordered"), single("store.unchanged", "state", SEARCH))["store.unchanged"]
    assert one.expected == {"records": list(exercise.store)}
    assert sorted(one.actual["records"]) == sorted(exercise.store)
    assert one.actual != one.expected


def test_a_reply_that_is_no_copy_is_shown_by_the_rows_that_it_changed(found: Found, planted: Plant) -> None:
    case = Case("copy.fresh", "state", (Step(SEARCH, scribble=True), Step(SEARCH)))
    one = found(planted("aliased-tickets"), case)["copy.fresh"]
    assert one.says == "Writing to the reply changed the stored records, or the next reply."
    assert one.expected["records"].keys() == one.actual["records"].keys()


def test_a_walk_is_shown_by_its_pages(found: Found, planted: Plant) -> None:
    rows = {f"alpha:TKT-{n}": {"id": f"TKT-{n}", "title": "Login", "status": "open"} for n in (101, 107, 102)}
    case = single("walk.complete", "walks", Call("search_tickets", {"limit": 1}, "alpha"), rows, walk=True)
    one = found(planted("later-pages-unsorted"), case)["walk.order"]
    assert (one.expected, one.actual) == (
        [["TKT-101"], ["TKT-102"], ["TKT-107"]],
        [["TKT-101"], ["TKT-107"], ["TKT-102"]],
    )
    assert (one.says, one.case["walk"], one.test) == ("The walk came to its end.", True, "")


def test_rules_that_only_show_beside_a_reply_are_told_without_a_test(found: Found, planted: Plant) -> None:
    assert found(planted("store-note-popped"), single("store.unchanged", "state", SEARCH))["store.unchanged"].test == ""


# ---- the test to copy ----


def green(path: Path, text: str) -> bool:
    """Whether the text of a test, put into a hand-in, passes there."""
    (path / "test_copied.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_copied.py"]
    done = subprocess.run(command, cwd=path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 0


COPIED = {
    "limit-clamped": ("limit.range", [ask(limit=11)]),
    "unknown-name-raises": ("answer.returned", [ask("list_tickets")]),
    "cache-across-contexts": ("scope.session", [ask(), ask(context="beta")]),
    "rate-limit": ("state.same_answer", [ask()] * 42),
}


@pytest.mark.parametrize("name", COPIED)
def test_the_test_to_copy_is_red_until_the_fault_is_mended(
    exercise: Exercise, found: Found, planted: Plant, name: str
) -> None:
    rule, cases = COPIED[name]
    path = planted(name)
    text = found(path, *cases)[rule].test
    assert not green(path, text)
    (path / "tickets.py").write_text((correct(exercise, "python")[0] / "tickets.py").read_text(encoding="utf-8"))
    assert green(path, text)


CURSOR = Call("search_tickets", {"cursor": "TKT-102"}, "alpha")


@pytest.mark.parametrize(
    ("name", "rule", "steps"),
    [
        ("first-store-kept", "state.this_store", (Step(SEARCH), Step(SEARCH, store={}))),
        ("args-cursor-popped", "state.args", (Step(CURSOR), Step(CURSOR, keep_args=True))),
    ],
)
def test_no_test_is_offered_that_could_not_go_red(
    found: Found, planted: Plant, name: str, rule: str, steps: tuple[Step, ...]
) -> None:
    assert found(planted(name), Case(rule, "state", steps))[rule].test == ""
