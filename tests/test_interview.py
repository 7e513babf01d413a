"""The interview: standing subjects and questions made from a grade, answered at a terminal or on a sheet."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from the_desk import TOP, Said
from the_practice import EXERCISE, NINE, Hands, hands, in_it

from grader.errors import WrongUsage
from grader.grading.questions import questions
from grader.practice.events import add
from grader.practice.interview import Interview, finish, markdown, talk
from grader.practice.interview_notes import Answered, read, sheet
from grader.practice.script import script

SCRIPT = script(EXERCISE)
GRADES = TOP / "tests/golden/grades"
CASE = {"context": "beta", "tool": "search_tickets", "args": {"cursor": "x"}, "store": "fixture", "before": []}


def finding(id_: str, tier: str, **more: Any) -> dict[str, Any]:
    told = {"expected": {"ok": False}, "actual": {"ok": True}, "says": None, "status": "failed", "case": CASE}
    return {"id": id_, "tier": tier, "rule": "a.rule", "title": f"Title of {id_}.", **told, **more}


def grade(*findings: dict[str, Any], **more: Any) -> dict[str, Any]:
    checks = {name: {"passed": 3, "failed": 0, "not_run": 0, "of": 3} for name in ("acceptance", "regression")}
    return {"findings": list(findings), "checks": checks, "open": [], "tests": {"judged": False}, **more}


@dataclass
class Scripted:
    """Answers in turn; raises as Ctrl-C does when it has none left."""

    answers: list[tuple[str, int]]
    said: list[str] = field(default_factory=list)

    def say(self, *lines: str) -> None:
        self.said += lines

    def notes(self) -> str:
        if not self.answers:
            raise KeyboardInterrupt
        return self.answers[0][0]

    def level(self, top: int) -> int:
        return self.answers.pop(0)[1]


@pytest.fixture
def mine(tmp_path: Path) -> Hands:
    return hands(tmp_path / "mine")


@pytest.fixture
def run(mine: Hands, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    return in_it(mine, monkeypatch)


# ---- the questions ----


def test_a_question_names_the_case_it_was_made_from() -> None:
    (one,) = questions(grade(finding("w7c1a0", "contract")))
    assert one["from"] == "w7c1a0"
    assert one["text"].startswith('Title of w7c1a0: search_tickets {"cursor": "x"} as beta is answered {"ok": true}')
    assert 'where {"ok": false} is due.' in one["text"]


def test_there_are_four_at_most_worst_first_and_of_several_kinds() -> None:
    many = [finding(f"f{n}", tier) for n, tier in enumerate(["whose_data", "whose_data", "whose_data", "contract"])]
    mutants = [{"id": "m1", "state": "killed"}, {"id": "m2", "state": "survived", "call": "search_tickets {} as alpha"}]
    time = {"dropped": [{"what": "the query", "how": None}], "phases": []}
    made = questions(grade(*many, tests={"judged": True, "mutants": mutants}, time=time))
    assert [one["from"] for one in made] == ["f0", "f3", "tests.mutants m2", "time"]
    assert "search_tickets {} as alpha" in made[2]["text"]
    assert [one["from"] for one in questions(grade(*many))] == ["f0", "f3", "f1", "f2"]


def test_a_clean_hand_in_is_asked_about_what_it_chose() -> None:
    made = questions(grade(open=[{"place": "limit_float", "chose": "refused"}]))
    text = "The contract leaves this open: limit float. Yours: refused. Who decided that, and what would turn it?"
    assert made == [{"text": text, "from": "open limit_float"}]
    assert questions(grade()) == []


def test_a_phase_that_took_far_longer_is_asked_about() -> None:
    phases = [
        {"title": "Search", "planned": 20, "allotted": 40, "actual": 2400},
        {"title": "Plan", "planned": None, "allotted": 15, "actual": 1000},
        {"title": "Tests", "planned": None, "allotted": 45, "actual": None},
    ]
    (one,) = questions(grade(time={"dropped": [], "phases": phases}))
    assert one["text"].startswith("Search took 40 minutes of 20.")


def test_earlier_calls_no_value_and_long_or_foreign_text_are_said_fit_to_be_read() -> None:
    case = {**CASE, "before": [{"times": 3}, {}], "args": {"query": "x" * 5000}}
    (one,) = questions(grade(finding("f", "contract", case=case, actual=None, status="timeout", title="a\x1b")))
    assert "after 4 earlier calls, is answered with no value (timeout)" in one["text"]
    assert len(one["text"]) < 1000
    assert "\x1b" not in one["text"]


def test_two_long_replies_are_shown_where_they_differ() -> None:
    due = {"ok": True, "tickets": [{"id": n} for n in range(40)], "next": None}
    (one,) = questions(grade(finding("f", "contract", expected=due, actual={**due, "next": "TKT-104"})))
    assert '"next": "TKT-104"}, where …' in one["text"]
    assert '"next": null} is due.' in one["text"]


def test_two_questions_of_one_source_are_two_subjects() -> None:
    drops = [{"what": "one", "how": None}, {"what": "two", "how": None}]
    made = SCRIPT.subjects(grade(time={"dropped": drops, "phases": []}))[6:]
    assert [one.id for one in made] == ["made_time", "made_time_2"]


@pytest.mark.parametrize("name", ["not_ready", "ready", "not_judged"])
def test_every_kind_of_grade_can_be_asked_about(name: str) -> None:
    made = questions(json.loads((GRADES / f"{name}.json").read_text()))
    assert len(made) in {"not_ready": (4,), "ready": (1, 2, 3, 4), "not_judged": (0,)}[name]
    assert all(one["text"] and one["from"] for one in made)


# ---- the script ----


def test_six_standing_subjects_and_four_questions_fill_the_minutes() -> None:
    assert len(SCRIPT.standing) == 6
    assert sum(one.minutes for one in SCRIPT.standing) + 4 * SCRIPT.made[0] == SCRIPT.minutes == 45
    assert len(SCRIPT.closing) == 5
    assert all(one.strong for one in SCRIPT.standing)


# ---- the talk ----


def test_what_a_strong_answer_covers_is_shown_after_the_answer_alone(mine: Hands) -> None:
    held = Interview(mine.folder, SCRIPT, None, mine.now)
    who = Scripted([("my words", 2)])
    with pytest.raises(KeyboardInterrupt):
        talk(held, who)
    first, second = SCRIPT.standing[:2]
    strong = [f"  - {point}" for point in first.strong]
    assert [line for line in who.said if line in strong] == strong
    assert who.said.index(first.ask) < who.said.index(strong[0]) < who.said.index(second.ask)
    assert not set(who.said) & {f"  - {point}" for point in second.strong}


def test_a_talk_that_broke_off_goes_on_where_it_was(mine: Hands) -> None:
    held = Interview(mine.folder, SCRIPT, grade(finding("w7", "contract")), mine.now)
    for n in range(6):
        assert len(held.answered()) == n
        with pytest.raises(KeyboardInterrupt):
            talk(held, Scripted([(f"answer {n}", n % 4)]))
    answers = talk(held, Scripted([("answer 6", 2)]))
    assert talk(held, Scripted([])) == answers
    assert [(answer.notes, answer.level) for answer in answers] == [(f"answer {n}", n % 4) for n in range(7)]
    assert answers[-1].subject == "made_w7"
    finish(held, answers, mine.folder)
    assert held.answered() == []


def test_the_text_is_kept_whole_and_never_over_an_earlier_one(mine: Hands) -> None:
    held = Interview(mine.folder, SCRIPT, None, mine.now)
    answers = [Answered("cursor", "an ID,\nnot an offset", 3)]
    first, second = finish(held, answers, mine.folder), finish(held, answers, mine.folder)
    assert (first.name, second.name) == ("interview-1.md", "interview-2.md")
    text = first.read_text()
    assert text.startswith("# Interview, 2026-03-02 09:00\n")
    assert "an ID,\nnot an offset\n\nLevel 3: Place, call, the reason" in text
    assert "- an offset repeats or loses rows" in text
    assert "Not spoken of: The way of a call, The test to trust" in text
    assert mine.told.of("interview.done")[0].data["file"] == "interview-1.md"


def test_what_a_hand_in_wrote_stays_text_in_markdown(mine: Hands) -> None:
    case = {**CASE, "args": {"query": "<img src=x onerror=1> [a](b) `c`"}}
    held = Interview(None, SCRIPT, grade(finding("f", "contract", case=case)), mine.now)
    text = "\n".join(markdown(held, [Answered("made_f", "", 0)]))
    assert "\\<img src=x onerror=1\\> \\[a\\](b) \\`c\\`" in text
    assert "(no notes)" in text


def test_the_closing_list_ticks_what_a_machine_can_see(mine: Hands) -> None:
    tests = {"judged": True, "mutants": [{"id": "cursor-picks-tenant", "state": "survived"}]}
    held = Interview(mine.folder, SCRIPT, grade(tests=tests), mine.now)
    closing = [line for line in markdown(held, []) if line.startswith("- [")]
    assert [line[:5] for line in closing] == ["- [x]", "- [ ]", "- [ ]", "- [ ]", "- [ ]"]
    assert [line.endswith("(yours to say)") for line in closing] == [False, False, True, False, True]
    tests["mutants"][0]["state"] = "killed"  # type: ignore[index] # a list of objects
    add(mine.folder, "review.score", mine.now, points=70)
    closing = [line for line in markdown(held, []) if line.startswith("- [")]
    assert [line[3] for line in closing] == ["x", "x", " ", "x", " "]


# ---- the sheet ----


def filled(text: str, path: Path) -> Path:
    path.write_text(text)
    return path


def test_a_sheet_holds_every_subject_and_nothing_given_away(tmp_path: Path) -> None:
    subjects = SCRIPT.subjects(grade(finding("f", "contract")))
    text = sheet(SCRIPT, subjects)
    assert read(filled(text, tmp_path / "s"), subjects) == []
    assert all(one.ask.split(".")[0][:30] in text for one in subjects)
    assert not [point for one in subjects for point in one.strong if point[:30] in text]


def test_notes_of_many_lines_come_back_as_they_were_written(tmp_path: Path) -> None:
    text = "cursor:\n  notes: |\n    one: two\n      deeper\n\n    - three\n  level: 2\n"
    text += "next_day:\n  notes: short\n  level: 0\n"
    assert read(filled(text, tmp_path / "s"), SCRIPT.standing) == [
        Answered("cursor", "one: two\n  deeper\n\n- three", 2),
        Answered("next_day", "short", 0),
    ]


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ("cursor: {notes: |, level: 2}", ":1: a value begins with a sign that means something else to YAML"),
        ("cursor:\n  notes: it is: so\n  level: 2", ":2: a colon stands inside plain text"),
        ("cursor:\n\tnotes: x", ":2: a tab stands where blanks must"),
        ("cursor:\n  notes: no\n  level: no", ":3: cursor: level is 'no'; a whole number from 0 to 3"),
        ('cursor:\n  notes: "it: is\n  level: 2', ":3: a quote is not closed up to here"),
        ("cursor: {level: 1}\ncursor: {level: 2}", ":2: the key 'cursor' stands here for the second time"),
        ("cursr: {level: 1}", ":1: no subject is called 'cursr'; there are way_of_a_call, cursor"),
        ("cursor:\n  note: x\n  level: 1", ":2: cursor has a key 'note'; there are notes and level"),
        ("cursor:\n  notes: x", ":1: cursor: there are notes and no level"),
        ("cursor:\n  notes: x\n  level: 4", ":3: cursor: level is 4"),
        ("cursor:\n  notes: x\n  level: true", ":3: cursor: level is True"),
        ("cursor:\n  notes: [x]\n  level: 1", ":2: cursor: notes are no text"),
        ("cursor: words", ":1: cursor holds no notes and no level"),
        ("- cursor", ":1: holds no subjects"),
    ],
)
def test_every_slip_on_a_sheet_is_named_by_its_line(slip: str, said: str, tmp_path: Path) -> None:
    path = filled(slip, tmp_path / "s.yaml")
    with pytest.raises(WrongUsage) as caught:
        read(path, SCRIPT.standing)
    assert str(caught.value).startswith(f"{path}{said}")
    assert "then level: 0 to 3" in str(caught.value)
    assert path.read_text() == slip


def test_the_command_writes_a_sheet_and_reads_it_filled(run: Callable[..., Said], mine: Hands) -> None:
    assert "no terminal to talk at; name a sheet instead" in run("interview").err
    assert run("interview", "--notes", "notes.yaml").code == 0
    path = mine.folder / "notes.yaml"
    assert "holds no answer yet" in run("interview", "--notes", "notes.yaml").err
    path.write_text(
        path.read_text().replace("cursor:\n  notes: |\n\n  level:", "cursor:\n  notes: |\n    mine\n  level: 1")
    )
    said = run("interview", "--notes", "notes.yaml")
    assert said.out.startswith("1 of 6 subjects are written down in ")
    assert "mine" in (mine.folder / ".takehome/interview-1.md").read_text()
    assert [event.kind for event in mine.told.of("interview.")] == ["interview.answer", "interview.done"]


def test_at_a_terminal_what_was_answered_before_a_break_is_kept(mine: Hands) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"first line\nsecond line\n\n9\ntwo\n2\n\x04")
    argv, env = [sys.executable, "-m", "grader", "interview"], {**os.environ, "PYTHONPATH": str(TOP), "COLUMNS": "80"}
    ran = subprocess.run(argv, cwd=mine.folder, env=env, stdin=theirs, capture_output=True, timeout=30, check=False)
    os.close(ours)
    os.close(theirs)
    said = ran.stdout.decode()
    assert ran.returncode == 130
    assert "A strong answer covers:" in said
    for wrong in ("9", "two"):
        assert f"Error: '{wrong}' is no level; type a whole number from 0 to 3" in said
    assert said.splitlines()[-1] == "Broken off; what you answered is kept. To go on: takehome interview"
    (event,) = mine.told.of("interview.answer")
    assert (event.data["notes"], event.data["level"]) == ("first line\nsecond line", 2)


def test_a_sheet_that_cannot_be_written_is_said(run: Callable[..., Said]) -> None:
    said = run("interview", "--notes", "nowhere/notes.yaml")
    assert (said.code, said.out) == (2, "")
    assert "cannot be written (No such file or directory); name another file" in said.err


def test_questions_come_from_the_grade_that_is_named(run: Callable[..., Said], mine: Hands) -> None:
    said = run("interview", "--from", GRADES / "not_ready.json", "--notes", "notes.yaml")
    assert said.out.startswith("A sheet with 10 subjects lies in notes.yaml")
    assert (mine.folder / "notes.yaml").read_text().count("# From your grade, 4 minutes.") == 4


def test_without_a_practice_the_text_lies_where_one_stands(tmp_path: Path) -> None:
    held = Interview(None, SCRIPT, None, lambda: NINE)
    assert talk(held, Scripted([("x", 1)] * 6)) == [Answered(one.id, "x", 1) for one in SCRIPT.standing]
    assert finish(held, [], tmp_path) == tmp_path / "interview-1.md"
    assert [path.name for path in tmp_path.iterdir()] == ["interview-1.md"]
