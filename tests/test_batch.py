"""Several hand-ins: each in a process of its own, answers in order, and a lost process costs one answer only."""

from __future__ import annotations

import os
import signal
import threading
import time
from multiprocessing import Pipe, active_children, get_context
from pathlib import Path

import pytest
from the_desk import REFERENCE, SAMPLE, TOP, takehome

from grader.batch import Graded, Task, _work, grade_all
from grader.exits import worst
from grader.grading.options import Options

QUICK = Task("search_tickets", Options(only=("acceptance",)))


def test_answers_come_in_the_order_given() -> None:
    paths = [SAMPLE, REFERENCE, Path("/no/such/folder"), REFERENCE]
    graded = list(grade_all(paths, QUICK, 2))
    assert [each.path for each in graded] == paths
    assert [each.exit for each in graded] == [1, 0, 2, 0]
    assert active_children() == []


@pytest.mark.parametrize(
    ("exits", "code"),
    [([], 0), ([0, 1], 1), ([1, 3], 3), ([3, 2, 0], 2), ([2, 4], 4), ([4, 130, 0], 130)],
)
def test_the_worst_exit_code(exits: list[int], code: int) -> None:
    assert worst(exits) == code


def soon(do: signal.Signals, to: str) -> threading.Thread:
    """Send a signal as soon as a process of the crew works: to it, or to this one."""

    def send() -> None:
        until = time.monotonic() + 20
        while not (there := active_children()) and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(1)
        os.kill(there[0].pid or 0 if to == "child" else os.getpid(), do)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


def hanging(tmp_path: Path) -> Path:
    (tmp_path / "hangs").mkdir()
    text = "def execute_tool(name, args, context, records):\n    pass\n\n\nwhile True:\n    pass\n"
    (tmp_path / "hangs/tickets.py").write_text(text, encoding="utf-8")
    return tmp_path / "hangs"


def test_a_lost_process_costs_one_answer(tmp_path: Path) -> None:
    thread = soon(signal.SIGKILL, "child")
    graded = list(grade_all([hanging(tmp_path), REFERENCE], QUICK, 1))
    thread.join()
    assert [each.exit for each in graded] == [4, 0]
    assert graded[0].error == "the process that graded it was lost; grade it again by itself"


def test_one_that_nobody_waits_for_any_more_ends_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    ours, theirs = Pipe(duplex=False)
    process = get_context("spawn").Process(target=_work, args=(theirs, REFERENCE, QUICK))
    process.start()
    ours.close()
    theirs.close()
    process.join(60)
    assert (process.exitcode, capfd.readouterr().err) == (0, "")


def test_an_interrupt_ends_those_at_work_and_begins_no_more(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    thread = soon(signal.SIGINT, "this")
    graded = list(grade_all([hanging(tmp_path), REFERENCE], QUICK, 1))
    thread.join()
    assert [each.exit for each in graded] == [130, 130]
    assert "before anything was found" in str(graded[0].error)
    assert signal.getsignal(signal.SIGINT) == before
    assert active_children() == []


def test_an_error_is_told_in_its_own_form() -> None:
    assert Graded(Path("x"), 2, error="why").to_json() == {"schema": "error/1", "exit": 2, "error": "why"}


def test_several_are_told_in_a_line_each_and_counted_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    said = takehome("grade", REFERENCE, SAMPLE, TOP / "rubric", "/no/such/folder", "--only", "acceptance", width=200)
    assert said.code == 2
    first, second, third, fourth, last = said.out.splitlines()
    assert first.startswith("✓ python: 13 of 13. Ready in ")
    assert second.startswith("✗ python: 4 of 13. Not ready: ")
    assert third.startswith("✗ rubric: Not judged: ")
    assert fourth == "! folder: there is no /no/such/folder; give the folder or archive of a hand-in"
    assert last == "4 hand-ins: 1 ready, 1 not ready, 1 not judged, 1 not graded."


def test_each_takes_the_folders_and_archives_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    inbox = tmp_path / "inbox"
    for name in ("b", "a", ".hidden"):
        (inbox / name).mkdir(parents=True)
    (inbox / "c.ZIP").write_bytes(b"no archive")
    (inbox / "notes.txt").write_text("not a hand-in", encoding="utf-8")
    said = takehome("grade", "--each", inbox, "--json", "--only", "acceptance")
    assert said.code == 2
    assert [(each["exit"], each.get("name")) for each in said.json] == [(3, "a"), (3, "b"), (2, None)]
