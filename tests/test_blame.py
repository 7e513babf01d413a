"""Blame: each fault of a hand-in is laid at the door of its own rule, and shown by a small case that brings it back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from grader.checks.asking import Asker
from grader.checks.cases import Case, Step, single, written_cases
from grader.checks.isolation import forgeries, replays
from grader.checks.mutants import correct
from grader.checks.round import Round
from grader.exercise import Call, Exercise
from grader.grading.blame import Blame, Shown, wrong

Take = Callable[..., Asker]
Plant = Callable[[str], Path]
SEARCH = Call("search_tickets", {}, "alpha")


def blamed(asker: Asker, cases: Iterable[Case]) -> dict[str, Shown]:
    """The rules that are shown broken when these cases and the forged cursors are asked."""
    told = Round(asker)
    told.run(cases)
    told.any_of(forgeries(asker))
    return {shown.rule: shown for shown in Blame(asker.fresh()).all(told.failures, told.passed)}


def written(exercise: Exercise, *checks: str) -> list[Case]:
    return written_cases(exercise, "python", checks)


def evidence(exercise: Exercise) -> list[Case]:
    """The thirteen and some of all pages: one wrong page alone may fit several misreadings by chance."""
    return [*written(exercise, "acceptance"), *islice(exercise.probes.pages(exercise), 0, None, 61)]


def test_of_a_correct_hand_in_nothing_is_shown(exercise: Exercise, asker: Take) -> None:
    assert blamed(asker(correct(exercise, "python")[0]), written(exercise, "acceptance", "isolation", "state")) == {}


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("insertion-order", "sort.id"),
        ("descending", "sort.id"),
        ("scope-after-cut", "scope.page"),
        ("scope-missing", "scope.search"),
        ("limit-clamped", "limit.range"),
        ("unknown-name-raises", "answer.returned"),
        ("search-raw-tickets", "fields.search"),
        ("full-page-has-next", "next.null"),
        ("answers-later", "answer.sync"),
    ],
)
def test_one_fault_is_one_rule_shown_by_one_call(
    exercise: Exercise, asker: Take, planted: Plant, name: str, rule: str
) -> None:
    hand_in = asker(planted(name))
    found = blamed(hand_in, evidence(exercise))
    assert [*found] == [rule]
    assert not found[rule].case.sequence
    assert rule in hand_in.alone(found[rule].case)[-1].verdict.all or rule == "scope.page"


def test_a_page_that_others_rows_decide_is_right_without_them(exercise: Exercise, asker: Take, planted: Plant) -> None:
    hand_in = asker(planted("scope-after-cut"))
    shown = blamed(hand_in, evidence(exercise))["scope.page"]
    own = {key: row for key, row in shown.exchange.rows.items() if exercise.contract.owns({"tenant": "alpha"}, key)}
    assert hand_in.alone(shown.case)[-1].verdict.rules
    assert not hand_in.alone(replace(shown.case, store=own))[-1].verdict.rules


def test_a_token_that_names_its_tenant_is_shown_by_one_call(exercise: Exercise, asker: Take, planted: Plant) -> None:
    shown = blamed(asker(planted("cursor-base64")), [*written(exercise, "acceptance"), *replays(exercise)])[
        "scope.cursor"
    ]
    assert (shown.case.before, list(shown.case.call.args)) == ((), ["cursor"])


HANDLES = (
    ("STATUSES = (", "HANDLES: dict = {}\nSTATUSES = ("),
    (
        "found = [ticket for ticket in owned(tenant, records)",
        """tenant, asked["cursor"] = HANDLES.get(asked["cursor"], (tenant, asked["cursor"]))
    found = [ticket for ticket in owned(tenant, records)""",
    ),
    (
        'next_cursor = page[-1]["id"] if more else None',
        """next_cursor = f"h{len(HANDLES)}" if more else None
    HANDLES[next_cursor] = (tenant, page[-1]["id"] if page else "")""",
    ),
    ('"cursor": is_ticket_id}', '"cursor": lambda value: value in HANDLES or is_ticket_id(value)}'),
)


def test_a_handle_that_is_kept_on_the_server_is_shown_by_its_being_passed_on(
    exercise: Exercise, asker: Take, hand_in: Callable[[str], Path]
) -> None:
    source = (correct(exercise, "python")[0] / "tickets.py").read_text(encoding="utf-8")
    for old, new in HANDLES:
        assert source.count(old) == 1
        source = source.replace(old, new)
    shown = blamed(asker(hand_in(source)), [*written(exercise, "acceptance"), *replays(exercise)])["scope.cursor"]
    assert [step.call.context for step in shown.case.steps] in (["alpha", "beta"], ["beta", "alpha"])
    assert shown.case.call.args == {"cursor": "$next"}


@pytest.mark.parametrize(
    ("name", "check", "rule"),
    [
        ("cache-across-contexts", "isolation", "scope.session"),
        ("last-tenant-kept", "isolation", "scope.session"),
        ("permission-remembered", "isolation", "permission.search"),
        ("offset-remembered", "walks", "walk.stable"),
        ("filters-remembered", "state", "state.same_answer"),
        ("first-store-kept", "state", "state.this_store"),
        ("args-cursor-popped", "state", "state.args"),
    ],
)
def test_what_goes_from_call_to_call_is_shown_with_the_calls_before(
    exercise: Exercise, asker: Take, planted: Plant, name: str, check: str, rule: str
) -> None:
    hand_in = asker(planted(name))
    cases = [case for case in written(exercise, check) if case.rule == rule or name == "filters-remembered"]
    shown = blamed(hand_in, cases)[rule]
    assert 1 <= len(shown.case.before) <= 2
    assert hand_in.alone(shown.case)[-1].verdict.rules
    assert wrong(hand_in.fresh(), shown.case) is not None


def test_a_session_that_shows_through_is_no_fault_of_the_cursor_it_is_given(
    exercise: Exercise, asker: Take, planted: Plant
) -> None:
    """Any cursor goes on in the other tenant there, also one that no call gave out."""
    found = blamed(asker(planted("last-tenant-kept")), [*written(exercise, "isolation"), *replays(exercise)])
    assert [*found] == ["scope.session"]


def test_a_session_that_shows_through_is_found_from_single_calls_too(asker: Take, planted: Plant) -> None:
    beta = Call("search_tickets", {}, "beta")
    cases = [single("page.complete", "walks", call) for call in (SEARCH, beta, SEARCH, beta)]
    found = blamed(asker(planted("cache-across-contexts")), cases)
    assert [*found] == ["scope.session"]
    case = found["scope.session"].case
    assert ([step.call.context for step in case.steps], case.steps[0].times) == (["alpha", "beta"], 1)


def test_after_how_many_calls_an_answer_turns_is_counted(asker: Take, planted: Plant) -> None:
    cases = [single("page.complete", "walks", SEARCH) for _ in range(60)]
    found = blamed(asker(planted("rate-limit")), cases)
    assert [*found] == ["state.same_answer"]
    case = found["state.same_answer"].case
    assert [(step.call, step.times) for step in case.steps] == [(SEARCH, 40), (SEARCH, 1)]


def test_a_written_run_of_calls_is_cut_to_the_first_that_turns(asker: Take, planted: Plant) -> None:
    run = Case("state.same_answer", "state", (Step(SEARCH, times=60), Step(SEARCH)))
    case = blamed(asker(planted("rate-limit")), [run])["state.same_answer"].case
    assert sum(step.times for step in case.steps) == 41


WRONG_AT_FIRST = (
    (
        "STATUSES = (",
        """from pathlib import Path
LOADS = Path(__file__).with_name("loads")
LOADS.write_text((LOADS.read_text() if LOADS.exists() else "") + "x")
WRONG = len(LOADS.read_text()) <= MOST
STATUSES = (""",
    ),
    ("asked = tool.parse(args)", "asked = None if WRONG else tool.parse(args)"),
)


@pytest.fixture
def wrong_at_first(exercise: Exercise, asker: Take, hand_in: Callable[[str], Path]) -> Callable[[int], Asker]:
    """A hand-in that refuses every call in the first workers that load it, as chance might have it."""

    def take(most: int) -> Asker:
        source = (correct(exercise, "python")[0] / "tickets.py").read_text(encoding="utf-8")
        for old, new in WRONG_AT_FIRST:
            assert source.count(old) == 1
            source = source.replace(old, new.replace("MOST", str(most)))
        return asker(hand_in(source))

    return take


def test_an_answer_that_never_comes_back_is_looked_for_in_few_histories(
    wrong_at_first: Callable[[int], Asker],
) -> None:
    given = ({"status": "open"}, {"query": "login"}, {"limit": 2}, {"cursor": "TKT-101"}, {})
    cases = [single("page.complete", "walks", replace(SEARCH, args=args)) for args in given * 5]
    hand_in = wrong_at_first(1)
    told, starts = Round(hand_in), []
    told.run(cases)
    counted = Asker(hand_in.exercise, lambda: (starts.append(1), hand_in.start())[1])
    shown = Blame(counted).all(told.failures, told.passed)
    assert [each.rule for each in shown] == ["state.same_answer"]
    assert len(starts) < 60


def test_what_differs_once_beside_others_rows_is_not_laid_at_their_door(
    exercise: Exercise, wrong_at_first: Callable[[int], Asker]
) -> None:
    told = Round(hand_in := wrong_at_first(4))
    told.run([single("page.complete", "walks", SEARCH)])
    shown = Blame(hand_in.fresh()).all(told.failures, told.passed)
    assert [each.rule for each in shown] == ["limit.default"]


def test_every_case_that_a_rule_broke_is_named_beside_the_one_shown(
    exercise: Exercise, asker: Take, planted: Plant
) -> None:
    shown = blamed(asker(planted("insertion-order")), evidence(exercise))["sort.id"]
    assert set(shown.also) == {"A2", "A5", "A6", "A7", "A12"}


def test_rules_come_worst_first(exercise: Exercise, asker: Take, hand_in: Callable[[str], Path]) -> None:
    source = (correct(exercise, "python")[0] / "tickets.py").read_text(encoding="utf-8")
    for old, new in (
        (' if key.startswith(f"{tenant}:")]', "]"),
        ('failure("unknown_tool")', 'failure("no_tool")'),
        ("[public(ticket) for ticket in page]", "page"),
    ):
        assert source.count(old) == 1
        source = source.replace(old, new)
    found = [*blamed(asker(hand_in(source)), written(exercise, "acceptance"))]
    assert found == sorted(found, key=lambda rule: exercise.rules[rule].place)
    assert {"scope.search", "fields.search", "code.known"} <= {*found}
