"""Cross-tenant tries use the hand-in's own cursors: sent by the other session, or rewritten to name its tenant."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.checks.asking import Asker
from grader.checks.isolation import forgeries, replays, rewritten, sessions
from grader.checks.mutants import correct
from grader.checks.round import Round
from grader.exercise import Exercise

Take = Callable[..., Asker]
Plant = Callable[[str], Path]


def b64(text: str, *, padded: bool = True, url: bool = False) -> str:
    encoded = (base64.urlsafe_b64encode if url else base64.b64encode)(text.encode()).decode()
    return encoded if padded else encoded.rstrip("=")


def test_one_session_a_tenant_may_read(exercise: Exercise) -> None:
    assert sessions(exercise) == ["alpha", "beta"]


def test_each_session_sends_what_the_other_was_given(exercise: Exercise) -> None:
    turns = [[step.call.context for step in case.steps] for case in replays(exercise)]
    assert turns == [["alpha", "beta"], ["beta", "alpha"]]
    assert {str(case.call.args["cursor"]) for case in replays(exercise)} == {"$next"}


def test_an_exercise_without_pages_has_no_cursors_to_try(exercise: Exercise) -> None:
    assert list(replays(replace(exercise, paging=None))) == []


@pytest.mark.parametrize(
    ("cursor", "forged"),
    [
        ("alpha:TKT-104", ["beta:TKT-104"]),
        ("TKT-104", []),
        (b64('["alpha", 104]'), [b64('["beta", 104]')]),
        (b64('["alpha", 10]', padded=False), [b64('["beta", 10]', padded=False)]),
        (b64('["alpha", 1]'), [b64('["beta", 1]'), b64('["beta", 1]', padded=False)]),
        (b64("alpha??>>>", url=True), [b64("beta??>>>", url=True)]),
        (b64('{"t": "gamma"}'), []),
        ("!!", []),
        ("", []),
    ],
)
def test_a_cursor_is_rewritten_in_the_form_that_it_has(cursor: str, forged: list[str]) -> None:
    assert rewritten(cursor, "alpha", "beta") == forged


def found(asker: Asker, exercise: Exercise) -> tuple[dict[str, int], set[str]]:
    told = Round(asker)
    told.run(replays(exercise))
    told.any_of(forgeries(asker))
    return dict(told.tally["isolation"]), {rule for failure in told.failures for rule in failure.verdict.all}


def test_a_correct_hand_in_is_tried_four_times_and_gives_nothing_away(exercise: Exercise, asker: Take) -> None:
    assert found(asker(correct(exercise, "python")[0]), exercise) == ({"passed": 4}, set())


@pytest.mark.parametrize(
    ("name", "counted"), [("cursor-base64", {"failed": 4}), ("cursor-key-form", {"passed": 2, "failed": 2})]
)
def test_a_cursor_that_is_believed_gives_the_other_tenant_away(
    exercise: Exercise, asker: Take, planted: Plant, name: str, counted: dict[str, int]
) -> None:
    tally, rules = found(asker(planted(name)), exercise)
    assert tally == counted
    assert "scope.cursor" in rules


def test_a_forged_cursor_names_the_other_tenant_at_the_callers_place(asker: Take, planted: Plant) -> None:
    groups = list(forgeries(asker(planted("cursor-base64"))))
    cursors = {case.call.context: json.loads(base64.b64decode(case.call.args["cursor"])) for [case] in groups}
    assert cursors == {"alpha": ["beta", "TKT-101"], "beta": ["alpha", "TKT-103"]}
