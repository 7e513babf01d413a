"""The clock: wall time without the pauses, phases by the checklist, and never a negative or a crash."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from rich.console import Console
from the_desk import Said
from the_practice import EXERCISE, NINE, Hands, hands, in_it

from grader.errors import KitError, WrongUsage
from grader.exercise import kit_folder
from grader.practice import clock, moment
from grader.practice.checklist import checklist
from grader.practice.checklist_shape import SCHEMA
from grader.practice.dial import face
from grader.practice.events import add, grade_made, path
from grader.practice.section import time_section
from grader.practice.timeline import Timeline, timeline
from grader.practice.tree import tree
from grader.practice.watch import watch
from grader.written import check, parse

LISTS = checklist(EXERCISE)


@pytest.fixture
def mine(tmp_path: Path) -> Hands:
    return hands(tmp_path / "mine")


@pytest.fixture
def run(mine: Hands, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    return in_it(mine, monkeypatch)


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Puts the computer into a time zone."""

    def put(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield put
    monkeypatch.delenv("TZ", raising=False)
    time.tzset()


def line(mine: Hands) -> Timeline:
    return timeline(mine.told, mine.at)


def begun(mine: Hands) -> None:
    clock.begin(mine.folder, EXERCISE, None, mine.now)


def shown(mine: Hands) -> str:
    return "\n".join(text.plain for text in face(mine.told, line(mine), LISTS))


def graded(mine: Hands, passed: int) -> None:
    acceptance = {"passed": passed, "of": 13, "calls": []}
    grade_made(mine.folder, {"verdict": "not_ready", "acceptance": acceptance, "checks": {}, "findings": []}, mine.now)


# ---- the checklist ----


def test_both_starts_fill_the_minutes_of_the_exercise() -> None:
    assert {sum(start.minutes.values()) for start in LISTS.starts.values()} == {180}
    assert LISTS.starts["scratch"].minutes["old_tool"] == 15
    assert "old_tool" not in LISTS.starts["given"].minutes


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("close: 15}", "close: 16}", r"checklist.yaml:\d+: the phases of given add up to 181 and not to 180"),
        ("by: search", "by: serch", r"checklist.yaml:\d+: not every start has a phase 'serch'"),
        ("never_drop:", "never_dorp:", r"checklist.yaml:\d+: .*'never_d"),
    ],
)
def test_a_slip_in_the_checklist_is_named(
    old: str, new: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (kit_folder("rubric", EXERCISE) / "checklist.yaml").read_text()
    (tmp_path / "checklist.yaml").write_text(text.replace(old, new, 1))
    monkeypatch.setattr("grader.practice.checklist.kit_folder", lambda *_: tmp_path)
    with pytest.raises(KitError, match=said):
        checklist.__wrapped__(EXERCISE)


def test_a_checkpoint_needs_its_three_parts() -> None:
    written = parse((kit_folder("rubric", EXERCISE) / "checklist.yaml").read_text(), Path("c"))
    del written.data["checkpoints"][0]["else"]
    with pytest.raises(KitError, match="'else' is a required property"):
        check(written, SCHEMA)


# ---- the time ----


def test_time_is_wall_time_without_the_pauses(mine: Hands) -> None:
    begun(mine)
    mine.later(30)
    clock.pause(mine.folder, mine.now)
    mine.later(20)
    clock.resume(mine.folder, mine.now)
    mine.later(10)
    assert (line(mine).worked, line(mine).paused) == (40 * 60, 20 * 60)


def test_a_computer_that_sleeps_does_not_stop_the_clock(mine: Hands) -> None:
    begun(mine)
    mine.later(8 * 60)
    assert line(mine).worked == 8 * 3600


def test_a_pause_can_be_declared_afterwards_and_counts_once(mine: Hands) -> None:
    begun(mine)
    mine.later(60)
    assert clock.away(mine.folder, "09:10", "09:25", mine.now) == "0:15:00 taken off: 0:45:00 worked."
    assert clock.away(mine.folder, "09:20", "09:30", mine.now) == "0:05:00 taken off: 0:40:00 worked."
    assert clock.away(mine.folder, "09:50", None, mine.now) == "0:10:00 taken off: 0:30:00 worked."


@pytest.mark.parametrize(
    ("start", "end"), [("08:50", "09:10"), ("09:20", "09:10"), ("09:50", "10:10"), ("09:10", "09:10")]
)
def test_a_pause_that_cannot_have_been_is_refused(mine: Hands, start: str, end: str) -> None:
    begun(mine)
    mine.later(60)
    with pytest.raises(WrongUsage, match="does not fit; it lies after the start"):
        clock.away(mine.folder, start, end, mine.now)
    with pytest.raises(WrongUsage, match="is no time; write hours and minutes"):
        clock.away(mine.folder, "nine", None, mine.now)
    assert mine.told.of("clock.away") == ()


def test_a_clock_put_back_makes_no_time_negative_and_says_so(mine: Hands) -> None:
    begun(mine)
    mine.later(50)
    clock.note(mine.folder, "before", mine.now)
    mine.later(-120)
    clock.note(mine.folder, "after", mine.now)
    mine.later(10)
    assert line(mine).worked == 60 * 60
    assert line(mine).warnings[0].startswith("the computer's clock went back by 2:00:00 at 09:50")
    mine.later(-500)
    assert line(mine).worked == 50 * 60


def test_the_hours_of_summer_and_winter_are_one_time(mine: Hands) -> None:
    mine.at = datetime.fromisoformat("2026-10-25T02:30:00+02:00")
    begun(mine)
    mine.at = datetime.fromisoformat("2026-10-25T02:30:00+01:00")
    assert line(mine).worked == 3600


def test_a_time_of_day_is_that_of_the_place_also_over_a_change(local: Callable[[str], None]) -> None:
    local("Europe/Berlin")
    near = datetime(2026, 10, 25, 4, 0).astimezone()
    assert moment.write(moment.clock_time("01:30", near)) == "2026-10-25T01:30:00+02:00"
    assert moment.write(moment.clock_time("03:30", near)) == "2026-10-25T03:30:00+01:00"
    assert moment.write(moment.clock_time("23:00", near)) == "2026-10-24T23:00:00+02:00"


def test_now_is_fixed_by_one_variable_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(moment.FIXED, moment.write(NINE))
    assert moment.now() == NINE
    monkeypatch.setenv(moment.FIXED, "2026-03-02T09:00:00")
    with pytest.raises(WrongUsage, match="give a moment with its offset"):
        moment.now()
    monkeypatch.delenv(moment.FIXED)
    assert abs(moment.now() - datetime.now().astimezone()) < timedelta(seconds=5)


# ---- what is done with it ----


def test_phases_follow_one_another_and_each_knows_its_minutes(mine: Hands) -> None:
    begun(mine)
    mine.later(14)
    assert clock.done(mine.folder, EXERCISE, None, mine.now) == "Plan took 14 min of 15. Next: Registry, 25 min."
    mine.later(31)
    assert clock.done(mine.folder, EXERCISE, "move", mine.now) == "Registry took 31 min of 25. Next: Predict, 10 min."
    with pytest.raises(WrongUsage, match="Plan is done already"):
        clock.done(mine.folder, EXERCISE, "plan", mine.now)
    with pytest.raises(WrongUsage, match="no phase is called 'lunch'; there are: plan, registry"):
        clock.done(mine.folder, EXERCISE, "lunch", mine.now)
    assert list(line(mine).spent()) == [("plan", 14 * 60), ("registry", 31 * 60)]


def test_a_phase_that_two_writers_ended_is_ended_once(mine: Hands) -> None:
    begun(mine)
    for minutes in (14, 3):
        mine.later(minutes)
        add(mine.folder, "clock.done", mine.now, phase="plan")
    assert list(line(mine).spent()) == [("plan", 14 * 60)]


def test_the_start_is_what_was_laid_out_or_what_is_said(tmp_path: Path) -> None:
    for given, start in (("get_ticket", "given"), (None, "scratch")):
        mine = hands(tmp_path / start, given)
        begun(mine)
        assert line(mine).start == start
    other = hands(tmp_path / "other", "get_ticket")
    with pytest.raises(WrongUsage, match="no start is called 'x'; there are: given, scratch"):
        clock.begin(other.folder, EXERCISE, "x", other.now)
    assert "get_ticket is written first" in clock.begin(other.folder, EXERCISE, "scratch", other.now)


def test_a_clock_runs_in_a_folder_that_was_not_laid_out(tmp_path: Path) -> None:
    (tmp_path / ".takehome").mkdir()
    mine = Hands(tmp_path)
    begun(mine)
    mine.later(1)
    section = time_section(tmp_path, mine.at)
    assert section is not None
    assert section["worked"] == 60


@pytest.mark.parametrize(
    ("events", "act", "said"),
    [
        ([], "pause", "the clock does not run yet; run: takehome clock start"),
        ([], "resume", "the clock does not run yet"),
        (["start"], "start", "the clock runs already; see it: takehome clock"),
        (["start"], "resume", "the clock runs"),
        (["start", "pause"], "pause", "the clock is paused; run: takehome clock resume"),
        (["start", "pause"], "done", "the clock is paused"),
        (["start", "handin"], "done", "the work is handed in; to go on with it: takehome clock undo"),
        (["start", "handin"], "handin", "the work is handed in"),
        ([], "undo", "the clock has nothing to take back"),
    ],
)
def test_what_does_not_go_now_says_what_does(
    events: list[str], act: str, said: str, run: Callable[..., Said], mine: Hands
) -> None:
    for each in events:
        assert run("clock", each).code == 0
    before = path(mine.folder).read_bytes()
    refused = run("clock", act)
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err
    assert path(mine.folder).read_bytes() == before


def test_undo_is_an_event_and_takes_the_last_that_stands(mine: Hands) -> None:
    begun(mine)
    mine.later(5)
    clock.done(mine.folder, EXERCISE, None, mine.now)
    clock.note(mine.folder, "a thought", mine.now)
    assert clock.undo(mine.folder, mine.now) == "Taken back: note a thought (09:05)."
    assert clock.undo(mine.folder, mine.now) == "Taken back: done plan (09:05)."
    assert (line(mine).done, line(mine).notes) == ([], [])
    assert len(mine.told.of("clock.")) == 5
    clock.undo(mine.folder, mine.now)
    assert line(mine).started is None


def test_what_was_handed_in_can_be_taken_back_and_the_clock_ran_on(mine: Hands) -> None:
    begun(mine)
    mine.later(5)
    clock.handin(mine.folder, EXERCISE, mine.now)
    mine.later(5)
    assert line(mine).worked == 5 * 60
    clock.undo(mine.folder, mine.now)
    assert line(mine).worked == 10 * 60


def test_what_is_given_up_comes_as_lines_for_the_readme(mine: Hands) -> None:
    begun(mine)
    lines = clock.drop(mine.folder, "Walks under\nfilters", "a table", mine.now)
    assert lines[-1] == "- Walks under filters. To complete it: a table"
    clock.drop(mine.folder, "query", None, mine.now)
    (mine.folder / "README.md").write_text("## Left out\n\nWalks under filters: a table.\n")
    said = clock.handin(mine.folder, EXERCISE, mine.now)
    assert said[1:] == ["Given up, and not named in the README:", "- query. To complete it: (say how)"]


def test_handing_in_freezes_the_tree(mine: Hands) -> None:
    begun(mine)
    clock.handin(mine.folder, EXERCISE, mine.now)
    (event,) = mine.told.of("clock.handin")
    assert event.data["hash"] == tree(mine.folder)[0]
    (mine.folder / "__pycache__").mkdir()
    (mine.folder / "__pycache__" / "made.pyc").write_bytes(b"0")
    assert event.data["hash"] == tree(mine.folder)[0]
    (mine.folder / "tickets.py").write_text("changed")
    assert event.data["hash"] != tree(mine.folder)[0]


def test_a_tree_is_hashed_by_path_and_content_links_included(tmp_path: Path) -> None:
    seen = set()
    for name, content in (("a", "1"), ("a", "2"), ("b", "1")):
        for path_ in tmp_path.iterdir():
            path_.unlink()
        (tmp_path / name).write_text(content)
        seen.add(tree(tmp_path))
    (tmp_path / "link").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    seen.add(tree(tmp_path))
    assert sorted(files for _, files in seen) == [1, 1, 1, 2]


# ---- the face ----


def test_past_the_cap_it_counts_up(mine: Hands) -> None:
    begun(mine)
    mine.later(187.2)
    assert shown(mine).splitlines()[-1] == "3:07:12 worked, +0:07:12 past the cap"
    assert "(+0:07:12)" in clock.handin(mine.folder, EXERCISE, mine.now)[0]
    assert shown(mine).splitlines()[-1] == "Handed in after 3:07:12 (+0:07:12)."


def test_the_chart_shows_when_all_first_passed(mine: Hands) -> None:
    begun(mine)
    for minutes, passed in ((60, 4), (40, 13), (10, 12)):
        mine.later(minutes)
        graded(mine, passed)
    text = shown(mine)
    assert "all 13 first passed at 1:40:00" in text
    bar, grades = next(pair for pair in zip(text.splitlines(), text.splitlines()[1:], strict=False) if "━" in pair[0])
    assert bar.index("·") - 2 == round(60 * 110 / 180)
    assert grades.split()[:3] == ["4", "13", "12"]


def test_a_missed_checkpoint_says_what_to_do_and_what_to_give_up_next(mine: Hands) -> None:
    begun(mine)
    mine.later(41)
    text = " ".join(shown(mine).split())
    assert "! By 0:40 The old tool is green behind the registry." in text
    assert f"Give up next: {LISTS.drop_first[0]}" in text
    clock.drop(mine.folder, "order tests", None, mine.now)
    assert f"Give up next: {LISTS.drop_first[1]}" in " ".join(shown(mine).split())


def test_the_face_leads_from_step_to_step(mine: Hands) -> None:
    assert "Next: takehome clock start" in shown(mine)
    begun(mine)
    assert "Next: write PLAN.md, then: takehome plan lock" in shown(mine)
    add(mine.folder, "plan.lock", mine.now, hash="", text="", phases=[], struck={}, drop=[])
    assert "Next: takehome clock done" in shown(mine)
    clock.pause(mine.folder, mine.now)
    assert "Next: takehome clock resume" in shown(mine)


def test_foreign_signs_in_a_note_are_shown_by_their_code(mine: Hands) -> None:
    begun(mine)
    clock.note(mine.folder, "\x1b[31m red", mine.now)
    assert "\\u001b[31m red" in shown(mine)


def test_off_a_terminal_a_line_a_minute_until_it_is_handed_in(mine: Hands) -> None:
    begun(mine)
    out, slept = io.StringIO(), list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        mine.later(seconds / 60)
        if len(slept) == 2:
            clock.handin(mine.folder, EXERCISE, mine.now)

    watch(mine.folder, EXERCISE, Console(file=out, width=80), mine.now, sleep)
    assert slept == [60, 60]
    assert out.getvalue().splitlines() == [
        "09:00 0:00:00 worked, 3:00:00 left, Plan",
        "09:01 0:01:00 worked, 2:59:00 left, Plan",
        "09:02 Handed in after 0:02:00.",
    ]


def test_on_a_terminal_the_face_is_live(mine: Hands) -> None:
    begun(mine)
    out = io.StringIO()

    def sleep(seconds: float) -> None:
        assert seconds == 1
        mine.later(10)
        if mine.at > NINE + timedelta(minutes=25):
            clock.handin(mine.folder, EXERCISE, mine.now)

    watch(mine.folder, EXERCISE, Console(file=out, width=80, force_terminal=True), mine.now, sleep)
    assert out.getvalue().count("worked") >= 2
    assert "Handed in after 0:30:00" in out.getvalue()


def test_the_section_of_a_grade_tells_the_whole_time(mine: Hands) -> None:
    assert time_section(mine.folder, mine.at) is None
    begun(mine)
    mine.later(20)
    clock.done(mine.folder, EXERCISE, None, mine.now)
    clock.drop(mine.folder, "query", None, mine.now)
    graded(mine, 13)
    mine.later(170)
    clock.handin(mine.folder, EXERCISE, mine.now)
    section = time_section(mine.folder, mine.at)
    assert section is not None
    phases = section.pop("phases")
    assert phases[0] == {"id": "plan", "title": "Plan", "allotted": 15, "planned": None, "actual": 1200}
    assert section.pop("handed_in")["files"] > 5
    assert section == {
        "cap": 180,
        "state": "handed in",
        "started": "2026-03-02T09:00:00+01:00",
        "worked": 190 * 60,
        "over": 600,
        "paused": 0,
        "dropped": [{"what": "query", "how": None}],
        "grades": [{"worked": 1200, "passed": 13, "of": 13}],
        "first_whole": 1200,
    }


def test_the_commands_work_from_a_folder_below(run: Callable[..., Said], mine: Hands) -> None:
    mine.folder = mine.folder / "tests"
    assert run("clock", "start").out.startswith("The clock runs: 180 minutes; get_ticket lies there")
    mine.later(10)
    assert run("clock", "pause", "--from", "09:02", "--to", "09:04").out == "0:02:00 taken off: 0:08:00 worked.\n"
    assert run("clock", "pause", "--to", "09:04").code == 2
    assert max(map(len, run("clock").out.splitlines())) <= 80
    assert run("clock", "drop", " ").code == 2


def test_where_no_practice_is_kept_the_command_says_how_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = in_it(Hands(tmp_path), monkeypatch)("clock")
    assert said.code == 2
    assert "run: takehome start DIR, or in your own: mkdir .takehome" in said.err
