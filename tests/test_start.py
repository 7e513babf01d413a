"""The start: an empty folder becomes a hand-in that runs at once; a folder with something in it is left alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from the_desk import takehome
from the_practice import EXERCISE, hands

from grader.errors import WrongUsage
from grader.exercise import Exercise
from grader.grading.grade import grade
from grader.grading.options import Options
from grader.practice.predict import unsealed
from grader.practice.start import Wanted, offered, start
from grader.submission.handin import take_in
from grader.submission.languages import languages
from grader.submission.runtime import runtime

LANGUAGES = offered(EXERCISE)
PAGES = {"BRIEF.md", "PLAN.md", "predictions.yaml", "handin.yaml"}


def ran(language: str, folder: Path) -> str:
    """What the template's own test command says, run in `folder`."""
    known = next(each for each in languages() if each.name == language)
    program = runtime(known).command[0]
    argv = [program, "--test"] if known.spelling == "camel" else [sys.executable, "-m", "pytest", "-q"]
    env = {"PATH": os.environ["PATH"], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(argv, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_in_is_laid_out_whole(language: str, tmp_path: Path) -> None:
    start(tmp_path / "mine", Wanted(EXERCISE, language))
    names = {path.name for path in (tmp_path / "mine").iterdir()}
    assert names > PAGES | {"tests", "README.md", ".takehome"}
    assert "given" not in names
    assert not set(LANGUAGES) & names
    assert unsealed(tmp_path / "mine")


@pytest.mark.parametrize("given", [None, "get_ticket"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_tests_run_at_once(language: str, given: str | None, tmp_path: Path) -> None:
    start(tmp_path / "mine", Wanted(EXERCISE, language, given))
    said = ran(language, tmp_path / "mine")
    passed, skipped = ("2 passed", "1 skipped") if "passed" in said or "skipped in" in said else ("pass 2", "skipped 1")
    assert skipped in said
    assert (passed in said) == (given is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tool_that_is_given_answers_as_it_always_did(language: str, tmp_path: Path, exercise: Exercise) -> None:
    start(tmp_path / "mine", Wanted(EXERCISE, language, "get_ticket"))
    with take_in(tmp_path / "mine", exercise) as handin:
        made = grade(handin, exercise, Options(only=("regression",)))
    assert made.checks["regression"]["passed"] == made.checks["regression"]["of"] > 30
    assert made.findings == ()


def test_the_brief_alone_is_the_brief_alone(tmp_path: Path) -> None:
    start(tmp_path / "mine", Wanted(EXERCISE, brief_only=True))
    assert {path.name for path in (tmp_path / "mine").iterdir()} == {"BRIEF.md", ".takehome"}


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("mine")
    with pytest.raises(WrongUsage, match=r"has something in it \(.hidden\); name an empty folder"):
        start(tmp_path, Wanted(EXERCISE))
    assert [path.name for path in tmp_path.iterdir()] == [".hidden"]


def test_an_empty_folder_that_is_there_will_do(tmp_path: Path) -> None:
    start(tmp_path, Wanted(EXERCISE))
    assert (tmp_path / "tickets.py").is_file()


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Wanted(EXERCISE, "cobol"), "no template is written in 'cobol'; there are: javascript, python, typescript"),
        (Wanted(EXERCISE, given="search_tickets"), "'search_tickets' cannot be given here; give get_ticket"),
        (Wanted(EXERCISE, given="get_ticket", brief_only=True), "--brief-only lays out no code"),
    ],
)
def test_what_is_not_offered_is_said_before_anything_is_written(wanted: Wanted, said: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match=said):
        start(tmp_path / "mine", wanted)
    assert not (tmp_path / "mine").exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    for path in (tmp_path / "mine", tmp_path / "mine" / "below"):
        with pytest.raises(WrongUsage):
            start(path, Wanted(EXERCISE))


def test_the_command_leads_on(tmp_path: Path) -> None:
    said = takehome("start", tmp_path / "mine", "--given", "get_ticket")
    assert said.code == 0
    assert said.out.splitlines()[-1] == f"Next: cd {tmp_path / 'mine'}, then: takehome clock start"
    assert takehome("start", tmp_path / "mine").code == 2


def test_the_log_begins_with_the_start(tmp_path: Path) -> None:
    (event,) = hands(tmp_path / "mine").told.events
    assert (event.kind, event.data["language"], event.data["given"]) == ("start", "python", "get_ticket")
