"""Where the contract leaves the choice, two correct adapters choose differently, and neither is alarmed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from the_node import node

from grader.checks.asking import Asker
from grader.checks.cases import Case, written_cases
from grader.checks.mutants import correct
from grader.checks.round import Round
from grader.exercise import Exercise, load
from grader.grading.options import Options, starter
from grader.submission.handin import take_in
from grader.values import canonical

EXERCISE = load("search_tickets")
CASES = {language: written_cases(EXERCISE, language) for language in ("python", "javascript")}
PLACES = sorted({(language, str(case.open)) for language, cases in CASES.items() for case in cases if case.open})

# Where all three agree: edits of the first that choose otherwise.
PYTHON = {
    "tenant_before_first_colon": ('key.startswith(f"{tenant}:")', 'key.partition(":")[0] == tenant'),
    "one_ticket_an_id": (
        "    found.sort(",
        '    found = list({ticket["id"]: ticket for ticket in found}.values())\n    found.sort(',
    ),
    "title_missing": ('ticket["title"].lower()', 'ticket.get("title", "").lower()'),
    "only_known_statuses": (
        '    if asked["status"] not in',
        '    if ticket["status"] not in STATUSES:\n        return False\n    if asked["status"] not in',
    ),
    "no_tenant_no_rows": (
        "for key, ticket in records.items() if key",
        "for key, ticket in records.items() if tenant and key",
    ),
}
JAVASCRIPT = {
    "tenant_before_first_colon": ("key.startsWith(`${tenant}:`)", 'key.split(":")[0] === tenant'),
    "one_ticket_an_id": (
        "  return rows.map(([, ticket]) => ticket);",
        "  return [...new Map(rows.map(([, ticket]) => [ticket.id, ticket])).values()];",
    ),
    "title_missing": ("ticket.title.toLowerCase()", '(ticket.title ?? "").toLowerCase()'),
    "id_from_the_key": (
        "  return rows.map(([, ticket]) => ticket);",
        '  return rows.map(([key, ticket]) => ({ ...ticket, id: key.split(":").at(-1) }));',
    ),
    "no_tenant_no_rows": ("[...records].filter(([key]) => key", "[...records].filter(([key]) => tenant && key"),
}
EDITS = {"python": ("tickets.py", PYTHON), "javascript": ("tickets.mjs", JAVASCRIPT)}

Choices = dict[str, dict[str, str]]


def chosen(exercise: Exercise, path: Path, cases: list[Case]) -> tuple[dict[str, str], list[str]]:
    """What an adapter answers at each open place, and the rules that it is alarmed for over all written cases."""
    with take_in(path, exercise) as handin, Asker(exercise, starter(handin, Options())) as asker:
        told = Round(asker)
        told.run(cases)
    answers: dict[str, str] = {}
    for result in told.results:
        if result.case.open and result.exchange:
            reply = result.exchange.reply
            answers[result.case.open] = answers.get(result.case.open, "") + canonical([reply.kind, reply.value])
    return answers, [rule for failure in told.failures for rule in failure.verdict.all]


@pytest.fixture(scope="module")
def adapters(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Choices]:
    """By language: the three correct adapters and the edits of the first; none of them may be alarmed."""
    return cache(lambda language: _adapters(language, tmp_path_factory.mktemp(language)))


def _adapters(language: str, top: Path) -> Choices:
    file, edits = EDITS[language]
    paths = {path.name: path for path in correct(EXERCISE, language)}
    for name, (old, new) in edits.items():
        paths[name] = Path(shutil.copytree(paths["correct_1"], top / name))
        text = (paths[name] / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, name
        (paths[name] / file).write_text(text.replace(old, new), encoding="utf-8")
    found = {name: chosen(EXERCISE, path, CASES[language]) for name, path in paths.items()}
    assert {name: alarms for name, (_, alarms) in found.items() if alarms} == {}
    return {name: answers for name, (answers, _) in found.items()}


@pytest.mark.parametrize(("language", "place"), PLACES)
def test_two_correct_adapters_choose_differently_and_neither_is_alarmed(
    language: str, place: str, adapters: Callable[[str], Choices]
) -> None:
    if language == "javascript":
        node()
    choices = {answers[place] for answers in adapters(language).values()}
    assert len(choices) > 1, f"all answer {choices}"


def test_the_same_answer_would_be_an_alarm_were_the_place_not_open() -> None:
    """The places matter: held to the model, some choice of each correct adapter is found wrong."""
    closed = [replace(case, open=None, name=None) for case in CASES["python"] if case.open]
    for path in correct(EXERCISE, "python"):
        with take_in(path, EXERCISE) as handin, Asker(EXERCISE, starter(handin, Options())) as asker:
            told = Round(asker)
            told.run(_asked_by_the_model(closed))
            assert told.failures, path.name


def _asked_by_the_model(cases: list[Case]) -> list[Case]:
    """The cases of contexts that the model can speak about."""
    return [case for case in cases if isinstance(case.call.context, str)]
