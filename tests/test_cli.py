"""The commands and their exit codes: one sentence for every error, JSON alone where JSON was asked for."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from the_desk import REFERENCE, SAMPLE, TEMPLATE, TOP, Said, ended, started, takehome

from grader import cli
from grader.batch import Task, grade_path
from grader.grading import behaviour
from grader.grading.options import Options

QUICK = ("--only", "acceptance")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def one_line(said: Said) -> str:
    assert said.out == ""
    assert said.err.startswith("takehome: ")
    assert said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ((REFERENCE, *QUICK), 0),
        ((SAMPLE, *QUICK), 1),
        ((SAMPLE, *QUICK, "--exit-zero"), 0),
        (("/no/such/folder",), 2),
        (("/no/such/folder", "--exit-zero"), 2),
        ((TOP / "rubric", *QUICK), 3),
        ((TOP / "rubric", *QUICK, "--exit-zero"), 3),
        ((REFERENCE, SAMPLE, *QUICK), 1),
        ((REFERENCE, SAMPLE, *QUICK, "--exit-zero"), 0),
        ((SAMPLE, TOP / "rubric", *QUICK, "--exit-zero"), 3),
        ((TOP / "rubric", "/no/such/folder", SAMPLE, *QUICK), 2),
    ],
)
def test_the_worst_hand_in_gives_the_exit_code(args: tuple[str | Path, ...], code: int) -> None:
    said = takehome("grade", *args, "--json")
    assert said.code == code
    assert isinstance(said.json, list) == (len([arg for arg in args if isinstance(arg, Path) or "/" in arg]) > 1)


@pytest.mark.parametrize(
    ("path", "code"), [(REFERENCE, 0), (SAMPLE, 1), (Path("/no/such/folder"), 2), (TOP / "rubric", 3)]
)
def test_a_person_gets_the_same_exit_code(path: Path, code: int) -> None:
    said = takehome("grade", path, *QUICK)
    assert said.code == code
    assert ("{" in said.out) == (code == 1), "JSON stands in the calls of findings alone"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("grade",), "name a folder, .zip or .tar.gz"),
        (("plan",), "takehome: Missing command; see: takehome plan --help"),
        (("review",), "takehome: Missing command; see: takehome review --help"),
        (("start",), "takehome: Missing argument 'DIR'; see: takehome start --help"),
        (("grade", ".", "--only", "walks,frob"), "no check is called 'frob'; the checks are: acceptance"),
        (("grade", ".", "--timeout", "0"), "--timeout"),
        (("grade", ".", "--frob"), "No such option"),
        (("grade", ".", "--report", "/no/such/folder/report.html"), "the folder for the report is not there"),
        (("grade", SAMPLE, REFERENCE, "--report", "r.html"), "one path at a time"),
        (("grade", SAMPLE, REFERENCE, "--case", "abcdef"), "name one path"),
        (("grade", SAMPLE, "--from", "grade.json"), "--from goes with --case"),
        (("grade", SAMPLE, "--case", "abcdef"), "no grade of"),
        (("grade", SAMPLE, "--case", "abcdef", "--from", "/no/such/grade.json"), "cannot be read"),
        (("grade", SAMPLE, "--case", "abcdef", "--from", TOP / "README.md"), "holds no JSON"),
        (("grade", "--each", "/no/such/folder"), "name a folder that holds hand-ins"),
        (("grade", "--each", TOP / "grader/report/templates/parts"), "no folder and no archive lies in it"),
        (("explain", "scope.cursr"), "near it: scope.cursor"),
        (("frob",), "No such command 'frob'"),
    ],
)
def test_wrong_usage_is_told_in_one_line(args: tuple[str | Path, ...], says: str) -> None:
    said = takehome(*args)
    assert said.code == 2
    assert says in one_line(said)
    as_json = takehome(*args, "--json")
    assert as_json.code == 2
    assert (as_json.json["schema"], as_json.json["exit"]) == ("error/1", 2)


def test_bare_takehome_names_the_next_command() -> None:
    said = takehome()
    assert said.code == 0
    assert said.out.splitlines()[-1] == "Next: takehome grade PATH"


def test_an_error_nobody_foresaw_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def slip(*_: object) -> None:
        raise ZeroDivisionError("a slip\nof two lines")

    monkeypatch.setattr(behaviour, "written_cases", slip)
    said = takehome("grade", SAMPLE)
    assert said.code == 4
    assert "the kit failed and not the hand-in (ZeroDivisionError: a slip of two lines)" in one_line(said)
    assert "TAKEHOME_DEBUG=1" in said.err
    as_json = takehome("grade", SAMPLE, "--json")
    assert (as_json.code, as_json.json["exit"]) == (4, 4)
    assert "Traceback" not in as_json.out + as_json.err
    assert grade_path(SAMPLE, Task("search_tickets", Options())).exit == 4, "among several it stops none of the rest"
    monkeypatch.setenv("TAKEHOME_DEBUG", "1")
    assert "in slip" in takehome("grade", SAMPLE).err


def test_an_error_outside_of_grading_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_inside", lambda _: 1 / 0)
    assert "ZeroDivisionError: division by zero" in one_line(takehome("grade", SAMPLE))
    assert takehome("grade", SAMPLE, "--json").json["exit"] == 4


def test_a_grade_that_cannot_be_kept_is_shown_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    said = takehome("grade", SAMPLE, *QUICK)
    assert said.code == 1
    assert said.err.startswith("takehome: the grade cannot be kept in ")
    assert "report:" not in said.out
    assert said.out.splitlines()[-1].startswith("Not ready: ")


def test_a_report_is_written_where_it_was_asked_for(tmp_path: Path) -> None:
    said = takehome("grade", SAMPLE, *QUICK, "--report", tmp_path / "r.html")
    assert f"report: {tmp_path / 'r.html'}" in said.out
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_template_is_red_for_one_reason() -> None:
    grade = takehome("grade", TEMPLATE, *QUICK, "--json").json
    assert (grade["exit"], grade["acceptance"]["passed"]) == (1, 0)
    (found,) = grade["findings"]
    assert (found["rule"], found["blocking"]) == ("answer.returned", True)
    assert found["says"].startswith("Nothing is there yet: ")


def interrupted(*args: str | Path, after: float, cache: Path) -> Said:
    process = started("grade", *args, XDG_CACHE_HOME=str(cache))
    time.sleep(after)
    process.send_signal(signal.SIGINT)
    return ended(process, 20)


def test_an_interrupt_gives_what_was_found(tmp_path: Path) -> None:
    for after in (1.5, 3, 6):
        said = interrupted(SAMPLE, "--json", after=after, cache=tmp_path)
        assert (said.code, said.json["exit"]) == (130, 130)
        assert "Traceback" not in said.err
        if said.json["schema"] == "grade/1":
            break
    assert said.json["acceptance"]["passed"] == 4
    assert json.loads(next(tmp_path.rglob("grade.json")).read_text(encoding="utf-8")) == said.json


def test_an_interrupt_of_several_gives_what_each_found(tmp_path: Path) -> None:
    said = interrupted(REFERENCE, REFERENCE, SAMPLE, "--jobs", "1", "--json", after=1.5, cache=tmp_path)
    assert said.code == 130
    assert "Traceback" not in said.err
    assert [each["exit"] for each in said.json] == [130, 130, 130]
    assert "before it was graded" in said.json[2]["error"]


def test_an_interrupt_before_there_is_anything_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "tickets.py").write_text(
        "def execute_tool(a, b, c, d):\n    pass\nwhile True:\n    pass\n", encoding="utf-8"
    )
    said = interrupted(tmp_path, after=1.5, cache=tmp_path / "cache")
    assert said.code == 130
    assert said.err.strip() == "takehome: interrupted before there was a grade"


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    process = started("grade", SAMPLE, *QUICK, "--json", XDG_CACHE_HOME=str(tmp_path))
    assert process.stdout
    os.close(process.stdout.fileno())
    process.wait(20)
    assert process.stderr
    assert process.stderr.read() == ""


def test_output_fits_a_terminal_without_our_signs(tmp_path: Path) -> None:
    said = ended(started("grade", SAMPLE, *QUICK, XDG_CACHE_HOME=str(tmp_path), PYTHONIOENCODING="ascii"))
    assert (said.code, said.err) == (1, "")
    assert "4 of 13" in said.out


def test_a_summary_keeps_to_the_width_and_ends_with_the_verdict() -> None:
    lines = takehome("grade", SAMPLE, "--only", "acceptance,fields").out.splitlines()
    assert [line for line in lines if len(line) > 80 and not line.startswith(("report:", "again:", "why:"))] == []
    found = lines[
        lines.index("Data that leaves") : next(n for n, line in enumerate(lines) if line.startswith("report:"))
    ]
    assert [line for line in found if not re.match(r"\d\. |   |[A-Z0-9…]|$", line)] == [], "a reply takes one line"
    assert lines[-1].startswith("Not ready: ")


def test_two_long_replies_are_shown_from_where_they_differ() -> None:
    out = takehome("grade", SAMPLE, "--only", "acceptance").out
    due, yours = (
        next(line for line in out.splitlines() if line.startswith(f"   {word}:")) for word in ("due", "yours")
    )
    assert due.partition(":")[2] != yours.partition(":")[2]
    assert "internal_note" in yours


def test_what_was_not_asked_for_is_counted_whole() -> None:
    """A check without rules of its own is one of those that were not run, too."""
    made = takehome("grade", REFERENCE, "--only", "scope", "--json").json
    assert made["checks"]["acceptance"] == {"passed": 0, "failed": 0, "not_run": 13, "of": 13}
    lines = takehome("grade", REFERENCE, "--only", "scope").out.splitlines()
    assert lines[-1] == "Ready in what was run; 12 checks not run."


def test_open_places_are_pointed_to_where_the_report_lists_them(tmp_path: Path) -> None:
    report = tmp_path / "r.html"
    lines = takehome("grade", REFERENCE, "--only", "arguments", "--report", report).out.splitlines()
    observed = next(n for n, line in enumerate(lines) if "observed: state in your README" in line)
    head = lines[observed + 1].removeprefix("The report lists them under: ").removesuffix(".")
    assert f"<h2>{head}</h2>" in report.read_text()


def on_a_terminal(*args: str | Path, **env: str) -> str:
    """What a command writes to a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, args)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=TOP,
        env={**os.environ, "COLUMNS": "80", "TERM": "xterm", **env},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # how Linux says that the other end is closed
        pass
    process.wait(20)
    os.close(ours)
    return shown.decode()


def test_on_a_terminal_there_is_colour_and_a_bar_and_neither_where_it_is_not_wanted() -> None:
    coloured = on_a_terminal("grade", SAMPLE, *QUICK)
    assert "\x1b[1;33m" in coloured
    assert "grading python" in coloured
    for plain in (
        on_a_terminal("grade", SAMPLE, *QUICK, NO_COLOR="1"),
        on_a_terminal("--no-color", "grade", SAMPLE, *QUICK),
    ):
        assert re.findall(r"\x1b\[[0-9;]*3[0-7][0-9;]*m", plain) == []
        assert plain.rstrip().endswith("\x1b[0m") or plain.rstrip().endswith(".")
    assert "\x1b[" not in on_a_terminal("grade", SAMPLE, *QUICK, "--json", TERM="dumb")


def test_the_bar_goes_on_while_the_own_tests_run() -> None:
    shown = on_a_terminal("grade", SAMPLE, "--only", "walks,tests")
    assert shown.index("grading python") < shown.index("the rest, and its own tests")
