"""The log of a practice: nothing that was written is lost, whatever is cut, torn, mixed or newer."""

from __future__ import annotations

import json
import multiprocessing
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from the_practice import EXERCISE, NINE, hands

from grader.errors import WrongUsage
from grader.practice import events, moment
from grader.practice.checklist import checklist
from grader.practice.dial import face
from grader.practice.events import add, find, grade_made, parse, path, told, writing
from grader.practice.section import time_section
from grader.practice.timeline import timeline
from grader.practice.where import where

LINE = b'{"v": 1, "at": "2026-03-02T09:00:00+01:00", "event": "clock.note", "text": "a note"}\n'
GRADE = {
    "verdict": "not_ready",
    "acceptance": {"passed": 1, "of": 2, "calls": [{"id": "A1", "status": "passed"}, {"id": "A2", "status": "failed"}]},
    "checks": {"walks": {"passed": 3, "failed": 1, "not_run": 0, "of": 4}},
    "findings": [{"rule": "next.null"}, {"rule": "next.null"}],
    "tests": {"judged": True, "passed": 3, "failed": 0},
}
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".takehome").mkdir()
    return tmp_path


def note(folder: Path, text: str) -> None:
    add(folder, "clock.note", lambda: NINE, text=text)


def test_an_event_is_one_line_that_a_person_can_read(folder: Path) -> None:
    note(folder, "größer")
    assert path(folder).read_text(encoding="utf-8") == (
        '{"v": 1, "at": "2026-03-02T09:00:00+01:00", "event": "clock.note", "text": "größer"}\n'
    )


def test_events_come_back_in_order_with_the_number_of_their_line(folder: Path) -> None:
    for text in ("one", "two"):
        note(folder, text)
    assert [(event.line, event.data["text"]) for event in told(folder).events] == [(1, "one"), (2, "two")]


def test_each_event_is_on_the_disk_before_the_next_step(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    really = os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (synced.append(os.fstat(file).st_size), really(file))[1])
    note(folder, "kept")
    assert path(folder).stat().st_size in synced


def test_a_torn_last_line_is_left_out_with_a_warning_and_kept_apart(folder: Path) -> None:
    path(folder).write_bytes(LINE + LINE[:40])
    assert told(folder).warnings == (".takehome/events.jsonl:2: torn off; this line is left out",)
    note(folder, "after")
    assert [event.data["text"] for event in told(folder).events] == ["a note", "after"]
    assert path(folder).read_bytes().startswith(LINE + LINE[:40] + b"\n")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"[1]", "no event"),
        (b"{", "no event"),
        (b"\xff", "no event"),
        (b"\0\0\0", "no event"),
        (b"[" * 100_000, "no event"),
        (b'{"v": true, "at": "2026-03-02T09:00:00+01:00", "event": "x"}', "no event"),
        (b'{"v": 1, "at": "2026-03-02T09:00:00", "event": "x"}', "no moment with its offset under `at`"),
        (b'{"v": 1, "at": "0001-01-01T00:00:00+23:59", "event": "x"}', None),
        (b'{"v": 1, "at": "2026-03-02T09:00:00+01:00", "event": "clock.done"}', "not what a clock.done holds"),
    ],
)
def test_a_line_that_is_no_event_is_left_out_and_its_number_said(line: bytes, why: str | None) -> None:
    read = parse(LINE + line + b"\n" + LINE)
    assert [event.line for event in read.events if event.kind == "clock.note"] == [1, 3]
    assert [w.split(": ")[0] for w in read.warnings] == ([".takehome/events.jsonl:2"] if why else [])
    assert why is None or f": {why}; " in read.warnings[0]


def test_a_newer_log_is_read_and_not_written(folder: Path) -> None:
    newer = LINE + LINE.replace(b'"v": 1', b'"v": 2').replace(b"a note", b"from later")
    path(folder).write_bytes(newer)
    assert [event.data["text"] for event in told(folder).events] == ["a note", "from later"]
    with pytest.raises(WrongUsage, match="was written by a newer takehome; it is read, not written"):
        note(folder, "mine")
    assert path(folder).read_bytes() == newer
    assert "newer takehome" in str(grade_made(folder, GRADE))


def _write_many(folder: Path, who: str) -> None:
    for n in range(40):
        add(folder, "clock.note", lambda: NINE, text=f"{who}{n} {'x' * 3000}")


def test_two_writers_at_once_lose_no_line(folder: Path) -> None:
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_write_many, args=(folder, who)) for who in "ab"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(30)
    found = [event.data["text"].split()[0] for event in told(folder).events]
    assert told(folder).warnings == ()
    assert sorted(found) == sorted(f"{who}{n}" for who in "ab" for n in range(40))
    assert [name for name in found if name[0] == "a"] == [f"a{n}" for n in range(40)]


def test_what_was_read_still_holds_when_it_is_written(folder: Path) -> None:
    """Another writer waits until the one that holds the file is done."""
    context = multiprocessing.get_context("fork")
    with writing(folder, lambda: NINE) as pen:
        other = context.Process(target=note, args=(folder, "other"))
        other.start()
        other.join(0.3)
        assert other.is_alive()
        pen.add("clock.note", text="mine")
    other.join(10)
    assert [event.data["text"] for event in told(folder).events] == ["mine", "other"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / ".takehome").write_text("a file")
    with pytest.raises(WrongUsage, match=r"cannot be written .*; nothing was recorded"):
        note(tmp_path, "lost")


def test_the_practice_is_found_from_below(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (folder / "tests" / "deep").mkdir(parents=True)
    assert find(folder / "tests" / "deep") == folder
    assert find(tmp_path_factory.mktemp("elsewhere")) is None


def test_a_grade_becomes_an_event_where_a_practice_is_kept(folder: Path, tmp_path: Path) -> None:
    assert grade_made(folder, GRADE, lambda: NINE) is None
    (event,) = told(folder).events
    assert {key: event.data[key] for key in event.data if key not in ("v", "at", "event")} == {
        "verdict": "not_ready",
        "passed": 1,
        "of": 2,
        "calls": {"A1": "passed", "A2": "failed"},
        "failed": {"walks": 1},
        "rules": ["next.null"],
        "suite": "green",
        "suite_lacks": [],
    }
    assert grade_made(tmp_path / "none", GRADE) is None
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("tests", "suite"),
    [
        ({"judged": False, "why_not": "…"}, "not judged"),
        ({"judged": True, "passed": 3, "failed": 1}, "red"),
        ({"judged": True, "passed": 0, "failed": 0}, "red"),
        ({}, "not judged"),
    ],
)
def test_a_suite_is_green_only_when_it_ran_and_none_failed(tests: dict[str, object], suite: str) -> None:
    assert events.summary({**GRADE, "tests": tests})["suite"] == suite


# ---- laws ----

TEXTS = st.text(max_size=40)


@quick
@given(texts=st.lists(TEXTS, max_size=8), cut=st.integers(0, 2000))
def test_a_log_cut_anywhere_gives_all_whole_lines_and_takes_more(
    texts: list[str], cut: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    (folder / ".takehome").mkdir()
    for text in texts:
        note(folder, text)
    content = path(folder).read_bytes() if texts else b""
    path(folder).write_bytes(content[:cut])
    whole = content[:cut].count(b"\n")
    left = [event.data["text"] for event in told(folder).events]
    assert left[:whole] == texts[:whole]
    assert len(left) <= whole + 1
    note(folder, "then")
    assert [event.data["text"] for event in told(folder).events] == [*left, "then"]


KINDS = ("start", "plan.lock", "predict.one", "predict.seal", "clock.start", "clock.done", "clock.pause", "clock.away")
KINDS += ("clock.resume", "clock.drop", "clock.note", "clock.handin", "clock.undo", "grade", "interview.answer")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=8), part, max_size=3),
    max_leaves=6,
)
MOMENTS = st.datetimes(timezones=st.timezones()).map(moment.write)
GOOD = {
    "exercise": st.just(EXERCISE),
    "given": st.none() | st.text(),
    "phase": st.sampled_from(["plan", "search", "nothing"]),
    "start": st.sampled_from(["given", "scratch", "?"]) | MOMENTS,
    "end": MOMENTS,
    "line": st.integers(-2, 12),
    "what": st.text(),
    "how": st.none() | st.text(),
    "text": st.text(),
    "hash": st.text(),
    "files": st.integers(),
    **dict.fromkeys(("said", "struck", "calls", "failed"), st.dictionaries(st.text(max_size=4), JSON, max_size=3)),
    **dict.fromkeys(("phases", "drop", "rules"), st.lists(JSON, max_size=3)),
    **dict.fromkeys(("call", "verdict", "suite", "subject", "notes"), st.text(max_size=5)),
    **dict.fromkeys(("passed", "of", "level"), st.integers(0, 13)),
}
EVENTS = st.fixed_dictionaries(
    {"v": st.just(1), "at": MOMENTS, "event": st.sampled_from(KINDS), **GOOD}
) | st.fixed_dictionaries({"v": st.integers(0, 2), "at": MOMENTS | JSON, "event": st.sampled_from(KINDS) | JSON})


@quick
@given(rows=st.lists(EVENTS, max_size=10), at=st.datetimes(timezones=st.timezones()))
def test_no_log_breaks_what_is_told_from_it_or_makes_a_time_negative(rows: list[object], at: object) -> None:
    read = parse(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    line = timeline(read, at)  # type: ignore[arg-type] # a moment
    assert min(line.worked, line.paused, line.since, *(spent for _, spent in line.spent())) >= 0
    lists = checklist(EXERCISE)
    assert all(text.cell_len <= 80 for text in face(read, line, lists))
    where(Path("/nowhere/at all"), read, line, lists, 80)


def test_a_section_can_be_told_from_any_cut(tmp_path: Path) -> None:
    mine = hands(tmp_path / "mine")
    for kind, data in (
        ("clock.start", {"exercise": EXERCISE, "start": "given"}),
        ("clock.done", {"phase": "plan"}),
        ("clock.handin", {"hash": "0", "files": 1}),
    ):
        mine.later(7)
        add(mine.folder, kind, mine.now, **data)
    content = path(mine.folder).read_bytes()
    for cut in range(len(content)):
        path(mine.folder).write_bytes(content[:cut])
        section = time_section(mine.folder, mine.at)
        assert section is None or section["worked"] >= 0
