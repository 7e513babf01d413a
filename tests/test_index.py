"""The index: a row a hand-in, whatever became of it, and which rules are broken most often."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from multiprocessing import active_children
from pathlib import Path
from threading import Thread

import pytest
from the_desk import REFERENCE, SAMPLE, TOP, takehome
from the_formats import NASTY, TAME, entries, grade, is_golden, with_texts

from grader.outputs import Outputs
from grader.report.index import index, state
from grader.report.labels import labels, numbers, veiled
from grader.report.table import Entry, table

QUICK = ("--only", "acceptance")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


class Read(HTMLParser):
    """A page taken apart: its tags with their attributes, and the texts of the rows."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.rows: list[list[str]] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.links += [value for name, value in attrs if name in {"href", "src"}]
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"} and self.rows:
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1] and data.strip():
            self.rows[-1][-1] += f" {data.strip()}"


def rows(*given: Entry) -> dict[str, list[str]]:
    return {cells[0].strip(): [cell.strip() for cell in cells[1:]] for cells in Read(index(given)).rows if cells}


# ---- the page ----


def test_it_is_what_it_was():
    assert is_golden("index.html")


def test_each_hand_in_has_a_row_with_every_cell():
    made = rows(*entries())
    assert {len(made[name]) for name in ("ana", "ben", "cleo", "dan.zip")} == {1 + 13 + 12 + 2}
    assert made["ana"][1:4] == ["✓ passed", "✗ failed", "! raised"]
    assert made["ana"][0].startswith("✗ not ready Not ready: another tenant's data")
    assert made["ben"][-2:] == ["1/3", "1"]
    assert made["cleo"][0].startswith("! not judged Not judged: no source file")
    assert made["dan.zip"][0].startswith("! not graded there is no dan.zip")
    assert made["cleo"][1] == "not asked"


def test_the_last_line_counts_who_answered_rightly():
    (counted,) = (cells for name, cells in rows(*entries()).items() if name.startswith("answered rightly, of 2"))
    assert counted[:3] == ["2", "1", "1"]


def test_rows_are_sorted_by_name_and_numbers_in_names_count_as_numbers():
    given = [Entry(name, grade("not_judged")) for name in ("hand-in 10", "b", "hand-in 9", "A", "a", "²")]
    assert [row.label for row in table(given).rows] == ["A", "a", "b", "hand-in 9", "hand-in 10", "²"]


def test_nothing_ranks_the_hand_ins():
    assert not re.search(r"\d\s*%|rank|score|average|best", index(entries()).split("</style>")[1], re.IGNORECASE)


def test_the_rule_that_most_break_comes_first_and_counts_a_hand_in_once():
    told = grade("flawed")
    only = {**told, "findings": [found for found in told["findings"] if found["rule"] == "limit.range"] * 3}
    broken = table([Entry("a", told), Entry("b", only), Entry("c", {**told, "findings": []})]).broken
    assert (broken[0].rule, broken[0].hand_ins) == ("limit.range", 2)
    assert (broken[1].rule, broken[1].hand_ins) == ("scope.cursor", 1), "the worse tier first among equals"
    assert len(broken) == len({found["rule"] for found in told["findings"]})


def test_an_interrupted_grade_is_no_verdict():
    (row,) = table([Entry("a", {**grade("ready"), "exit": 130})]).rows
    assert row.verdict == "interrupted"


@pytest.mark.parametrize(
    ("count", "glyph"),
    [((0, 0, 0, 0), ""), ((5, 0, 0, 5), "✓"), ((4, 1, 0, 5), "✗"), ((3, 1, 1, 5), "✗"), ((4, 0, 1, 5), "-")],
)
def test_a_check_is_one_cell(count, glyph):
    assert state(dict(zip(("passed", "failed", "not_run", "of"), count, strict=True))).glyph == glyph


def test_hostile_text_changes_no_tag():
    nasty, tame = (
        Read(index([Entry(text, with_texts(grade("flawed"), text), "a.html"), Entry(text, {"exit": 2, "error": text})]))
        for text in (NASTY, TAME)
    )
    assert nasty.tags == tame.tags


def test_nothing_loads_and_links_lead_to_the_reports_beside_it():
    made = index(entries())
    assert Read(made).links == ["ana.html", "ben.html", "cleo.html"]
    assert not re.search(r"url\(|@import|<script|style=", made)
    assert "default-src &#39;none&#39;" in made


# ---- names ----


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["/a/x", "/a/y"], ["x", "y"]),
        (["/a/x/python", "/a/y/python", "/z"], ["x/python", "y/python", "z"]),
        (["/a/x", "/a/x"], ["x", "x (2)"]),
        (["/x", "/y/x"], ["//x", "y/x"]),
        (["/"], ["/"]),
    ],
)
def test_a_name_is_as_short_as_tells_it_from_the_others(paths, names):
    assert labels([Path(path) for path in paths]) == names


def test_numbers_do_not_follow_the_alphabet_and_stay_the_same():
    names = [f"candidate-{letter}" for letter in "abcdefgh"]
    given = numbers(names)
    assert sorted(given) == [f"hand-in {n}" for n in range(1, 9)]
    assert given != sorted(given)
    assert given == numbers(names)


def test_a_veil_hides_paths_everywhere_and_names_where_the_kit_speaks():
    told = {
        "name": "ana",
        "error": "in /x/ana: ana is no folder, ana-b is",
        "where": "ana.py:1",
        "deep": [{"a": "/x/ana/f"}],
    }
    assert veiled(told, Path("/x/ana"), "hand-in 1") == {
        "name": "hand-in 1",
        "error": "in hand-in 1: hand-in 1 is no folder, ana-b is",
        "where": "ana.py:1",
        "deep": [{"a": "hand-in 1/f"}],
    }


def test_a_veil_leaves_words_that_hold_the_name_alone():
    said = {"error": "syn: invalid syntax", "code": "syn = 1"}
    assert veiled(said, Path("syn"), "hand-in 1") == {"error": "hand-in 1: invalid syntax", "code": "syn = 1"}


# ---- the command ----


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    """Three hand-ins of people with names, and an archive that is none."""
    box = tmp_path / "inbox"
    for name, source in (("zoe", SAMPLE), ("adam", REFERENCE), ("mia", TOP / "rubric")):
        shutil.copytree(source, box / name)
    (box / "kim.zip").write_bytes(b"no archive")
    return box


def test_index_csv_and_statistics_come_of_one_command(inbox, tmp_path):
    said = takehome(
        "grade", "--each", inbox, *QUICK, "--index", tmp_path / "all", "--csv", tmp_path / "all.csv", width=200
    )
    assert said.code == 2
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == [
        "adam.html",
        "index.html",
        "mia.html",
        "zoe.html",
    ]
    page = (tmp_path / "all/index.html").read_text(encoding="utf-8")
    assert re.findall(r'<th scope="row">(?:<a [^>]*>)?([\w.]+)', page) == [
        "adam",
        "kim.zip",
        "mia",
        "zoe",
    ]
    assert "limit.range" in page
    assert (tmp_path / "all.csv").read_text(encoding="utf-8").count("\n") == 5


def test_anonymous_files_hold_no_name_and_no_path(inbox, tmp_path):
    said = takehome(
        *("grade", "--each", inbox, *QUICK, "--anon", "--index", tmp_path / "all", "--csv", tmp_path / "all.csv"),
        *("--junit", tmp_path / "all.xml"),
        width=200,
    )
    made = [*(tmp_path / "all").iterdir(), tmp_path / "all.csv", tmp_path / "all.xml"]
    assert {path.name for path in made} >= {"index.html", "all.csv", "all.xml"}
    for path in made:
        assert not re.search(r"hand-in-\d", path.name) or path.suffix == ".html"
        assert not re.search(r"zoe|adam|\bmia\b|kim|inbox", path.name + path.read_text(encoding="utf-8")), path.name
    assert re.search(r"zoe \(hand-in \d\): 4 of 13", said.out), "whoever ran it learns who is who"


def test_a_lost_worker_costs_its_own_row_only(tmp_path):
    (tmp_path / "hangs").mkdir()
    text = "def execute_tool(name, args, context, records):\n    pass\n\n\nwhile True:\n    pass\n"
    (tmp_path / "hangs/tickets.py").write_text(text, encoding="utf-8")

    def kill() -> None:
        until = time.monotonic() + 20
        while not (there := active_children()) and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(1)
        os.kill(there[0].pid or 0, signal.SIGKILL)

    thread = Thread(target=kill)
    thread.start()
    said = takehome("grade", tmp_path / "hangs", REFERENCE, *QUICK, "--jobs", "1", "--index", tmp_path / "all")
    thread.join()
    assert said.code == 4
    page = (tmp_path / "all/index.html").read_text(encoding="utf-8")
    assert "the process that graded it was lost" in page
    assert 'href="python.html"' in page


def test_an_index_that_cannot_be_written_is_told_of(tmp_path):
    (tmp_path / "all").mkdir()
    (tmp_path / "all/index.html").mkdir()
    said = takehome("grade", REFERENCE, *QUICK, "--index", tmp_path / "all", "--csv", tmp_path / "all.csv")
    assert f"the index cannot be written to {tmp_path / 'all/index.html'}" in said.err.replace("\n", " ")
    assert (tmp_path / "all.csv").exists()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((SAMPLE, REFERENCE, "--markdown", "m.md"), "one path at a time"),
        ((SAMPLE, REFERENCE, "--gradescope", "g.json"), "one path at a time"),
        ((SAMPLE, REFERENCE, "--notes", "n.yaml"), "are about one hand-in"),
        ((SAMPLE, "--case", "abcdef", "--junit", "j.xml"), "writes no files"),
        ((SAMPLE, "--junit", "/no/such/j.xml"), "the folder for the JUnit file is not there"),
        ((SAMPLE, "--index", TOP / "README.md"), "--index takes a folder"),
        ((SAMPLE, "--notes", "/no/such.yaml"), "/no/such.yaml"),
        ((SAMPLE, "--sandbox", "maybe"), "'maybe' is not one of"),
        ((SAMPLE, "--for", "nobody"), "'nobody' is not one of"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_graded(args, says):
    said = takehome("grade", *args)
    assert (said.code, said.out) == (2, "")
    assert says in said.err


def test_a_finding_without_a_call_says_how_to_ask_again(tmp_path):
    (tmp_path / "grade.json").write_text(json.dumps(grade("flawed")), encoding="utf-8")
    (found,) = (each for each in grade("flawed")["findings"] if each["rule"] == "readme.parts")
    said = takehome("grade", SAMPLE, "--case", found["id"], "--from", tmp_path / "grade.json")
    assert said.code == 2
    assert "ask again with: takehome grade . --only readme" in said.err.replace("\n", " ")


def test_a_device_is_written_to_and_never_replaced(tmp_path):
    (tmp_path / "target.csv").write_text("old", encoding="utf-8")
    (tmp_path / "link.csv").symlink_to(tmp_path / "target.csv")
    said = takehome("grade", TOP / "rubric", "--csv", tmp_path / "link.csv")
    assert said.code == 3
    assert (tmp_path / "link.csv").is_symlink()
    assert "not judged" in (tmp_path / "target.csv").read_text(encoding="utf-8")


def heard(terminal: int) -> str:
    """What a terminal shows next; nothing once nobody writes to it."""
    try:
        return os.read(terminal, 1 << 16).decode(errors="replace")
    except OSError:
        return ""


def test_a_terminal_sees_a_bar_of_all_hand_ins(tmp_path):
    parent, child = pty.openpty()
    args = ["grade", str(REFERENCE), str(SAMPLE), *QUICK, "--csv", str(tmp_path / "all.csv")]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    run = subprocess.Popen(
        [sys.executable, "-m", "grader", *args], stderr=child, stdout=subprocess.DEVNULL, cwd=TOP, env=environment
    )
    os.close(child)
    seen = "".join(iter(lambda: heard(parent), ""))
    os.close(parent)
    assert run.wait(60) == 1
    assert "grading 2 hand-ins" in seen
    assert "2/2" in seen


def test_notes_of_a_person_fill_the_rubric(tmp_path):
    (tmp_path / "notes.yaml").write_text("registry: {level: 2, note: no table}\n", encoding="utf-8")
    told = takehome("grade", REFERENCE, *QUICK, "--notes", tmp_path / "notes.yaml", "--json").json
    (row,) = (row for row in told["rubric"] if row["criterion"] == "registry")
    assert (row["level"], row["by"], row["note"]) == (2, "person", "no table")


@pytest.mark.parametrize(("wanted", "tier"), [("none", "none"), ("required", "full")])
def test_the_sandbox_is_the_one_that_was_asked_for(wanted, tier):
    if tier == "full" and shutil.which("bwrap") is None and not os.environ.get("CI"):
        pytest.skip("apt-get install bubblewrap")
    assert takehome("grade", REFERENCE, *QUICK, "--sandbox", wanted, "--json").json["sandbox"] == tier


def test_outputs_name_all_that_they_write(tmp_path):
    made = Outputs(report=tmp_path / "r", index=tmp_path / "i", csv=tmp_path / "c")
    assert set(made.written()) == {tmp_path / "r", tmp_path / "i", tmp_path / "c"}
