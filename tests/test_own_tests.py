"""A hand-in's own tests: how they are found and run, what the runner may claim, and what the matrix makes of it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_suite_layouts import laid, planned, played
from the_desk import REFERENCE, SAMPLE

from grader.checks.agreed import Agreed
from grader.checks.matrix import Matrix
from grader.checks.mutants import mutants
from grader.checks.own_tests import Options, OwnTests, judge
from grader.checks.suite_acceptance import acceptance, spoils
from grader.checks.suite_findings import is_walked
from grader.checks.suite_section import section
from grader.checks.suite_turns import AGAIN, BACKWARDS, OWN, RAISES, RUINS, Plan, asked_of_suites
from grader.checks.telling import grounds, telling
from grader.exercise import FIXTURE, Call, Exercise, load
from grader.submission.commands import Errand, run
from grader.submission.handin import take_in
from grader.submission.languages import languages
from grader.submission.named_command import made
from grader.submission.sandbox import Open
from grader.submission.suite_told import Made, told
from grader.submission.suites import Bench, suite_of
from grader.submission.tier import INSTALL, choose
from grader.values import same

PYTHON = next(language for language in languages() if language.name == "python")


# ---- cell for cell ----


def cells(matrix: Matrix) -> dict[str, dict[str, str]]:
    return {name: {test: how for test, (how, _) in turn.red.items()} for name, turn in matrix.told.turns.items()}


def fresh_cells(path: Path, exercise: Exercise, folder: Path, names: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """The same turns, each in an interpreter of its own that finds the adapter in the entry's file."""
    with take_in(path, exercise) as handin:
        asked = planned(handin, exercise, folder, names)
        bench: Any = Bench(handin, Open(), "execute_tool", handin.settings.tests, asked.adapters)
        suite: Any = suite_of(handin)
        words = suite._read(bench, suite.find(bench))
        every = [line for turn in asked.turns for line in suite._played(bench, words, [turn], {}, afresh=True)]
        return cells(Matrix(told(every), asked))


SAMPLED = ("scope-missing", "insertion-order", "cursor-ignored", "default-limit-10", "bool-limit", "aliased-tickets")
STATE = ("aliased-tickets", "store-note-popped", "result-shared", "args-cursor-popped", "search-raw-tickets")


def test_forks_and_fresh_processes_agree_on_the_sample(exercise: Exercise, tmp_path: Path) -> None:
    forked = cells(played(SAMPLE, exercise, tmp_path / "one", SAMPLED))

    assert forked == fresh_cells(SAMPLE, exercise, tmp_path / "other", SAMPLED)
    assert sum(map(len, forked.values())) > 5


def test_forks_and_fresh_processes_agree_on_a_suite_that_looks_at_state(exercise: Exercise, tmp_path: Path) -> None:
    folder = tmp_path / "reference"
    shutil.copytree(REFERENCE, folder)
    settings = (folder / "handin.yaml").read_text().replace("-m pytest", "-m pytest tests/test_state.py")
    (folder / "handin.yaml").write_text(settings)

    forked = cells(played(folder, exercise, tmp_path / "one", STATE))

    assert forked == fresh_cells(folder, exercise, tmp_path / "other", STATE)
    assert all(forked[f"mutant-{name}"] for name in STATE)


# ---- two whole suites ----


@pytest.fixture(scope="module")
def of_the_sample() -> Iterator[OwnTests]:
    exercise = load("search_tickets")
    with take_in(SAMPLE, exercise) as handin:
        yield judge(handin, exercise, Options(jobs=2))


def test_the_sample_is_green_and_notices_little(of_the_sample: OwnTests) -> None:
    shown = of_the_sample.to_json()
    states = [mutant["state"] for mutant in shown["mutants"]]

    assert (shown["judged"], shown["passed"], shown["failed"], shown["skipped"]) == (True, 3, 0, [])
    assert (states.count("killed"), states.count("survived"), states.count("unseeable")) == (7, 37, 3)
    assert shown["acceptance_made"] == ["A2", "A3"]
    assert shown["acceptance_whole"] == []
    assert [test.rpartition("::")[2] for test in shown["kills_nothing"]] == ["test_closed_filter"]


def test_the_worst_survivor_comes_first_with_a_call_on_the_suites_own_records(of_the_sample: OwnTests) -> None:
    first = of_the_sample.to_json()["mutants"][0]

    assert (first["tier"], first["state"], first["call"]["store"]) == ("whose_data", "survived", FIXTURE)
    json.dumps(of_the_sample.to_json(), allow_nan=False)


def test_what_only_other_records_could_show_is_not_held_against_a_suite(of_the_sample: OwnTests) -> None:
    unseeable = {each["id"] for each in of_the_sample.to_json()["mutants"] if each["state"] == "unseeable"}

    assert unseeable == {"prefix-no-colon", "blocklist-projection", "thirteen-by-heart"}


def test_only_what_is_lacking_blocks(of_the_sample: OwnTests) -> None:
    assert [each.rule for each in of_the_sample.blocking] == ["tests.acceptance"]
    assert {each.rule for each in of_the_sample.remarks} == {
        "tests.acceptance", "tests.mutants", "tests.isolation", "tests.walks",
    }  # fmt: skip


def test_the_references_thirteen_are_compared_whole_and_can_be_judged_in_the_box(exercise: Exercise) -> None:
    box = choose("auto")
    if box.tier != "full":
        assert not os.environ.get("CI"), "CI must have a sandbox"
        pytest.skip(INSTALL)
    command = ("python", "-m", "pytest", "tests/test_acceptance.py")
    with take_in(REFERENCE, exercise) as handin:
        result = judge(handin, exercise, Options(sandbox=box, jobs=2, only=("scope-missing",), command=command))

    shown = result.to_json()
    assert len(shown["acceptance_whole"]) == 13
    assert [each["state"] for each in shown["mutants"]] == ["killed"]
    assert result.blocking == ()


# ---- what a runner may meet ----


def judged(files: Mapping[str, str], exercise: Exercise, folder: Path, **options: Any) -> OwnTests:
    target = laid("attribute_access", exercise, folder)
    for name, text in files.items():
        (target / name).write_text(text)
    with take_in(target, exercise) as handin:
        return judge(handin, exercise, Options(jobs=1, only=("scope-missing", "bool-limit"), **options))


def test_threads_of_a_conftest_do_not_hinder(exercise: Exercise, tmp_path: Path) -> None:
    conftest = "import threading\n\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n"

    shown = judged({"conftest.py": conftest}, exercise, tmp_path).to_json()

    assert {each["id"]: each["state"] for each in shown["mutants"]} == {
        "scope-missing": "killed", "bool-limit": "survived",
    }  # fmt: skip


def test_hypothesis_tries_the_same_each_time(exercise: Exercise, tmp_path: Path) -> None:
    test = (
        "import tickets\nfrom facts import ALPHA, records\nfrom hypothesis import given, strategies as st\n\n\n"
        "@given(st.integers(1, 10))\ndef test_any_limit(limit):\n"
        "    page = tickets.execute_tool('search_tickets', {'limit': limit}, ALPHA, records())\n"
        "    assert len(page['tickets']) == min(limit, 6)\n"
    )

    shown = judged({"test_more.py": test}, exercise, tmp_path).to_json()

    assert "test_more.py::test_any_limit" in next(
        each["killed_by"] for each in shown["mutants"] if each["id"] == "scope-missing"
    )
    assert (shown["flaky"], shown["failed"]) == ([], 0)


def test_a_suite_that_differs_from_run_to_run_is_flaky(exercise: Exercise, tmp_path: Path) -> None:
    test = (
        "import os\n\nimport tickets\nfrom facts import ALPHA, INVALID, records\n\n\n"
        "def test_once():\n    reply = tickets.execute_tool('search_tickets', {'limit': 0}, ALPHA, records())\n"
        "    assert reply == INVALID\n    assert not os.path.exists('seen')\n    open('seen', 'w').close()\n"
    )

    shown = judged({"test_more.py": test}, exercise, tmp_path).to_json()

    assert shown["flaky"] == ["test_more.py::test_once"]
    assert "test_more.py::test_once" not in shown["kills"]


def test_what_is_left_when_the_time_is_over_did_not_survive(exercise: Exercise, tmp_path: Path) -> None:
    slow = "import time\n\n\ndef test_slow():\n    time.sleep(1)\n"

    shown = judged({"test_more.py": slow}, exercise, tmp_path, seconds=4).to_json()

    assert {each["state"] for each in shown["mutants"]} == {"not_run"}


# ---- what is told is a claim ----


def test_lines_of_another_shape_are_passed_over() -> None:
    lines: list[Any] = [
        {"turn": "own", "end": "done", "seconds": "soon", "red": {}, "skipped": {}},
        {"turn": "own", "end": 3},
        {"made": "t", "call": ["only", "two"], "store": "s"},
        {"store": "s", "rows": [["key"]]},
        {"collected": ["\x1b[31mred\u202e"]},
        {},
    ]

    shown = told(lines)

    assert (dict(shown.turns), shown.made, dict(shown.stores)) == ({}, (), {})
    assert shown.collected == ("\\u001b[31mred\\u202e",)


def turns(**red: Mapping[str, str]) -> list[dict[str, Any]]:
    played: tuple[str, ...] = (OWN, AGAIN, BACKWARDS, "correct_1", "correct_2", RAISES, RUINS)
    names: dict[str, Mapping[str, str]] = {name: {} for name in played} | red
    names |= {RAISES: red.get("raises", {"t": "failed", "u": "failed"}), RUINS: {"t": "failed", "u": "failed"}}
    return [
        {"turn": name.replace("__", "-"), "end": "done", "seconds": 0.1, "skipped": {},
         "red": {test: [how, ""] for test, how in each.items()}}
        for name, each in names.items()
    ]  # fmt: skip


def matrix(exercise: Exercise, lines: list[dict[str, Any]]) -> Matrix:
    asked = asked_of_suites(exercise, "python", only=("scope-missing", "bool-limit"))
    plan = Plan({}, ("correct_1", "correct_2"), asked, {}, ())
    return Matrix(told([{"collected": ["t", "u"]}, *lines]), plan)


SCOPE, BOOL = "mutant__scope__missing", "mutant__bool__limit"


def test_a_walk_without_bound_is_no_kill(exercise: Exercise) -> None:
    shown = matrix(exercise, turns(**{SCOPE: {"t": "unbounded"}, BOOL: {"t": "unbounded", "u": "failed"}}))

    assert shown.state("mutant-scope-missing") == "timeout"
    assert shown.state("mutant-bool-limit") == "killed"
    assert shown.killers("mutant-bool-limit") == ["u"]


@pytest.mark.parametrize(("end", "state"), [("timeout", "timeout"), ("died", "not_run"), ("done", "survived")])
def test_only_a_turn_that_was_played_to_its_end_survived(exercise: Exercise, end: str, state: str) -> None:
    lines = turns(**{SCOPE: {}})
    lines[-1]["end"] = end

    assert matrix(exercise, lines).state("mutant-scope-missing") == state


def test_a_reply_is_blamed_only_for_parts_that_were_tried(exercise: Exercise) -> None:
    lines = turns(next={}, title={}, id={"t": "failed"})
    lines[-2]["end"] = "died"
    call = {"made": "t", "call": ["a", {}, {}], "store": "x"}
    parts = [(part, part) for part in ("next", "title", "id")]
    shown = Matrix(
        told([{"collected": ["t"]}, *lines, {"store": "x", "rows": []}, call]), Plan({}, (), (), {"A1": parts}, ())
    )

    agreed = Agreed.of(shown, {"A1": [["a", {}, {}], {}]})

    assert (agreed.made, agreed.whole, agreed.parts) == (("A1",), (), {"A1": ["next"]})


@pytest.mark.parametrize(("tests", "rest"), [(["t", "u"], ["scope-missing"]), (["t"], [])])
def test_a_fault_rests_on_one_test_where_there_are_others(
    exercise: Exercise, tests: list[str], rest: list[str]
) -> None:
    lines = turns(**{SCOPE: {"t": "failed"}, BOOL: {}})
    shown = Matrix(told([{"collected": tests}, *lines]), matrix(exercise, []).plan)

    assert section(shown, {"command": "pytest"}, Agreed((), (), {}), [], set())["rest_on_one"] == rest


def test_a_turn_nobody_told_of_was_not_run(exercise: Exercise) -> None:
    assert matrix(exercise, turns()).state("mutant-scope-missing") == "not_run"


def test_a_test_that_is_red_on_a_correct_adapter_kills_nothing(exercise: Exercise) -> None:
    wrong = {"t": "failed"}

    shown = matrix(exercise, turns(correct_1=wrong, correct_2=wrong, **{SCOPE: wrong, BOOL: {}}))

    assert replace(shown, broken=frozenset("t")).wrong == {"t": ["bool-limit"]}
    assert shown.over_specified == {"t": ["correct_1", "correct_2"]}
    assert shown.state("mutant-scope-missing") == "survived"


def test_red_on_one_correct_adapter_is_asking_too_much(exercise: Exercise) -> None:
    shown = matrix(exercise, turns(correct_2={"t": "failed"}))

    assert (dict(shown.wrong), shown.over_specified) == ({}, {"t": ["correct_2"]})
    assert shown.counted == {"u"}


def test_green_when_every_call_raises_cannot_fail(exercise: Exercise) -> None:
    shown = matrix(exercise, turns(raises={"u": "failed"}, **{SCOPE: {"t": "failed", "u": "failed"}}))

    assert shown.cannot_fail == ["t"]
    assert shown.killers("mutant-scope-missing") == ["u"]


def test_a_test_that_only_a_mutants_replies_bring_forth_counts(exercise: Exercise) -> None:
    lines = [{"collected": ["t[1]", "u"]}, *turns(**{SCOPE: {"t[2]": "failed"}, BOOL: {"w[2]": "failed"}})]

    shown = Matrix(told(lines), matrix(exercise, []).plan)

    assert shown.state("mutant-scope-missing") == "survived"
    lines[6]["red"] |= {"t[1]": ["failed", ""]}  # it can fail
    lines[7]["red"] |= {"t[1]": ["failed", ""]}
    assert Matrix(told(lines), shown.plan).state("mutant-scope-missing") == "killed"
    assert Matrix(told(lines), shown.plan).state("mutant-bool-limit") == "survived"


# ---- the agreed calls, spoiled ----


def test_each_spoiled_reply_differs_from_the_due_one_and_from_the_others(exercise: Exercise) -> None:
    for name, case in acceptance(exercise, PYTHON).items():
        due = exercise.due(case.call, exercise.rows(case.store))
        replies = [due, *(reply for _, reply in spoils(exercise, case))]
        assert not any(same(a, b) for n, a in enumerate(replies) for b in replies[n + 1 :]), name
        assert len(replies) >= 3


def test_a_page_is_spoiled_in_each_field_at_another_place(exercise: Exercise) -> None:
    case = acceptance(exercise, PYTHON)["A2"]
    due = exercise.due(case.call, exercise.rows(case.store))["tickets"]

    spoiled = {part: reply["tickets"] for part, reply in spoils(exercise, case)}

    places = {part: [n for n, item in enumerate(due) if spoiled[part][n] != item] for part in ("id", "title", "status")}
    assert places == {"id": [4], "title": [3], "status": [2]}


# ---- the call that tells ----


@pytest.mark.parametrize(
    ("name", "tells"), [("scope-missing", True), ("aliased-tickets", True), ("prefix-no-colon", False)]
)
def test_a_fault_shows_on_the_ten_tickets_or_not(exercise: Exercise, name: str, tells: bool) -> None:
    mutant = next(each for each in mutants(exercise, "python") if each.name == name)

    found = telling(exercise, "python", mutant, grounds(exercise, [exercise.store], []))

    assert (found is not None) == tells


def test_what_the_contract_leaves_open_tells_nothing(exercise: Exercise) -> None:
    mutant = next(each for each in mutants(exercise, "python") if each.name == "prefix-no-colon")
    nobody = (Call("search_tickets", {}, []), exercise.store)

    assert telling(exercise, "python", mutant, grounds(exercise, [exercise.store], [nobody])) is None


def test_a_call_that_the_suite_makes_already_comes_first(exercise: Exercise) -> None:
    mutant = next(each for each in mutants(exercise, "python") if each.name == "scope-missing")
    call = Call("search_tickets", {"status": "closed", "query": "billing"}, dict(exercise.contexts["alpha"]))

    found = telling(exercise, "python", mutant, grounds(exercise, [exercise.store], [(call, exercise.store)]))

    assert found is not None
    assert found.call == Call(call.tool, call.args, "alpha")


# ---- walks ----


def page(cursor: str | None, next_: str | None, test: str = "t") -> Made:
    args = {} if cursor is None else {"cursor": cursor}
    reply = {"ok": True, "tickets": [], "next_cursor": next_}
    return Made(test, ("search_tickets", args, {"tenant": "alpha"}), "s", reply)


@pytest.mark.parametrize(
    ("made", "walked"),
    [
        ([page(None, "TKT-2"), page("TKT-2", None)], True),
        ([page(None, "TKT-2"), page("TKT-2", "TKT-4"), page("TKT-4", None)], True),
        ([page(None, "TKT-2"), page("TKT-2", "TKT-4")], False),
        ([page(None, "TKT-2"), page("TKT-3", None)], False),
        ([page(None, "TKT-2"), page("TKT-2", None, "another")], False),
        ([page(None, None)], False),
    ],
)
def test_a_walk_follows_what_it_was_given_to_the_end(exercise: Exercise, made: list[Made], walked: bool) -> None:
    assert is_walked(exercise, made) == walked


# ---- commands ----


def errand(tmp_path: Path, code: str, seconds: float = 10, **more: Any) -> Errand:
    (tmp_path / "root").mkdir(exist_ok=True)
    return Errand(tmp_path / "root", (sys.executable, "-c", code, "{report}"), seconds, **more)


def test_a_command_reports_in_lines_and_its_noise_is_no_line(tmp_path: Path) -> None:
    code = "import os, sys; os.write(int(sys.argv[1]), b'{\"a\": 1}\\nnoise\\n[2]\\n{\"b\": 2}\\n'); print('hello')"

    ended = run(errand(tmp_path, code), Open())

    assert ended.lines == ({"a": 1}, {"b": 2})
    assert (ended.status, ended.printed, ended.late) == (0, "hello\n", False)


def test_a_command_is_ended_after_its_time_with_all_that_it_started(tmp_path: Path) -> None:
    nap = f"77.{os.getpid()}"
    code = f"import subprocess, time; subprocess.Popen(['sleep', '{nap}']); print('on', flush=True); time.sleep(60)"

    ended = run(errand(tmp_path, code, 2), Open())

    assert (ended.late, ended.status, ended.printed) == (True, -9, "on\n")
    assert ended.seconds < 10
    assert not any(nap.encode() in path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists())


def test_a_flood_is_ended_and_both_its_ends_are_kept(tmp_path: Path) -> None:
    code = "print('first')\nfor n in range(40): print('x' * 500_000)"

    ended = run(errand(tmp_path, code), Open())

    assert ended.printed.startswith("first\n")
    assert "printed more than 8 MB" in ended.printed
    assert len(ended.printed) < 200_000


def test_a_program_that_is_not_there_says_so(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()

    ended = run(Errand(tmp_path / "root", ("no-such-program-at-all",), 5), Open())

    assert ended.status == 127


def test_a_command_works_on_a_copy(tmp_path: Path) -> None:
    ended = run(errand(tmp_path, "open('made', 'w').close()"), Open())

    assert ended.status == 0
    assert list((tmp_path / "root").iterdir()) == []


@pytest.mark.parametrize(
    ("makefile", "words"),
    [
        ("test:\n\tpytest -q\n", "pytest -q"),
        ("test: ; @python -m pytest\n", "python -m pytest"),
        (".PHONY: test\ntest: lint unit\n\nlint:\n\truff check .\n\nunit:\n\tpytest tests\n", "pytest tests"),
        ("test:\n\tpip install -e . && pytest\n\techo done\n", "pytest"),
        ("PY ?= python3\ntest:\n\t${PY} -m unittest \\\n\t  -v\n", "python3 -m unittest -v"),
        ("test:\n\tpytest | tee out.txt\n", ""),
        ("test: test\n\truff check .\n", "ruff check ."),
        ("build:\n\tpytest\n", ""),
    ],
)
def test_a_makefile_is_read(tmp_path: Path, makefile: str, words: str) -> None:
    (tmp_path / "Makefile").write_text(makefile)

    assert " ".join(made(tmp_path, "test", PYTHON.tests.commands)) == words


@pytest.mark.parametrize(
    ("line", "arguments", "here"),
    [
        ("pytest -q tests -x --tb short -k 'not slow'", ["tests", "-k", "not slow"], False),
        ("python3 -m pytest --cov=tickets -n auto tests/a.py", ["tests/a.py"], True),
        ("uv run pytest --maxfail=1", [], False),
        ("PYTHONPATH=src python -B -m pytest", [], True),
        ("python -m unittest discover -s spec -p 'check_*.py'", ["-o", "python_files=check_*.py", "spec"], True),
        ("python -m unittest tests.test_a.Tests", ["-o", "python_files=test*.py test_a.py", "tests/test_a.py"], True),
        ("python run_tests.py", ["-o", "python_files=run_tests.py", "run_tests.py"], True),
        ("tox -e py", [], True),
    ],
)
def test_the_words_of_a_command_become_those_of_pytest(line: str, arguments: list[str], here: bool) -> None:
    words = sys.modules[suite_words()].read(shlex.split(line), sys.executable, Path(sys.executable).parent)

    assert (words.arguments, words.here) == (arguments, here)


def suite_words() -> str:
    """The module that reads words, loaded with the suite of the language."""
    suite: Any = suite_of(type("Any", (), {"language": PYTHON})())
    return f"{suite.__name__}.suite_words"


def test_a_language_whose_tests_cannot_be_run_is_not_judged(exercise: Exercise, tmp_path: Path) -> None:
    with take_in(SAMPLE, exercise) as handin:
        elsewhere = replace(handin, language=replace(handin.language, driver=tmp_path / "driver"))
        result = judge(elsewhere, exercise)

    assert not result.judged
    assert "Python" in result.to_json()["why_not"]
    assert result.found == ()
