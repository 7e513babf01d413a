"""The plan: what it lacks is said by line, it is locked once, and the model plan waits for that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from the_desk import Said
from the_practice import EXERCISE, PLAN, Hands, hands, in_it

from grader.errors import WrongUsage
from grader.exercise import kit_folder
from grader.practice.checklist import checklist
from grader.practice.events import add
from grader.practice.plan import check, lock, show
from grader.practice.section import plan_minutes, time_section
from grader.practice.written_plan import parts, slips

MODEL = (kit_folder("rubric", EXERCISE) / "plan.md").read_text(encoding="utf-8")


@pytest.fixture
def mine(tmp_path: Path) -> Hands:
    made = hands(tmp_path / "mine")
    (made.folder / "PLAN.md").write_text(PLAN)
    return made


@pytest.fixture
def run(mine: Hands, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    return in_it(mine, monkeypatch)


def lacks(mine: Hands, old: str, new: str) -> list[str]:
    assert PLAN.count(old) == 1
    (mine.folder / "PLAN.md").write_text(PLAN.replace(old, new))
    return check(mine.folder, EXERCISE)


def test_a_whole_plan_lacks_nothing(mine: Hands) -> None:
    assert check(mine.folder, EXERCISE) == []


def test_the_model_plan_is_whole() -> None:
    lists = checklist(EXERCISE)
    assert list(slips(parts(MODEL, ""), lists.plan, lists.minutes)) == []


def test_the_empty_form_lacks_everything(tmp_path: Path) -> None:
    empty = check(hands(tmp_path / "mine").folder, EXERCISE)
    assert sum("is empty" in each for each in empty) == 5
    assert sum("no test of the group" in each for each in empty) == 5
    assert "PLAN.md:34: the minutes add up to 15 and not to 180: 165 are missing" in empty


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Two tools answer; the first rule that fails decides the code.", "-",
         ["PLAN.md:3: part 1 (The contract in my words) is empty"]),
        ("## 2 The registry\n", "", ["PLAN.md:1: part 2 is missing; give it a heading: ## 2 The registry"]),
        ("| walks | all once |", "", ["PLAN.md:15: no test of the group Walks"]),
        (" because one tenant is enough for me", "", ["PLAN.md:15: Isolation is struck out without a reason"]),
        ("| tests | 60 |", "| tests | 70 |", ["PLAN.md:25: the minutes add up to 190 and not to 180: 10 too many"]),
        ("2. walks under filters", "", ["PLAN.md:25: 1 of at least 2 things to give up are named"]),
    ],
)  # fmt: skip
def test_what_is_lacking_is_said_with_its_line(mine: Hands, old: str, new: str, said: list[str]) -> None:
    found = lacks(mine, old, new)
    assert [each[: len(want)] for each, want in zip(found, said, strict=True)] == said


def test_a_row_that_adds_the_others_up_is_not_added(mine: Hands) -> None:
    assert lacks(mine, "| README | 20 |", "| README | 20 |\n| **total** | 180 |") == []


def test_locking_keeps_hash_time_and_text(mine: Hands) -> None:
    mine.later(14)
    event = lock(mine.folder, EXERCISE, mine.now)
    assert event.at == mine.at
    assert event.data["text"] == PLAN
    assert event.data["phases"][1] == {"phase": "old tool behind the registry", "minutes": 25}
    assert event.data["struck"] == {"isolation": "because one tenant is enough for me"}
    assert event.data["drop"] == ["the query", "walks under filters"]


def test_it_is_locked_once_and_only_whole(mine: Hands) -> None:
    (mine.folder / "PLAN.md").write_text(PLAN.replace("| tests | 60 |", "| tests | 6 |"))
    with pytest.raises(WrongUsage, match=r"PLAN.md:25: the minutes add up to 126 .*; all of it: takehome plan check"):
        lock(mine.folder, EXERCISE, mine.now)
    (mine.folder / "PLAN.md").write_text(PLAN)
    lock(mine.folder, EXERCISE, mine.now)
    with pytest.raises(WrongUsage, match="the plan was locked at 09:00"):
        lock(mine.folder, EXERCISE, mine.now)


def test_the_model_plan_waits_for_the_lock(mine: Hands) -> None:
    with pytest.raises(WrongUsage, match="shown after yours is locked; run: takehome plan lock"):
        show(mine.folder, EXERCISE, 80)


@pytest.mark.parametrize("width", [80, 120])
def test_both_plans_are_shown_part_by_part_within_the_width(mine: Hands, width: int) -> None:
    lock(mine.folder, EXERCISE, mine.now)
    lines = show(mine.folder, EXERCISE, width)
    text = "\n".join(line.plain for line in lines)
    assert all(line.cell_len <= width for line in lines)
    assert ("│" in text) == (width > 100)
    assert "the first rule that fails decides" in " ".join(text.split())
    assert "Keeps" not in text
    assert "The executor" in text


def test_a_plan_changed_after_the_lock_is_shown_as_it_was(mine: Hands) -> None:
    lock(mine.folder, EXERCISE, mine.now)
    (mine.folder / "PLAN.md").write_text("all new")
    lines = [line.plain for line in show(mine.folder, EXERCISE, 80)]
    assert "PLAN.md was changed since, the locked text is shown." in lines[-1]
    assert any("An entry holds a parser" in line for line in lines)


def test_the_grade_compares_planned_with_actual(mine: Hands) -> None:
    lists = checklist(EXERCISE)
    lock(mine.folder, EXERCISE, mine.now)
    assert plan_minutes(mine.told, lists, lists.starts["given"]) == {
        "plan": 15,
        "registry": 25,
        "search": 60,
        "tests": 60,
        "readme": 20,
    }
    add(mine.folder, "clock.start", mine.now, exercise=EXERCISE, start="given")
    mine.later(20)
    add(mine.folder, "clock.done", mine.now, phase="plan")
    section = time_section(mine.folder, mine.at)
    assert section is not None
    assert section["phases"][0] == {"id": "plan", "title": "Plan", "allotted": 15, "planned": 15, "actual": 1200}
    assert section["phases"][2]["planned"] is None


def test_the_commands(run: Callable[..., Said], mine: Hands) -> None:
    assert run("plan", "check").code == 0
    assert run("plan", "lock").code == 0
    assert run("plan", "show").out.splitlines()[-1].startswith("Locked at 2026-03-02T09:00:00+01:00, hash ")
    (mine.folder / "PLAN.md").unlink()
    gone = run("plan", "check")
    assert gone.code == 2
    assert "its empty form lies at" in gone.err
    (mine.folder / "PLAN.md").write_bytes(b"\xff")
    assert "is no text in UTF-8" in run("plan", "check").err
    (mine.folder / "PLAN.md").write_text("")
    assert run("plan", "check").code == 1
