"""`takehome` alone and the reference: where a practice stands, what the last grade changed, what comes next."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from the_desk import Said, takehome
from the_practice import EXERCISE, Hands, hands, in_it

from grader.exercise import Exercise
from grader.practice import clock, reference
from grader.practice.checklist import checklist
from grader.practice.events import Told, add, grade_made, path
from grader.practice.review.layout import lay_out
from grader.practice.review.marks import read_marks
from grader.practice.review.samples import own_sample
from grader.practice.timeline import timeline
from grader.practice.where import following, where

LISTS = checklist(EXERCISE)


@pytest.fixture
def mine(tmp_path: Path) -> Hands:
    return hands(tmp_path / "mine")


@pytest.fixture
def run(mine: Hands, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    return in_it(mine, monkeypatch)


def standing(mine: Hands) -> list[str]:
    known = mine.told
    return [line.plain for line in where(mine.folder, known, timeline(known, mine.at), LISTS, 80)]


def following_(mine: Hands) -> str:
    return following(mine.told, timeline(mine.told, mine.at), LISTS)


def graded(mine: Hands, right: str, rules: str = "", blocking: str = "", **tests: Any) -> None:
    calls = [{"id": id_, "status": "passed" if id_ in right.split() else "failed"} for id_ in ("A1", "A2", "A3")]
    acceptance = {"passed": len(right.split()), "of": 3, "calls": calls}
    found = {False: rules, True: blocking}
    findings = [
        {"rule": rule, "check": "tests" if rule.startswith("tests.") else "walks", "blocking": blocks}
        for blocks, names in found.items()
        for rule in names.split()
    ]
    made = {"verdict": "not_ready", "acceptance": acceptance, "checks": {}, "findings": findings, "tests": tests}
    assert grade_made(mine.folder, made, mine.now) is None


def test_the_way_through_a_practice(mine: Hands) -> None:
    """Each step is named as the next command, in its turn; a phase that ends with its own deed asks for no grade."""

    def done() -> None:
        clock.done(mine.folder, EXERCISE, None, mine.now)

    def event(kind: str, **data: Any) -> Callable[[], object]:
        return lambda: add(mine.folder, kind, mine.now, **data)

    steps = [
        ("takehome clock start", lambda: clock.begin(mine.folder, EXERCISE, None, mine.now)),
        ("write PLAN.md, then: takehome plan lock", event("plan.lock", **LOCK)),
        ("takehome clock done", done),
        ("takehome grade . (is Registry done? takehome clock done)", done),
        ("fill in predictions.yaml, then: takehome predict seal", event("predict.seal", said={})),
        ("takehome clock done", lambda: clock.pause(mine.folder, mine.now)),
        ("takehome clock resume", lambda: clock.resume(mine.folder, mine.now)),
        ("takehome clock done", done),
        *(
            (f"takehome grade . (is {title} done? takehome clock done)", done)
            for title in ("Search", "Declaration", "Tests", "README", "Close")
        ),
        ("takehome clock handin", lambda: clock.handin(mine.folder, EXERCISE, mine.now)),
        ("takehome grade . --open", lambda: graded(mine, "A1")),
        ("takehome predict reveal", event("predict.reveal")),
        ("takehome review new ../review", event("review.score")),
        ("takehome interview", event("interview.done", file="interview-1.md")),
        ("takehome reference", event("reference", anyway=False)),
    ]
    for expected, act in steps:
        assert following_(mine) == expected
        act()
        mine.later(1)
    assert following_(mine).startswith("another sample: ")


LOCK: dict[str, Any] = {"hash": "", "text": "", "phases": [], "struck": {}, "drop": []}


def test_what_changed_since_the_grade_before(mine: Hands) -> None:
    add(mine.folder, "predict.seal", mine.now, said={})
    graded(mine, "A1 A2", "next.null limit.range")
    graded(mine, "A1 A3", "next.null walk.once")
    text = standing(mine)
    assert "last grade, 09:00: 2 of 3, not ready" in text
    assert "  A1✓ A2✗ A3✓" in text
    changes = text[text.index("  A1✓ A2✗ A3✓") + 1 :][:4]
    assert changes == ["  newly passes: A3", "  newly fails: A2", "  mended: limit.range", "  newly broken: walk.once"]
    graded(mine, "A1 A3", "next.null walk.once")
    assert "  no change since the grade before: 2 rules broken" in standing(mine)


def test_while_predictions_are_open_no_rule_is_named(mine: Hands) -> None:
    graded(mine, "A1", "next.null")
    graded(mine, "A1", "walk.once limit.range")
    text = standing(mine)
    assert [line for line in text if "mended" in line or "broken" in line] == [
        "  mended: 1 rule",
        "  newly broken: 2 rules",
    ]


def test_a_folder_changed_after_the_handing_in_is_noticed(mine: Hands) -> None:
    clock.begin(mine.folder, EXERCISE, None, mine.now)
    clock.handin(mine.folder, EXERCISE, mine.now)
    assert "  the folder was changed since it was handed in" not in standing(mine)
    (mine.folder / "more.py").write_text("")
    assert "  the folder was changed since it was handed in" in standing(mine)


def test_a_torn_log_is_said_and_the_rest_is_shown(run: Callable[..., Said], mine: Hands) -> None:
    path(mine.folder).write_bytes(path(mine.folder).read_bytes() + b'{"v": 1, "at')
    said = run()
    assert said.code == 0
    assert "! .takehome/events.jsonl:2: torn off; this line is left out" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert said.out.splitlines()[-1] == "Next: takehome clock start"


def test_inside_a_review_its_own_next_step_is_said(
    exercise: Exercise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = lay_out(tmp_path / "review", own_sample(exercise, "python"), read_marks(exercise)).parent
    monkeypatch.chdir(folder)
    assert takehome().out.splitlines() == [
        "review",
        "  · a review, not scored yet",
        "",
        "Next: takehome review check, then: takehome review score",
    ]
    add(folder, "review.hint", number=1)
    add(folder, "review.score", points=31, band="not yet")
    monkeypatch.chdir(folder / "sample")
    first, hints, scored, *_, last = takehome().out.splitlines()
    assert (first, hints) == ("review", "  · 1 hint taken")
    assert re.fullmatch(r"  ✓ a review, scored \d\d:\d\d: 31 points, not yet", scored)
    assert last == "Next: mend review.yaml and score it again: takehome review score .."


# ---- the reference ----


@pytest.mark.parametrize(
    ("suite", "said"),
    [
        (None, "no grade is known yet; run: takehome grade ."),
        ({"judged": False}, "your own tests were not judged in the last grade"),
        ({"judged": True, "passed": 3, "failed": 1}, "your own tests were not green in the last grade"),
        (
            {"judged": True, "passed": 3, "failed": 0, "blocking": "next.null tests.acceptance"},
            "your own tests are green, but are no whole suite yet: the last grade blocks on tests.acceptance",
        ),
        (
            {"judged": True, "passed": 3, "failed": 0, "blocking": "tests.can_fail"},
            "your own tests are green, but are no whole suite yet: the last grade blocks on tests.can_fail; mend that",
        ),
    ],
)
def test_the_reference_stays_closed_until_the_suite_is_green(
    suite: dict[str, Any] | None, said: str, run: Callable[..., Said], mine: Hands
) -> None:
    if suite is not None:
        graded(mine, "A1", **suite)
    closed = run("reference")
    assert (closed.code, closed.out) == (2, "")
    assert f"the reference stays closed: {said}" in closed.err
    assert mine.told.of("reference") == ()


def test_a_green_suite_opens_it_and_the_thirteen_are_run(run: Callable[..., Said], mine: Hands) -> None:
    """Whatever is wrong in the behaviour, and whatever about the tests does not block."""
    graded(mine, "A1", "tests.acceptance tests.mutants", "next.null", judged=True, passed=3, failed=0)
    said = run("reference")
    first, second = said.out.splitlines()
    assert first.endswith("A12✓ A13✓  13 of 13")
    assert second.startswith("The reference in Python: ")
    assert Path(second.split(": ", 1)[1]).is_dir()
    assert [event.data["anyway"] for event in mine.told.of("reference")] == [False]


def test_opened_before_its_time_it_is_noted(run: Callable[..., Said], mine: Hands) -> None:
    assert run("reference", "--anyway").code == 0
    assert [event.data["anyway"] for event in mine.told.of("reference")] == [True]
    assert "  · the reference was opened before its time, 09:00" in standing(mine)


def test_the_last_grade_counts_and_not_an_earlier_one(mine: Hands) -> None:
    graded(mine, "A1", judged=True, passed=3, failed=0)
    assert reference.refusal(mine.told, None) is None
    graded(mine, "A1", judged=True, passed=3, failed=1)
    assert reference.refusal(mine.told, None) is not None


def test_a_language_without_a_reference_is_shown_another(exercise: Exercise) -> None:
    shown = reference.show(exercise, "cobol")
    assert shown.passed == dict.fromkeys(shown.passed, True)
    assert reference.refusal(Told(), None) == "no grade is known yet; run: takehome grade ."
