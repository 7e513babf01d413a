"""The worksheet of a review: every slip is named by its line, nothing is lost, and its form tells nothing found."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.errors import WrongUsage
from grader.exercise import Exercise
from grader.practice import events
from grader.practice.review.form import form_slips
from grader.practice.review.hints import hints, next_hint
from grader.practice.review.layout import lay_out
from grader.practice.review.marks import read_marks
from grader.practice.review.samples import own_sample
from grader.practice.review.sheet import read_sheet, read_written, shape_slips
from grader.practice.review.spoken import key_lines, lines
from grader.practice.review.told import agrees
from grader.submission.reply import Reply

GOOD = (Path(__file__).parent / "reviews" / "good.yaml").read_text(encoding="utf-8")


@pytest.fixture
def slips(exercise: Exercise, tmp_path: Path) -> Callable[[str], list[tuple[int, str]]]:
    """What is said of a worksheet, by line; a worksheet that cannot be read at all has one line said of it."""

    def find(text: str) -> list[tuple[int, str]]:
        path = tmp_path / "review.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            found = list(shape_slips(read_written(path), exercise))
            root = own_sample(exercise, "python").path
            found = found or list(form_slips(read_sheet(path, exercise), root))
        except WrongUsage as error:
            return [(error.line or 0, error.message)]
        finally:
            assert path.read_text(encoding="utf-8") == text
        return [(slip.line, slip.says) for slip in found]

    return find


def line_of(part: str, text: str = GOOD) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_a_good_worksheet_has_no_slip(slips: Callable[[str], Any]) -> None:
    assert slips(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("tier: whose_data", "tier: whose_date", "tier: whose_date", "did you mean whose_data?"),
        ("  - tier: whose_data", "  - teir: whose_data", "teir", "no key 'teir' here.*did you mean tier?"),
        ("whose_data\n    blocking: true", "whose_data\n    blocking: no", "blocking: no", "true or false"),
        ("why: Notes that", "why: Notes: x", "Notes: x", "colon"),
        ("    blocking: true", "\tblocking: true", "\tblocking", "tab"),
        ("    why: The cursor", "    tier: contract\n    why: The", "    tier: contract\n    why", "second time"),
        ("{limit: 0}}", "{limit: 0}, note: |", "{limit: 0}, note: |", "cannot stand inside braces"),
        ('place: "tickets.py:50"', 'place: "line 50"', 'place: "line 50"', "is no place; write file:line"),
        ('place: "tickets.py:50"', 'place: "tickets.py:500"', 'place: "tickets.py:500"', "has 81 lines"),
        ("tickets.py:50", "ticket.py:50", "ticket.py:50", "has no file 'ticket.py'"),
        ("'limit = args", "'limit := args", "'limit := args", "do not stand at its place"),
        ("alpha, tool: search_tickets, args: {limit: 0}", "gamma, tool: x, args: {}", "gamma", "gamma"),
        ("{$: b64json,", "{$: base64,", "{$: base64", "no tag is called 'base64'"),
        ("page,'", "pages,'", "      - file: tickets.py\n        old: '\"tickets\": pages", "0 times"),
        ('  - "Nit: `status', '  - "I think `status', "I think", "begin each line with one of Nit:"),
        ("test: |\n      import pytest", "claim: {quote: x}\n    test: |", "claim: {q", "brings call and claim"),
    ],
)  # fmt: skip
def test_each_slip_is_named_by_its_line(slips: Callable[[str], Any], old: str, new: str, at: str, says: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    found = slips(text)
    assert found, "nothing was said"
    line, message = found[0]
    assert re.search(says, message), message
    assert abs(line - line_of(at, text)) <= 1, (line, line_of(at, text))


def test_two_comments_are_too_few(slips: Callable[[str], Any]) -> None:
    text = GOOD[: GOOD.index("  - tier: contract")]
    assert slips(text) == [(line_of("comments:"), "comments: there are 2; a review has exactly 3, what blocks first")]


def test_all_slips_are_told_at_once(slips: Callable[[str], Any]) -> None:
    found = slips(GOOD.replace("tier: contract", "tier: contrat").replace("blocking: true", "blocking: maybe", 1))
    assert len(found) == 2


def test_no_worksheet_is_told(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="takehome review new DIR"):
        read_written(tmp_path / "review.yaml")


def test_the_form_tells_nothing_of_what_was_found(slips: Callable[[str], Any]) -> None:
    """A call that shows nothing, and a tier that is wrong, are no matter of form."""
    text = GOOD.replace("args: {limit: 0}}", "args: {limit: 5}}").replace("tier: data_leaves", "tier: documents")
    assert slips(text) == []


# ---- laid out, hinted, shown ----


def test_a_review_is_laid_out_to_be_filled_in(exercise: Exercise, tmp_path: Path) -> None:
    sheet = lay_out(tmp_path / "review", own_sample(exercise, "python"), read_marks(exercise))
    read = read_sheet(sheet, exercise)
    assert (read.language, read.seed) == ("python", None)
    assert all(comment.empty for comment in read.comments)
    assert (tmp_path / "review" / "sample" / "tickets.py").is_file()
    with pytest.raises(WrongUsage, match="holds something already"):
        lay_out(tmp_path / "review", own_sample(exercise, "python"), read_marks(exercise))


def test_the_example_in_the_worksheet_is_one_that_can_be_read(exercise: Exercise, tmp_path: Path) -> None:
    text = read_marks(exercise).worksheet
    lines_ = [line.removeprefix("# ") for line in text.splitlines()]
    first = next(n for n, line in enumerate(lines_) if line.startswith("  - tier:"))
    last = next(n for n, line in enumerate(lines_) if n > first and not line.strip("# "))
    example = "\n".join(["comments:", *lines_[first:last], "  - {}", "  - {}", ""])
    (tmp_path / "review.yaml").write_text(example, encoding="utf-8")
    assert read_sheet(tmp_path / "review.yaml", exercise).comments[0].test


def test_hints_lead_from_the_worst_tier_on_and_are_recorded(exercise: Exercise, tmp_path: Path) -> None:
    key, marks = own_sample(exercise, "python").key, read_marks(exercise)
    known = hints(key, marks)
    given = [next_hint(tmp_path, key, marks) for _ in range(len(known) + 1)]
    assert given[0].startswith(f"hint 1 of {len(known)}: whose_data: 1 to find.")
    assert given[1] == f"hint 2 of {len(known)}: whose_data: look at tickets.py:29-37, tickets.py:51-53, tickets.py:57."
    assert given[-1].startswith("There are no more hints")
    assert len(events.told(tmp_path).of("review.hint")) == len(known)


def test_the_key_is_read_out_in_80_columns(exercise: Exercise) -> None:
    told = list(key_lines(own_sample(exercise, "typescript").key, 80))
    assert max(map(len, told)) <= 80
    assert sum(line.startswith("  shown by:") for line in told) == 12


# ---- what is said of replies ----


@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ({"code": "forbidden"}, False),
        ({"ok": True}, True),
        ({"tickets": ["TKT-104", "TKT-107"]}, True),
        ({"tickets": ["TKT-104"]}, False),
        ({"tickets": [{"status": "open"}, "TKT-107"], "next_cursor": None}, True),
        ({"next_cursor": "TKT-107"}, False),
        ({"raises": True}, False),
        ("a page of two", False),
        ({}, False),
    ],
)
def test_what_is_said_of_a_reply_must_fit_it(exercise: Exercise, said: Any, fits: bool) -> None:
    tickets = [{"id": "TKT-104", "status": "open"}, {"id": "TKT-107", "status": "open"}]
    assert agrees(said, Reply("ok", {"ok": True, "tickets": tickets, "next_cursor": None}), exercise) is fits


def test_an_error_is_said_by_its_name(exercise: Exercise) -> None:
    reply = Reply("error", error="IndexError")
    said = [{"raises": True}, {"raises": "IndexError"}, {"raises": "KeyError"}, {"ok": False}]
    assert [agrees(each, reply, exercise) for each in said] == [True, True, False, False]


# ---- the verbs ----


def takehome(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "COLUMNS": "80", **more}
    return subprocess.run(
        [sys.executable, "-m", "grader", "review", *words],
        capture_output=True,
        text=True,
        env=env,
        check=False,
        timeout=60,
    )


def test_the_verbs_lead_through_a_review(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert takehome("new", str(folder), "--lang", "python").returncode == 0
    sheet = folder / "review.yaml"
    checked = takehome("check", str(folder))
    assert checked.returncode == 1
    assert f"{sheet}:" in checked.stdout
    assert takehome("hint", str(sheet)).stdout.startswith("hint 1 of")
    scored = takehome("score", str(sheet), "--sandbox", "none")
    assert scored.returncode == 0
    assert "0 of 80: not yet; no defect of the worst tier was shown" in " ".join(scored.stdout.split())
    assert "to try" not in scored.stdout + (folder / ".takehome" / "review.html").read_text()
    assert "(1 hint taken)" in " ".join(scored.stdout.split())
    assert (folder / ".takehome" / "review.html").read_text().startswith("<!doctype html>")
    told = json.loads(takehome("score", str(sheet), "--json", "--sandbox", "none").stdout)
    assert (told["schema"], told["helped"]) == ("review/1", {"hints": 1, "shown": False})
    assert "The cursor is base64 JSON" in takehome("show", str(sheet)).stdout
    kinds = [event.kind for event in events.told(folder).events]
    assert kinds == ["review.hint", "review.score", "review.score", "review.show"]


def test_a_broken_worksheet_is_told_by_its_line(tmp_path: Path) -> None:
    sheet = tmp_path / "review.yaml"
    sheet.write_text(GOOD.replace("tier: contract", "tier: contrat"), encoding="utf-8")
    done = takehome("score", str(sheet))
    assert done.returncode == 2
    assert f"{sheet}:{line_of('  - tier: contract')}" in done.stderr
    assert "did you mean contract?" in done.stderr
    assert not (tmp_path / ".takehome").exists()


def test_a_score_is_told_in_80_columns(exercise: Exercise) -> None:
    part = {"part": "edit", "points": 0, "of": 4, "says": "it breaks " + "this and that " * 20}
    comment = {"n": 1, "tier": "contract", "place": "tickets.py:1, " * 9, "points": 18, "of": 22, "why_not": ""}
    comment |= {"shown": {"says": "The limit is not checked. " * 9}, "parts": [part]}
    missed = [
        {
            "tier": "contract",
            "file": None,
            "claim": None,
            "asked": {"steps": [{"tool": "x", "args": {"query": "y" * 99}}, {}]},
        }
    ]
    score = {
        "comments": [comment],
        "ranking": [part],
        "good": part,
        "missed": missed * 5,
        "capped": True,
        "false_blockers": {"comments": [1, 2], "points": -10},
        "points": 8,
        "of": 80,
        "band": "not yet",
        "person": [{"of": 5, "asks": "Is it plain? " * 12}],
        "helped": {"hints": 2, "shown": True},
    }
    told = list(lines(score, 80, "review.html"))
    assert max(map(len, told)) <= 80
    assert "More to try:" in told
    assert "One more to try:" in list(lines({**score, "missed": missed}, 80, "review.html"))
    nothing = {**score, "comments": [{**comment, "shown": None, "why_not": "it brings no evidence"}]}
    assert "to try" not in "\n".join(lines(nothing, 80, "review.html"))
    assert " ".join(" ".join(told[-2:]).split()).endswith("(2 hints taken, the key was shown)")
