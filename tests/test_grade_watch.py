"""Watching: each save is graded again, and what newly passes or breaks is said."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from the_desk import SAMPLE, TOP, takehome
from the_formats import grade
from watchfiles import Change

from grader.report.changes import changes
from grader.watch import Own

BETTER = """

_before = execute_tool


def execute_tool(name, args, context, records):
    if args.get("limit") == 11:
        return {"ok": False, "code": "invalid_arguments"}
    if args.get("query") == "refund":
        raise ValueError(args)
    return _before(name, args, context, records)
"""

SLOW = """
import time

open({began!r}, "w").close()


def execute_tool(name, args, context, records):
    time.sleep(0.05)
    return {{"ok": False, "code": "forbidden"}}
"""


class Watched:
    """A running `takehome grade --watch` and what it has said so far."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process, self.log, self.read = process, log, 0

    def says(self, what: str, seconds: float = 20) -> str:
        """All that is said up to a text and its line's end."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            text = self.log.read_text(encoding="utf-8")
            if what in text[self.read :] and text.endswith("\n"):
                said, self.read = text[self.read :], len(text)
                return said
            time.sleep(0.05)
        pytest.fail(f"{what!r} was not said:\n{self.log.read_text(encoding='utf-8')}")

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


@contextmanager
def watching(path: Path, log: Path, *args: str, **env: str) -> Iterator[Watched]:
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "grader", "grade", str(path), "--only", "acceptance", "--watch", *args],
            stdout=out,
            stderr=out,
            cwd=TOP,
            env={**os.environ, "XDG_CACHE_HOME": str(log.parent / "cache"), "COLUMNS": "100", **env},
        )
    try:
        yield Watched(process, log)
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def ana(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SAMPLE, tmp_path / "ana"))


def test_a_save_is_graded_and_compared(ana, tmp_path):
    source = ana / "tickets.py"
    first = source.read_text(encoding="utf-8")
    with watching(ana, tmp_path / "log", "--csv", str(ana / "grades.csv")) as run:
        assert "4 of 13" in run.says("Watching;")
        source.write_text(first + BETTER, encoding="utf-8")
        said = run.says("Watching;")
        assert "tickets.py saved" in said
        assert "newly passes: A9" in said
        assert "newly passes: rule limit.range" in said
        assert "newly breaks: A8" in said
        source.write_text(first + "\nx = (", encoding="utf-8")
        assert "Not judged: did not load: tickets.py" in run.says("Watching;")
        source.write_text(first, encoding="utf-8")
        said = run.says("Watching;")
        assert "newly breaks: A9" in said, "compared with the last grade, not with the slip"
        assert "newly breaks: rule limit.range: search_tickets" in said
        source.write_text(first + "\n", encoding="utf-8")
        assert "Nothing changed." in run.says("Watching;")
        assert run.stop() == 130
        assert run.log.read_text(encoding="utf-8").endswith("Stopped watching.\n")
        assert "Traceback" not in run.log.read_text(encoding="utf-8")


def test_it_says_when_it_polls(ana, tmp_path):
    with watching(ana, tmp_path / "log", WATCHFILES_FORCE_POLLING="1") as run:
        assert "the files are polled every 0.3 s" in run.says("Watching;")
        (ana / "tickets.py").write_text("def execute_tool(name, args, context, records):\n    return None\n", "utf-8")
        assert "newly breaks: A1" in run.says("Watching;")
        assert run.stop() == 130


def test_what_was_saved_while_it_graded_is_graded_next(tmp_path):
    began = tmp_path / "began"
    (tmp_path / "slow").mkdir()
    source = tmp_path / "slow/tickets.py"
    source.write_text(SLOW.format(began=str(began)), encoding="utf-8")
    with watching(tmp_path / "slow", tmp_path / "log", "--sandbox", "none") as run:
        until = time.monotonic() + 20
        while not began.exists() and time.monotonic() < until:
            time.sleep(0.02)
        (tmp_path / "slow/README.md").write_text("saved meanwhile", encoding="utf-8")
        assert "README.md" not in run.says("Watching;")
        run.says("README.md saved")


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("tickets.py", True),
        ("src/deep/tickets.py", True),
        ("README.md", True),
        (".git/index", False),
        (".takehome/events.jsonl", False),
        ("__pycache__/tickets.cpython-311.pyc", False),
        (".tickets.py.swp", False),
        ("out/report.html", False),
        ("out/.report.html.7.part", False),
    ],
)
def test_only_the_hand_in_s_own_files_count(name, own):
    root = Path("/home/.venv/node_modules/ana")
    assert Own(root, None, (root / "out",))(Change.modified, str(root / name)) == own


def test_of_an_archive_only_the_archive_counts():
    own = Own(Path("/in"), Path("/in/ana.zip"), ())
    assert own(Change.added, "/in/ana.zip")
    assert not own(Change.added, "/in/ben.zip")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((SAMPLE, SAMPLE), "--watch goes with one path"),
        ((SAMPLE, "--json"), "--watch goes with one path"),
        ((SAMPLE, "--case", "abcdef"), "--watch goes with one path"),
        (("/no/such/folder",), "is not there"),
    ],
)
def test_what_cannot_be_watched_is_said(args, says):
    said = takehome("grade", *args, "--watch")
    assert said.code == 2
    assert says in said.out + said.err


# ---- what changed ----


def mended(change: Callable[[dict], None]) -> dict:
    told = grade("flawed")
    change(told)
    return told


def test_the_same_grade_changes_nothing():
    assert not changes(grade("flawed"), grade("flawed"))


def test_what_newly_passes_and_what_newly_breaks():
    def change(told: dict) -> None:
        told["acceptance"]["calls"][0]["status"] = "raised"
        told["acceptance"]["calls"][1]["status"] = "passed"
        told["acceptance"]["calls"][2]["status"] = "not_run"
        gone = told["findings"].pop(0)
        told["findings"].append({**gone, "rule": "page.cut"})

    changed = changes(grade("flawed"), mended(change))
    assert (changed.passes, changed.breaks, changed.kept) == (("A2",), ("A1",), ("scope.cursor",))
    assert [found["rule"] for found in changed.broken] == ["page.cut"]


def test_another_case_of_the_same_rule_is_no_change():
    assert not changes(grade("flawed"), mended(lambda told: told["findings"][0].update(id="ffffff")))


def test_an_interrupted_grade_keeps_no_rule():
    def change(told: dict) -> None:
        told["findings"] = []
        told["exit"] = 130

    assert not changes(grade("flawed"), mended(change))
