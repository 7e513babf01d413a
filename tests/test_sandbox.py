"""The box is chosen by what a probe proves: each hole would be found, and each way of having none is said."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from boxes import proved_box

from grader.exercise import HERE
from grader.submission import tier
from grader.submission.box import Box
from grader.submission.proof import hole
from grader.submission.sandbox import Command, Job, Open, SuiteJob
from grader.submission.view import view


@pytest.fixture(scope="module")
def box() -> Box:
    return proved_box()


@dataclass(frozen=True)
class Weakened:
    """A box with words of its options or of its command left out, and options added before the last wall."""

    box: Box
    without: tuple[str, ...] = ()
    plus: tuple[str, ...] = ()
    tier: str = "full"
    says: str = ""

    def command(self, job: Job) -> Command:
        made = self.box.command(job)
        words = os.pread(made.passed[0], 100_000, 0).decode().split("\0")[:-1]
        end = words.index("--remount-ro", words.index("/box"))
        words = [word for word in (*words[:end], *self.plus, *words[end:]) if word not in self.without]
        os.ftruncate(made.passed[0], 0)
        os.pwrite(made.passed[0], b"".join(word.encode() + b"\0" for word in words), 0)
        return replace(made, argv=[word for word in made.argv if not word.startswith(self.without or ("\0",))])

    def suite_command(self, job: SuiteJob) -> Command:
        raise NotImplementedError


def net(box: Box) -> Weakened:
    return Weakened(box, without=("--unshare-net",)) if box.as_root else Weakened(box, plus=("--share-net",))


HOLES = {
    "the network": (net, "the probe reached ['127.0.0.1'"),
    "files": (lambda box: Weakened(box, plus=("--bind", "/tmp", "/tmp")), "the probe read /tmp"),
    "the kit": (lambda box: Weakened(box, plus=("--ro-bind", str(HERE), str(HERE))), f"the probe read {HERE}"),
    "accounts": (lambda box: Weakened(box, plus=("--ro-bind", "/etc/passwd", "/etc/passwd")), "the probe read /etc"),
    "memory": (lambda box: Weakened(box, without=("--data",)), "the probe allocated"),
    "open files": (lambda box: Weakened(box, without=("--nofile",)), "the probe could open 72 files"),
    "processes": (lambda box: Weakened(box, without=("--nproc",)), "the probe could start 16 processes"),
}


@pytest.mark.parametrize(("weaken", "says"), HOLES.values(), ids=HOLES)
def test_each_hole_is_found(box, weaken, says):
    found = hole(weaken(box))
    assert found is not None
    assert found.startswith(says)


def test_the_box_of_this_machine_has_no_hole_and_none_at_all_has_one(box):
    assert hole(box) is None
    assert (hole(Open()) or "").startswith("the probe read ")


def test_the_home_folder_is_found_when_it_shows(box, tmp_path, monkeypatch):
    (tmp_path / "diary").write_text("mine")
    tmp_path.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert hole(Weakened(box, plus=tuple(view([tmp_path], [])))) == "the probe saw diary in the home folder"


CHOOSE = """
from grader.errors import KitError
from grader.submission.tier import choose
for wanted in ("auto", "none", "required"):
    try:
        box = choose(wanted)
        print(box.tier, box.says)
    except KitError as error:
        print("error", error)
"""


def chosen(path: str, **env: str) -> list[str]:
    """The lines for `auto`, `none` and `required` of a process whose programs lie in `path`."""
    run = [sys.executable, "-c", CHOOSE]
    done = subprocess.run(run, env={**os.environ, "PATH": path, **env}, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.usefixtures("box")
def test_a_box_that_holds_is_chosen():
    auto, none, required = chosen(os.environ["PATH"])
    assert auto == required == "full sandbox: full (bubblewrap): no files, no network, own processes, 512 MB"
    assert none.startswith("none sandbox: none: this hand-in runs with your own rights.")


def test_without_bubblewrap_the_tier_is_none_and_a_required_box_an_error(tmp_path):
    auto, none, required = chosen(str(tmp_path))
    assert auto.startswith("none sandbox: none: this hand-in runs with your own rights.")
    assert "Install it (apt-get install bubblewrap), or grade inside WSL2 or a container." in auto
    assert none.startswith("none sandbox: none")
    assert required.startswith("error a sandbox is required and there is none. bubblewrap is not installed.")
    assert "apt-get install bubblewrap" in required


def fake(folder: Path, version: str, says: str) -> str:
    """A PATH whose bubblewrap makes no box."""
    program = folder / "bwrap"
    program.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo "bubblewrap {version}" && exit\necho "{says}"; exit 1\n'
    )
    program.chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


def test_a_box_that_cannot_be_made_says_why(tmp_path):
    auto, _, required = chosen(fake(tmp_path, "0.9.0", "bwrap: setting up uid map: Permission denied"))
    assert auto.startswith("none sandbox: none: this hand-in runs with your own rights.")
    assert "does not hold: bwrap: setting up uid map: Permission denied." in auto
    assert required.startswith("error")


def test_an_old_bubblewrap_is_to_be_upgraded(tmp_path):
    assert "older than 0.8: upgrade it" in chosen(fake(tmp_path, "0.6.1", "bwrap: Unknown option --size"))[0]


def test_where_apparmor_refuses_the_cure_is_printed(tmp_path, monkeypatch):
    """The file stands for the kernel's own, which only a machine with AppArmor has."""
    (tmp_path / "restricted").write_text("1\n")
    monkeypatch.setattr(tier, "_RESTRICTED", tmp_path / "restricted")
    assert "sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict" in tier._cure(str(shutil.which("true")))


def test_a_relative_folder_of_path_is_not_searched(tmp_path):
    fake(tmp_path, "0.9.0", "taken")
    run = [sys.executable, "-c", "from grader.submission.tier import _program; print(_program())"]
    env = {**os.environ, "PATH": ".:", "PYTHONPATH": str(HERE.parent)}
    done = subprocess.run(run, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "None\n"
