"""The pytest skin gives the core's verdicts, names its items by path and line, and keeps clear of the hand-in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from the_desk import REFERENCE, SAMPLE, TOP

from grader.checks.asking import Asker
from grader.checks.cases import written_cases
from grader.checks.round import Round
from grader.exercise import Exercise, load
from grader.grading.options import Options, starter
from grader.submission.handin import take_in

CALLS = TOP / "grader/exercises/search_tickets/calls"
OUTCOMES = {"failure": "failed", "skipped": "not_run"}


@pytest.fixture(scope="module")
def real() -> Exercise:
    return load("search_tickets")


def pytest_run(*args: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", "grader.plugin", *map(str, args)]
    env = {**os.environ, "PYTHONPATH": str(TOP)}
    return subprocess.run(command, cwd=cwd, env=env, text=True, capture_output=True, timeout=60, check=False)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_reference_is_green(tmp_path: Path) -> None:
    ran = pytest_run("--submission", REFERENCE, CALLS / "acceptance.yaml", "-q", cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout
    assert "13 passed" in ran.stdout


def statuses(exercise: Exercise, path: Path) -> list[tuple[str, str]]:
    """Each written case and its status, as the core has it."""
    with take_in(path, exercise) as handin, Asker(exercise, starter(handin, Options())) as asker:
        told = Round(asker)
        told.run(written_cases(exercise, handin.language.name))
    return [(str(result.case.name), result.status) for result in told.results]


def test_every_written_case_has_the_cores_verdict(real: Exercise, tmp_path: Path) -> None:
    ran = pytest_run("--submission", SAMPLE, "-q", "-k", "not probes", f"--junitxml={tmp_path / 'j.xml'}", cwd=tmp_path)
    assert ran.returncode == 1, ran.stdout
    cases = list(ET.parse(tmp_path / "j.xml").iter("testcase"))
    seen = [
        (case.get("name"), next((OUTCOMES[part.tag] for part in case if part.tag in OUTCOMES), "passed"))
        for case in cases
    ]
    core = [(name, status if status in ("passed", "not_run") else "failed") for name, status in statuses(real, SAMPLE)]
    assert seen == core
    assert {status for _, status in core} == {"passed", "failed"}


def test_an_id_is_a_path_with_its_line_and_a_name(tmp_path: Path) -> None:
    ran = pytest_run("--submission", SAMPLE, "-k", "A5", "-q", cwd=tmp_path)
    (path, line) = re.findall(r"^FAILED (\S+):(\d+)::A5\b", ran.stdout, re.MULTILINE)[0]
    assert path.endswith("calls/acceptance.yaml")
    assert "id: A5" in (CALLS / "acceptance.yaml").read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert "1 failed, " in ran.stdout


def test_one_case_is_asked_by_its_name(tmp_path: Path) -> None:
    ran = pytest_run("--submission", SAMPLE, f"{CALLS / 'acceptance.yaml'}::A8", "-q", cwd=tmp_path)
    assert (ran.returncode, "1 passed" in ran.stdout) == (0, True)


def test_a_failure_reads_as_the_grade_words_it(tmp_path: Path) -> None:
    ran = pytest_run("--submission", SAMPLE, "-k", "A9", cwd=tmp_path)
    assert 'breaks limit.range\ncall:  search_tickets {"limit": 11} as alpha\ndue:   {' in ran.stdout
    assert "Traceback" not in ran.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("/no/such/folder",), "ERROR: there is no /no/such/folder; give the folder or archive of a hand-in"),
        ((TOP / "rubric",), "ERROR: "),
        ((SAMPLE, "--exercise", "frob"), "no exercise is called 'frob'"),
        ((SAMPLE, "--entry", "frob.py"), "the entry frob.py was not found"),
    ],
)
def test_what_cannot_be_graded_is_told_in_a_sentence(args: tuple[str | Path, ...], says: str, tmp_path: Path) -> None:
    ran = pytest_run("--submission", *args, cwd=tmp_path)
    assert ran.returncode == 4
    assert says in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr


def test_a_hand_in_that_does_not_load_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tickets.py").write_text("def execute_tool(a, b, c, d) return 1\n", encoding="utf-8")
    ran = pytest_run("--submission", ".", cwd=tmp_path)
    assert ran.returncode == 4
    assert "SyntaxError" in ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr


def test_inside_a_hand_in_its_own_tests_are_left_alone_and_nothing_is_written(tmp_path: Path) -> None:
    inside = Path(shutil.copytree(SAMPLE, tmp_path / "hand-in", ignore=shutil.ignore_patterns("__pycache__")))
    (inside / "conftest.py").write_text("raise RuntimeError('the hand-in ran in the grader')\n", encoding="utf-8")
    (inside / "pytest.ini").write_text("[pytest]\ntestpaths = tests\n", encoding="utf-8")
    before = files(inside)
    ran = pytest_run("--submission", ".", "--collect-only", "-q", cwd=inside)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "::A13" in ran.stdout
    assert "test_search" not in ran.stdout
    assert "no tests ran" in pytest_run("--submission", ".", "tests", cwd=inside).stdout
    assert files(inside) == before


def test_the_probes_write_nothing_where_they_are_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("HYPOTHESIS_STORAGE_DIRECTORY", raising=False)
    here = tmp_path / "here"
    here.mkdir()
    ran = pytest_run("--submission", REFERENCE, "-q", "-k", "probes", cwd=here)
    assert ran.returncode == 0, ran.stdout
    assert list(here.iterdir()) == []


def test_without_a_hand_in_the_skin_does_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n", encoding="utf-8")
    assert "1 passed" in pytest_run("-q", cwd=tmp_path).stdout
