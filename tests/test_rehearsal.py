"""A whole rehearsal on a clock that stands still: every command is killed in mid-write first, then run again."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from the_desk import TOP, Said, takehome
from the_practice import EXERCISE, NINE, PLAN, PREDICTIONS, Hands, moved

from grader import cli
from grader.checks.mutants import correct
from grader.exercise import Exercise
from grader.practice.events import path, told
from grader.practice.predict import unsealed
from grader.practice.section import time_section
from grader.review_cli import review

FORK = multiprocessing.get_context("fork")
SHEET = """cursor:
  notes: |
    An ID says where, and nothing about whose.
  level: 3
given_up:
  notes: The walks under filters; see the README.
  level: 2
"""


def die_in_mid_write(args: tuple[str, ...], command: Callable[..., Any] = cli.main) -> None:
    """Run a command until it writes its event, and be killed with half of the line on the disk."""
    really = os.write

    def half(file: int, data: bytes) -> int:
        if not bytes(data).lstrip().startswith(b'{"v": '):
            return really(file, data)
        really(file, data[: len(data) // 2])
        os.fsync(file)
        os.kill(os.getpid(), signal.SIGKILL)
        return 0

    os.write = half
    sys.argv = ["takehome", *args]
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - the process ends by a kill
    command()


class Rehearsal(Hands):
    """A practice that is interrupted wherever it can be."""

    kills = 0

    def step(self, *args: str | Path, minutes: float = 0, monkeypatch: pytest.MonkeyPatch) -> Said:
        """Let minutes pass, run a command, killed the first time; the second time it must do the whole of it."""
        self.later(minutes)
        words = tuple(map(str, args))
        with moved(monkeypatch, self.folder, self.at):
            before = told(self.folder).events
            process = FORK.Process(target=die_in_mid_write, args=(words,))
            process.start()
            process.join(60)
            self.kills += process.exitcode == -signal.SIGKILL
            assert told(self.folder).events == before, words
            return takehome(*words)


@pytest.fixture
def mine(tmp_path: Path) -> Rehearsal:
    return Rehearsal(tmp_path / "mine")


@pytest.fixture
def step(mine: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    def run(*args: str | Path, minutes: float = 0, code: int = 0) -> str:
        said = mine.step(*args, minutes=minutes, monkeypatch=monkeypatch)
        assert said.code == code, said
        return said.out

    return run


def build(folder: Path, exercise: Exercise) -> None:
    """What the candidate writes: a correct adapter, one test, a README that names what was left out."""
    shutil.copytree(correct(exercise, "python")[0], folder, dirs_exist_ok=True)
    (folder / "README.md").write_text("# Ticket tools\n\n## Left out\n\n- walks under filters\n")


def graded(mine: Rehearsal, monkeypatch: pytest.MonkeyPatch, minutes: float) -> None:
    """Grade, and see to it that the grade is an event."""
    before = len(mine.told.of("grade"))
    mine.later(minutes)
    with moved(monkeypatch, mine.folder, mine.at):
        assert "13 of 13" in takehome("grade", ".", "--only", "acceptance,regression").out
    assert len(mine.told.of("grade")) == before + 1


def laid_out(mine: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start, killed in the middle: nothing of it is left, so that it can be begun again."""
    words = ("start", str(mine.folder), "--given", "get_ticket")
    monkeypatch.setenv("TAKEHOME_NOW", "2026-03-02T08:55:00+01:00")
    process = FORK.Process(target=die_in_mid_write, args=(words,))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert not mine.folder.exists()
    assert takehome(*words).code == 0
    assert [path_.name for path_ in mine.folder.parent.iterdir()] == ["mine"]


def test_a_whole_rehearsal(
    mine: Rehearsal, step: Callable[..., str], monkeypatch: pytest.MonkeyPatch, exercise: Exercise, tmp_path: Path
) -> None:
    laid_out(mine, monkeypatch)
    step("clock", "start")
    (mine.folder / "PLAN.md").write_text(PLAN)
    step("plan", "lock", minutes=12)
    step("clock", "done", minutes=2)
    step("clock", "done", minutes=25)
    (mine.folder / "predictions.yaml").write_text(PREDICTIONS)
    assert unsealed(mine.folder)
    step("predict", "seal", minutes=9)
    assert not unsealed(mine.folder)
    assert step("predict", "reveal").startswith("✗ A3 ")
    step("clock", "done")
    build(mine.folder, exercise)
    graded(mine, monkeypatch, minutes=30)
    step("clock", "pause", minutes=5)
    step("clock", "resume", minutes=20)
    step("clock", "done", minutes=15)
    step("clock", "drop", "walks under filters", "--how", "one table")
    step("clock", "note", "the isolation test went red once")
    step("clock", "done", minutes=10)
    step("clock", "done", minutes=50)
    step("clock", "pause", "--from", "11:50", "--to", "11:55")
    step("clock", "done", minutes=20)
    assert "past the cap" in step("clock", minutes=10)
    step("clock", "done", minutes=4)
    handed = step("clock", "handin", minutes=0.2)
    assert handed.startswith("Handed in after 3:07:12 (+0:07:12): ")
    assert "not named in the README" not in handed
    graded(mine, monkeypatch, minutes=10)
    reviewed(mine, monkeypatch, tmp_path / "review")
    (mine.folder / "notes.yaml").write_text(SHEET)
    step("interview", "--notes", "notes.yaml", minutes=60)
    step("reference", "--anyway")
    closed(mine, step())


def reviewed(mine: Rehearsal, monkeypatch: pytest.MonkeyPatch, where: Path) -> None:
    """Review the flawed sample from the other chair, and have it scored."""
    with moved(monkeypatch, mine.folder, mine.at):
        review.main(["new", str(where), "--lang", "python", "--sandbox", "none"], standalone_mode=False)
        shutil.copyfile(TOP / "tests/reviews/style.yaml", where / "review.yaml")
        review.main(["score", str(where), "--sandbox", "none"], standalone_mode=False)


def closed(mine: Rehearsal, standing: str) -> None:
    """All that was done is there, each once, and all torn lines are left out."""
    known = mine.told
    kinds = [event.kind for event in known.events]
    assert mine.kills == 20
    assert len(known.warnings) == mine.kills
    assert all("this line is left out" in warning for warning in known.warnings)
    assert [kinds.count(kind) for kind in ("start", "plan.lock", "predict.seal", "clock.handin", "grade")] == [
        1,
        1,
        1,
        1,
        2,
    ]
    assert kinds.count("clock.done") == 8
    assert path(mine.folder).read_bytes().count(b"\n") == len(known.events) + mine.kills
    assert "  ✓ review       scored" in standing
    assert "  ✓ interview    held, interview-1.md" in standing
    assert standing.splitlines()[-1].startswith("Next: ")
    section = time_section(mine.folder, mine.at)
    assert section is not None
    assert (section["worked"], section["over"], section["paused"]) == (187 * 60 + 12, 7 * 60 + 12, 25 * 60)
    assert [phase["actual"] and phase["actual"] // 60 for phase in section["phases"]] == [14, 25, 9, 50, 10, 45, 20, 14]
    assert section["first_whole"] == 78 * 60
    assert section["dropped"] == [{"what": "walks under filters", "how": "one table"}]
    text = (mine.folder / ".takehome/interview-1.md").read_text()
    assert "An ID says where, and nothing about whose." in text
    assert "- [x] I wrote a review of three ranked comments" in text
    assert mine.at > NINE
    assert known.events[0].data["exercise"] == EXERCISE
