"""Ten ways in which a suite is weak though its code is right, and what is said of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.checks.own_tests import Options, OwnTests, judge
from grader.exercise import Exercise
from grader.submission.handin import take_in

MUTANTS = ("scope-missing", "limit-clamped", "unknown-name-raises", "get-raw-ticket")
FACTS = (Path(__file__).parent / "layouts/shared/facts.py").read_text()
TESTS = """from facts import ALPHA, FIRST, INVALID, records
from tickets import execute_tool


def test_first_page():
    assert execute_tool("search_tickets", {}, ALPHA, records()) == FIRST


def test_limit():
    assert execute_tool("search_tickets", {"limit": 11}, ALPHA, records()) == INVALID
"""

Judged = Callable[..., OwnTests]


@pytest.fixture
def judged(exercise: Exercise, tmp_path: Path) -> Judged:
    """Writes a hand-in with right code and these files, and judges its tests."""

    def write_and_judge(**files: str) -> OwnTests:
        right = (exercise.folder / "mutants/python/correct_1/tickets.py").read_text()
        for name, text in {"tickets.py": right, "facts.py": FACTS, **files}.items():
            path = tmp_path / "handed_in" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        with take_in(tmp_path / "handed_in", exercise) as handin:
            before = {path: path.read_bytes() for path in handin.root.rglob("*") if path.is_file()}
            result = judge(handin, exercise, Options(jobs=1, only=MUTANTS))
            assert {path: path.read_bytes() for path in handin.root.rglob("*") if path.is_file()} == before
        return result

    return write_and_judge


def rules(result: OwnTests) -> list[str]:
    """The rules under which something keeps the hand-in from being ready, the thirteen calls aside."""
    return [each.rule for each in result.blocking if each.rule != "tests.acceptance"]


def states(result: OwnTests) -> dict[str, str]:
    return {mutant["id"]: mutant["state"] for mutant in result.to_json()["mutants"]}


def short(names: list[str]) -> list[str]:
    return [name.rpartition("::")[2] for name in names]


def said(result: OwnTests, rule: str) -> str:
    return " ".join(each.says for each in (*result.blocking, *result.remarks) if each.rule == rule)


KILLED = {"scope-missing": "killed", "limit-clamped": "killed", "get-raw-ticket": "survived"}


def test_a_plain_suite_is_the_measure(judged: Judged) -> None:
    result = judged(**{"test_tickets.py": TESTS})

    assert result.judged
    assert rules(result) == []
    assert states(result).items() >= KILLED.items()
    assert result.to_json()["passed"] == 2
    assert said(result, "tests.can_fail") == ""


# ---- the ten ----


def test_assert_on_a_tuple(judged: Judged) -> None:
    tuples = TESTS.replace("== FIRST", "== FIRST, 'page')").replace("== INVALID", "== INVALID, 'limit')")

    result = judged(**{"test_tickets.py": tuples.replace("assert ", "assert (")})

    assert short(result.to_json()["cannot_fail"]) == ["test_first_page", "test_limit"]
    assert rules(result) == ["tests.can_fail"]
    assert "killed" not in states(result).values()


def test_swallowed_exceptions(judged: Judged) -> None:
    swallowing = TESTS + (
        "\n\ndef test_name():\n    try:\n        reply = execute_tool('list', {}, ALPHA, {})\n"
        "        assert reply == {'ok': False}\n    except Exception:\n        pass\n"
    )

    result = judged(**{"test_tickets.py": swallowing})

    assert short(result.to_json()["cannot_fail"]) == ["test_name"]
    assert rules(result) == []
    assert "test_name" in said(result, "tests.can_fail")


def test_uncollected_tests(judged: Judged) -> None:
    result = judged(**{"checks.py": TESTS})

    assert not result.judged
    assert rules(result) == ["tests.run"]
    assert "checks.py" in said(result, "tests.run")


def test_order_dependent_tests(judged: Judged) -> None:
    leaning = TESTS.replace("def test_first_page():\n", "SEEN = []\n\n\ndef test_first_page():\n    SEEN.append(1)\n")
    leaning = leaning.replace("def test_limit():\n", "def test_limit():\n    assert SEEN\n")

    result = judged(**{"test_tickets.py": leaning})

    assert short(result.to_json()["order_dependent"]) == ["test_limit"]
    assert rules(result) == []
    assert "test_limit" in said(result, "tests.green")
    assert states(result).items() >= KILLED.items()


def test_private_imports(judged: Judged) -> None:
    private = (
        "from tickets import is_limit\n\n\ndef test_limit():\n    assert not is_limit(11)\n    assert is_limit(10)\n"
    )

    result = judged(**{"test_tickets.py": private})

    assert short(result.to_json()["idle"]) == ["test_limit"]
    assert rules(result) == ["tests.can_fail"]
    assert "test_limit" in said(result, "tests.can_fail")


def test_unittest(judged: Judged) -> None:
    body = TESTS.replace("\n\n\ndef test", "\n\n    def test").replace("():\n    assert", "(self):\n        assert")
    tests = "import unittest\n" + body.replace(
        "\n\n    def test", "\n\n\nclass Tests(unittest.TestCase):\n    def test", 1
    )

    result = judged(**{"testtickets.py": tests})

    assert result.to_json()["command"] == "python -m unittest"
    assert result.to_json()["passed"] == 2
    assert rules(result) == []
    assert states(result).items() >= KILLED.items()


def test_makefile(judged: Judged) -> None:
    makefile = "PY = python3\nRUN := $(PY) -m pytest\n\ninstall:\n\tpip install -r dev.txt\n\n"
    makefile += "test: install\n\t@$(RUN) -q spec\n"

    result = judged(**{"Makefile": makefile, "spec/test_tickets.py": TESTS, "spec/conftest.py": ""})

    assert result.to_json()["command"] == "python3 -m pytest -q spec"
    assert rules(result) == []
    assert states(result).items() >= KILLED.items()


def test_wrong_run_command(judged: Judged) -> None:
    result = judged(**{"test_tickets.py": TESTS, "handin.yaml": "tests: python -m pytest spec\n"})

    assert rules(result) == ["tests.run"]
    assert "`python -m pytest spec` runs no test" in said(result, "tests.run")
    assert states(result).items() >= KILLED.items()


def test_unlisted_skip(judged: Judged) -> None:
    skipped = TESTS.replace("def test_limit", "@pytest.mark.skip\ndef test_limit") + (
        "\n\n@pytest.mark.skip(reason='no time for walks')\ndef test_walk():\n    raise NotImplementedError\n"
    )

    result = judged(**{"test_tickets.py": f"import pytest\n{skipped}"})

    shown = {each["test"].rpartition("::")[2]: each["reason"] for each in result.to_json()["skipped"]}
    assert shown == {"test_limit": "unconditional skip", "test_walk": "no time for walks"}
    assert rules(result) == []
    assert "test_limit" in said(result, "tests.green")
    assert "test_walk" not in said(result, "tests.green")
    assert states(result)["limit-clamped"] == "survived"


def test_altered_fixture_store(judged: Judged, exercise: Exercise) -> None:
    altered = {**exercise.store, "alpha:TKT-999": {"id": "TKT-999", "title": "One more", "status": "open"}}
    tests = "".join((
        f"from tickets import execute_tool\n\nRECORDS = {altered!r}\n",
        f"ALPHA = {dict(exercise.contexts['alpha'])!r}\n\n\n",
        "def test_a9():\n    reply = execute_tool('search_tickets', {'limit': 11}, ALPHA, RECORDS)\n",
        "    assert reply == {'ok': False, 'code': 'invalid_arguments'}\n",
    ))  # fmt: skip

    result = judged(**{"test_tickets.py": tests})

    assert result.to_json()["acceptance_made"] == []
    assert "A9 on other records than the brief's" in said(result, "tests.acceptance")
    assert [each.rule for each in result.blocking] == ["tests.acceptance"]


# ---- and some more ----


@pytest.fixture
def right_store(exercise: Exercise) -> str:
    return f"RECORDS = {exercise.store!r}\nALPHA = {dict(exercise.contexts['alpha'])!r}\n"


def test_an_acceptance_call_of_which_one_field_is_looked_at(judged: Judged, right_store: str) -> None:
    tests = (
        f"from tickets import execute_tool\n\n{right_store}\n\n"
        "def test_a1():\n    reply = execute_tool('get_ticket', {'ticket_id': 'TKT-104'}, ALPHA, RECORDS)\n"
        "    assert reply['ticket']['title'] == 'Settings crash'\n\n\n"
        "def test_a9():\n    reply = execute_tool('search_tickets', {'limit': 11}, ALPHA, RECORDS)\n"
        "    assert reply == {'ok': False, 'code': 'invalid_arguments'}\n"
    )

    shown = judged(**{"test_tickets.py": tests}).to_json()

    assert shown["acceptance_made"] == ["A1", "A9"]
    assert shown["acceptance_whole"] == ["A9"]
    assert shown["acceptance_parts"] == {"A1": ["id", "status", "a further field", "a further key"]}


GREEN = """import pytest


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    report.outcome, report.longrepr = "passed", None
"""


def test_a_conftest_that_turns_every_test_green(judged: Judged) -> None:
    result = judged(**{"test_tickets.py": TESTS, "conftest.py": GREEN})

    assert rules(result) == ["tests.can_fail"]
    assert "killed" not in states(result).values()


def test_what_has_to_be_installed_first_is_named_and_never_blamed(judged: Judged) -> None:
    result = judged(**{"test_tickets.py": f"import frobnicate_tests\n{TESTS}"})

    assert not result.judged
    assert "frobnicate_tests" in result.to_json()["why_not"]
    assert (result.blocking, result.remarks) == ((), ())


def test_a_red_suite_blocks(judged: Judged) -> None:
    result = judged(**{"test_tickets.py": TESTS + "\n\ndef test_red():\n    assert execute_tool == 1\n"})

    assert rules(result) == ["tests.green"]
    assert result.to_json()["failed"] == 1
    assert "execute_tool" in result.to_json()["failures"][0]["says"]


def test_a_test_that_asks_for_a_fault_is_wrong_and_does_not_count(judged: Judged) -> None:
    wrong = TESTS.replace('{"limit": 11}, ALPHA, records()) == INVALID', '{"limit": 11}, ALPHA, records())["ok"]')

    result = judged(**{"test_tickets.py": wrong})

    assert [short([each["test"]]) + each["agrees_with"] for each in result.to_json()["wrong"]] == [
        ["test_limit", "limit-clamped"]
    ]
    assert states(result)["limit-clamped"] == "survived"


def test_a_test_that_agrees_with_a_fault_of_its_own_code_is_wrong(judged: Judged, exercise: Exercise) -> None:
    right = (exercise.folder / "mutants/python/correct_1/tickets.py").read_text()
    assert right.count("1 <= value <= 10") == 1
    tests = TESTS.replace('{"limit": 11}, ALPHA, records()) == INVALID', '{"limit": 11}, ALPHA, records())["ok"]')

    result = judged(**{"tickets.py": right.replace("<= value <= 10", "<= value <= 11"), "test_tickets.py": tests})

    assert (rules(result), result.to_json()["failed"]) == ([], 0)
    assert [short([each["test"]]) for each in result.to_json()["wrong"]] == [["test_limit"]]
    assert "test_limit" in said(result, "tests.green")


def test_what_only_this_hand_in_has_may_be_tested(judged: Judged) -> None:
    added = (
        "\n\ndef test_a_tool_more(monkeypatch):\n    import tickets\n\n"
        "    monkeypatch.setitem(tickets.TOOLS, 'ping', tickets.Tool(dict, lambda *_: {'ok': True}))\n"
        "    assert execute_tool('ping', {}, ALPHA, {}) == {'ok': True}\n\n\n"
        "def test_nobody():\n    assert not execute_tool('search_tickets', {}, {'tenant': 'alpha'}, records())['ok']\n"
    )

    result = judged(**{"test_tickets.py": TESTS + added})

    assert result.to_json()["wrong"] == []
    assert {each["test"]: each["red_on"] for each in result.to_json()["over_specified"]} == {
        "test_tickets.py::test_a_tool_more": ["correct_1", "correct_2", "correct_3"],
        "test_tickets.py::test_nobody": ["correct_2", "correct_3"],
    }
    assert said(result, "tests.green") == ""


def test_a_test_of_an_open_place_is_over_specified_and_not_punished(judged: Judged) -> None:
    more = (
        "\n\ndef test_open():\n    assert execute_tool('search_tickets', {'limit': 5.0}, ALPHA, records()) == INVALID\n"
    )

    result = judged(**{"test_tickets.py": TESTS + more})

    assert [short([each["test"]]) + each["red_on"] for each in result.to_json()["over_specified"]] == [
        ["test_open", "correct_2"]
    ]
    assert rules(result) == []
    assert "test_open" not in said(result, "tests.green")


def test_a_suite_that_ends_the_process_is_not_judged_by_silence(judged: Judged) -> None:
    ending = TESTS.replace("def test_first_page():\n", "def test_first_page():\n    __import__('os')._exit(0)\n")

    result = judged(**{"test_tickets.py": ending})

    assert not result.judged
    assert [each.rule for each in result.blocking] == ["tests.run"]
    assert "mutants" not in result.to_json()


def test_one_tenant_shows_no_isolation(judged: Judged) -> None:
    alone = TESTS.replace("records()", "mine()") + (
        "\n\ndef mine():\n    return {key: row for key, row in records().items() if key.startswith('alpha')}\n"
    )

    result = judged(**{"test_tickets.py": alone})

    assert "two tenants" in said(result, "tests.isolation")
    telling = next(each for each in result.to_json()["mutants"] if each["id"] == "scope-missing")
    assert (telling["state"], telling["call"]["context"]) == ("survived", "beta")
