"""A hand-in's own tests run in a wider box: they may write to their copy, and see what is bound into it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from boxes import PREFIXES, proved_box

from grader.exercise import HERE
from grader.submission.process import leave, start
from grader.submission.sandbox import SUITE, Command, Open, SuiteJob

SUITE_PROGRAM = """
import json, os, resource, socket, subprocess
def attempt(path):
    try:
        open(path, "w").close()
        return "written"
    except OSError as error:
        return error.strerror
print(json.dumps({
    "beside": attempt("made.txt"), "modules": attempt("node_modules/own.txt"), "kit": os.path.exists(%r),
    "read": open("node_modules/lib.txt").read(), "runner": open("tools/runner.txt").read(),
    "path": os.environ["PATH"].split(":"), "here": os.getcwd(), "found": subprocess.check_output(["tool"], text=True),
    "limits": [resource.getrlimit(k)[0] for k in (resource.RLIMIT_DATA, resource.RLIMIT_NOFILE, resource.RLIMIT_CPU)],
    "localhost": socket.gethostbyname("localhost"),
    "nproc": resource.getrlimit(resource.RLIMIT_NPROC)[0], "env": sorted(os.environ)}))
"""


@pytest.fixture
def suite(tmp_path) -> SuiteJob:
    """A hand-in's tests, with modules that are shown and not copied, and a runner of ours."""
    for name, text in {
        "copy/suite.py": SUITE_PROGRAM % str(HERE),
        "modules/lib.txt": "lib",
        "ours/runner.txt": "ours",
    }.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_text(text)
    tool = tmp_path / "modules" / ".bin" / "tool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho tool of the hand-in\n")
    tool.chmod(0o755)
    return SuiteJob(
        argv=(sys.executable, "suite.py"),
        root=tmp_path / "copy",
        bound={"node_modules": tmp_path / "modules", "tools/runner.txt": tmp_path / "ours" / "runner.txt"},
        path=(str(Path(sys.executable).parent), "{root}/node_modules/.bin"),
        prefixes=PREFIXES,
    )


def ran(command: Command, folder: Path) -> dict[str, object]:
    process = start(command, folder, ())
    out = process.communicate(timeout=20)[0].decode()
    leave(command)
    assert process.returncode == 0, out
    return json.loads(out.splitlines()[-1])


def test_a_suite_runs_in_the_wider_box(suite):
    box = proved_box()
    seen = ran(box.suite_command(suite), suite.root)
    assert (seen["beside"], seen["modules"], seen["kit"]) == ("written", "Read-only file system", False)
    assert (seen["read"], seen["runner"], seen["found"]) == ("lib", "ours", "tool of the hand-in\n")
    assert (seen["here"], seen["localhost"]) == ("/box", "127.0.0.1")
    assert seen["path"] == [str(Path(sys.executable).parent), "/box/node_modules/.bin", "/usr/bin", "/bin"]
    assert (seen["limits"], seen["nproc"]) == ([SUITE.data, SUITE.nofile, SUITE.cpu], SUITE.nproc)
    assert seen["env"] == ["HOME", "LANG", "PATH", "PWD", "TZ"]
    assert (suite.root / "made.txt").exists()


def test_a_suite_runs_without_a_box_too(suite):
    seen = ran(Open().suite_command(suite), suite.root)
    assert (seen["beside"], seen["read"], seen["runner"]) == ("written", "lib", "ours")
    assert seen["found"] == "tool of the hand-in\n"
    assert seen["here"] == str(suite.root)
    assert seen["limits"] == [SUITE.data, SUITE.nofile, SUITE.cpu]
