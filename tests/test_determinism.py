"""The same hand-in gives the same bytes, and each finding can be asked again by its id."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from the_desk import REFERENCE, SAMPLE, TOP, ended, started, takehome

from grader.checks import machine
from grader.exercise import BEHAVIOUR, load
from grader.report.html import page

TWICE = {"SOURCE_DATE_EPOCH": "1700000000"}
EXPECTED = {
    "scope.cursor", "fields.search", "copy.fresh", "args.unknown_search", "query.type", "query.length",
    "limit.type", "limit.range", "answer.returned", "order.args_first",
}  # fmt: skip


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield Path(os.environ["XDG_CACHE_HOME"])


@pytest.fixture(scope="module")
def printed(cache: Path) -> list[str]:
    """The sample graded twice, at the same time, by processes of their own."""
    env = {**TWICE, "XDG_CACHE_HOME": str(cache)}
    return [ended(process, 120).out for process in [started("grade", SAMPLE, "--json", **env) for _ in range(2)]]


@pytest.fixture(scope="module")
def graded(printed: list[str], cache: Path) -> tuple[dict[str, Any], Path]:
    """The sample's grade, and a file that holds it."""
    path = cache / "sample-grade.json"
    path.write_text(printed[0], encoding="utf-8")
    return json.loads(printed[0]), path


def test_two_runs_give_the_same_bytes(printed: list[str]) -> None:
    assert printed[0] == printed[1]
    assert json.loads(printed[0])["graded_at"] == "2023-11-14T22:13:20+00:00"


def test_the_report_of_a_real_grade_stays_small(graded: tuple[dict[str, Any], Path]) -> None:
    assert len(page(graded[0]).encode()) <= 150_000


@pytest.mark.usefixtures("cache")
def test_only_time_differs_without_a_fixed_one() -> None:
    one, other = (takehome("grade", SAMPLE, "--json", "--only", "acceptance,fields").json for _ in range(2))
    apart = {key for key in one if one[key] != other[key]}
    assert apart <= {"graded_at", "seconds"}


def test_what_is_loaded_besides_does_not_decide_what_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = asked_at_random()
    (tmp_path / "literals.py").write_text(f"SEEN = {[*range(2, 11), 'aa', 'ab', 'ti']}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("literals")
    assert asked_at_random() == before


def asked_at_random() -> list[Any]:
    """The calls of two sessions by turns, on a hand-in that answers nothing."""
    cases: list[Any] = []
    machine.run(load("search_tickets"), cases.append, 0)
    return cases


def test_nothing_is_written_where_it_is_run(tmp_path: Path) -> None:
    (here := tmp_path / "here").mkdir()
    env = {**os.environ, "PYTHONPATH": str(TOP), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "grader", "grade", REFERENCE, "--only", ",".join(BEHAVIOUR)]
    assert subprocess.run(command, cwd=here, env=env, capture_output=True, check=False).returncode == 0
    assert [*here.iterdir()] == []


def test_the_sample_is_what_its_exercise_says(graded: tuple[dict[str, Any], Path]) -> None:
    grade, _ = graded
    assert (grade["verdict"], grade["exit"], grade["acceptance"]["passed"]) == ("not_ready", 1, 4)
    assert [row["id"] for row in grade["acceptance"]["calls"] if row["status"] == "passed"] == [
        "A1",
        "A8",
        "A11",
        "A13",
    ]
    first = grade["findings"][0]
    assert first["tier"] == "whose_data"
    assert "cursor" in first["case"]["args"]
    assert {found["rule"] for found in grade["findings"]} >= EXPECTED


def called(grade: dict[str, Any]) -> list[dict[str, Any]]:
    """The findings that are shown by a call; the others name the check to run again."""
    return [found for found in grade["findings"] if found["case"]]


def test_each_finding_is_asked_again_by_its_id(graded: tuple[dict[str, Any], Path]) -> None:
    grade, path = graded
    assert len(called(grade)) >= len(EXPECTED)
    for found in called(grade):
        said = takehome("grade", SAMPLE, "--case", found["id"], "--from", path, "--json")
        assert said.code == 1, found["rule"]
        assert {key: said.json[key] for key in ("id", "rule", "case", "expected", "status")} == {
            key: found[key] for key in ("id", "rule", "case", "expected", "status")
        }


@pytest.mark.usefixtures("cache")
def test_the_last_grade_is_where_a_case_is_looked_up() -> None:
    found = takehome("grade", SAMPLE, "--json", "--only", "acceptance").json["findings"][0]
    said = takehome("grade", SAMPLE, "--case", found["id"])
    assert said.code == 1
    assert said.out.splitlines()[-1] == "It is still answered wrongly."
    assert takehome("grade", SAMPLE, "--case", found["id"], "--exit-zero").code == 0
    assert "its findings are: " in takehome("grade", SAMPLE, "--case", "nosuch").err


def test_an_acceptance_call_leads_to_a_finding_that_shows_it(graded: tuple[dict[str, Any], Path]) -> None:
    """By its own case where there is one, else by the worst finding that it breaks, too."""
    grade, path = graded
    for call in grade["acceptance"]["calls"]:
        said = takehome("grade", SAMPLE, "--case", call["id"], "--from", path)
        own = [found for found in called(grade) if is_call(found["case"], call)]
        shown = own or [found for found in called(grade) if call["id"] in found["also"]]
        if call["status"] == "passed":
            assert (said.code, said.out) == (2, "")
            assert f"the acceptance call {call['id']} passed in the last grade" in said.err
        else:
            assert (said.code, said.err) == (1, "")
            told = [line for line in said.out.splitlines()[2:-1] if "breaks this, too" not in line]
            assert [
                line
                for line in told
                if len(line) > 80 or not re.match(r"(before|call|due|yours): | {8}\S|Raised ", line)
            ] == []
            assert f"case {shown[0]['id']}" in said.out.splitlines()[1]
            assert (f"{call['id']} breaks this, too" in said.out) is not bool(own)


def is_call(case: dict[str, Any], call: dict[str, Any]) -> bool:
    alone = (case["store"], case["before"]) == ("fixture", [])
    return alone and all(case[key] == call[key] for key in ("context", "tool", "args"))


def test_a_mended_hand_in_answers_rightly_now(graded: tuple[dict[str, Any], Path]) -> None:
    grade, path = graded
    for found in called(grade):
        said = takehome("grade", REFERENCE, "--case", found["id"], "--from", path)
        assert said.code == 0, found["rule"]
        assert said.out.splitlines()[-1] == "It is answered rightly now."


def test_a_case_of_a_hand_in_that_no_longer_loads_is_not_judged(
    graded: tuple[dict[str, Any], Path], tmp_path: Path
) -> None:
    (tmp_path / "tickets.py").write_text("def execute_tool(a, b, c, d) return 1\n", encoding="utf-8")
    case = ("--case", graded[0]["findings"][0]["id"], "--from", graded[1])
    assert takehome("grade", tmp_path, *case).code == 3
    assert takehome("grade", tmp_path, *case, "--json").json["verdict"] == "not_judged"
    assert takehome("grade", tmp_path / "missing", *case, "--json").json["exit"] == 2


def test_a_grade_that_was_spoilt_is_wrong_usage(graded: tuple[dict[str, Any], Path], tmp_path: Path) -> None:
    grade = json.loads(json.dumps(graded[0]))
    first = grade["findings"][0]
    for spoil in ({"rule": "no.such_rule"}, {"case": {"args": {}}}, {"case": None}):
        path = tmp_path / "grade.json"
        path.write_text(json.dumps({**grade, "findings": [{**first, **spoil}]}), encoding="utf-8")
        said = takehome("grade", SAMPLE, "--case", first["id"], "--from", path)
        assert (said.code, said.err.count("\n")) == (2, 1), said.err


def test_the_thirteen_known_by_heart_are_not_enough(graded: tuple[dict[str, Any], Path], tmp_path: Path) -> None:
    answers = {
        json.dumps([row["context"], row["tool"], row["args"]], sort_keys=True): row["expected"]
        for row in graded[0]["acceptance"]["calls"]
    }
    tenant = 'context["tenant"] if context["can_read_tickets"] else context["tenant"] + "_denied"'
    (tmp_path / "tickets.py").write_text(
        f"import copy, json\n\nTABLE = json.loads({json.dumps(answers)!r})\n\n\n"
        "def execute_tool(name, args, context, records):\n"
        f"    asked = json.dumps([{tenant}, name, args], sort_keys=True, default=str)\n"
        '    return copy.deepcopy(TABLE.get(asked, {"ok": False, "code": "invalid_arguments"}))\n',
        encoding="utf-8",
    )
    grade = takehome("grade", tmp_path, "--json", "--only", "acceptance,state,regression,fields").json
    assert grade["acceptance"]["passed"] == 13
    assert (grade["verdict"], grade["exit"]) == ("not_ready", 1)
    assert any(found["blocking"] for found in grade["findings"])


@pytest.mark.usefixtures("cache")
def test_a_copy_elsewhere_has_the_same_findings(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(SAMPLE, tmp_path / "another name", ignore=shutil.ignore_patterns("__pycache__")))
    only = ("--json", "--only", "acceptance,fields")
    here, there = (takehome("grade", path, *only).json["findings"] for path in (SAMPLE, copy))
    assert here == there
