"""The commands that a README shows are tried in a fresh copy, and taken where nothing else runs the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from grader.checks.documented import Tries, shown_in
from grader.checks.own_tests import Options, judge
from grader.checks.readme import check
from grader.exercise import Exercise
from grader.submission.handin import take_in
from grader.submission.named_command import named_command
from grader.submission.sandbox import Open
from grader.submission.suites import Bench, suite_of

CODE = 'def execute_tool(name, args, context, records):\n    return {"ok": False, "code": "unknown_tool"}\n'
TESTS = """import unittest

from tickets import execute_tool


class Names(unittest.TestCase):
    def test_unknown(self):
        self.assertEqual(execute_tool("a", {}, {}, {})["code"], "unknown_tool")
"""
SCRIPT = """from tickets import execute_tool


def test_unknown():
    assert execute_tool("a", {}, {}, {})["code"] == "unknown_tool"


if __name__ == "__main__":
    test_unknown()
"""
Trying = Callable[..., Tries]


@pytest.fixture
def trying(exercise: Exercise, tmp_path: Path) -> Iterator[Trying]:
    """The commands of a hand-in with these files, to be tried."""
    with ExitStack() as stack:

        def tries(readme: str, **files: str) -> Tries:
            for name, text in {"tickets.py": CODE, "README.md": readme, **files}.items():
                (tmp_path / "desk" / name).parent.mkdir(parents=True, exist_ok=True)
                (tmp_path / "desk" / name).write_text(text)
            handin = stack.enter_context(take_in(tmp_path / "desk", exercise))
            suite = suite_of(handin)
            assert suite is not None
            bench = Bench(handin, Open(), "execute_tool", named_command(handin))
            return Tries(suite, bench, shown_in(handin))

        yield tries


def code(*lines: str) -> str:
    return "# Desk\n\n```\n" + "\n".join(lines) + "\n```\n"


LIB = {"test_a.py": f"import more\n{TESTS}", "lib/more.py": ""}
NAMED = {"test_a.py": TESTS, "handin.yaml": "tests: python -m unittest"}
DOCTESTS = "python3 -m pytest --doctest-modules"
TAKEN = {
    "what the files show": ("python -m unittest", {"test_a.py": TESTS}, "python -m pytest"),
    "the same with more flags": (DOCTESTS, {"test_a.py": TESTS}, DOCTESTS),
    "a script of the hand-in's own": ("python run_tests.py", {"run_tests.py": SCRIPT}, "python run_tests.py"),
    "the one that works": ("PYTHONPATH=lib pytest", LIB, "PYTHONPATH=lib pytest"),
    "what handin.yaml names": ("pytest", NAMED, "python -m unittest"),
}


@pytest.mark.parametrize("case", TAKEN)
def test_the_tests_are_run_by(case: str, trying: Trying) -> None:
    shown, files, command = TAKEN[case]
    assert trying(code(shown), **files).command() == command.split()


WORKS = {
    "another runner": ("python -m unittest", {}),
    "another runner's environment": ("uv run pytest", {}),
    "one file": ("python -m pytest test_a.py", {}),
    "a program that is not here": ("tox", {}),
    "a plugin that is not here": ("pytest --plugin-of-theirs", {}),
    "one of several": ("pytest no/such/folder\npytest test_a.py", {}),
    "a recipe": ("make test", {"Makefile": "test:\n\tpython3 -m pytest\n"}),
}


@pytest.mark.parametrize("case", WORKS)
def test_no_word_is_said_of(case: str, trying: Trying) -> None:
    shown, files = WORKS[case]
    tries = trying(code(shown), **{"test_a.py": TESTS, **files})
    command = tries.command()
    assert isinstance(command, list)
    assert tries.documented(command) is None


FAILS = {
    "another folder": ("python -m pytest no/such/folder", "runs no test"),
    "another file": ("python -m unittest tests_of_old", "ends with status 1"),
}


@pytest.mark.parametrize("case", FAILS)
def test_a_command_that_does_not_run_the_tests_is_told_with_what_it_says(case: str, trying: Trying) -> None:
    shown, says = FAILS[case]
    tried = trying(code(shown) + "\nIt needs `pytest`.\n", **{"test_a.py": TESTS}).documented(
        ["python", "-m", "pytest"]
    )
    assert tried is not None
    assert (tried.command.text, tried.command.where) == (shown, "README.md:4")
    assert tried.says.startswith(says)
    assert shown.split()[-1] in tried.says


def test_where_the_tests_are_red_a_red_command_may_be_right(trying: Trying) -> None:
    red = TESTS.replace('"unknown_tool")', '"forbidden")')
    tries = trying(code("python -m unittest"), **{"test_a.py": red})
    assert tries.documented(["python", "-m", "pytest"]) is None


def test_the_section_of_the_readme_says_what_was_tried(exercise: Exercise, trying: Trying, tmp_path: Path) -> None:
    trying(code("pytest tests/"), **{"test_a.py": TESTS})
    with take_in(tmp_path / "desk", exercise) as handin:
        own = judge(handin, exercise, Options(only=("scope-missing",)))
        [_, found] = check(handin, ran=own.shown["command"], tried=own.documented or True).findings
    assert found.rule == "readme.command"
    assert found.says.startswith("The README says `pytest tests/`, which runs no test (")
    assert found.says.endswith("What runs the tests is `python -m pytest`.")
