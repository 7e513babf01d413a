"""Votes: which known misreadings a hand-in has, by all its wrong pages together; one page may fit several by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from grader.checks.judge import Question, judge
from grader.checks.page import shown_ids
from grader.checks.round import Failure
from grader.exercise import Call, Exercise, Rows

SAMPLE = 400
"""So many wrong pages are asked for their vote."""
MAJORITY = 0.5
"""A misreading is believed when it foretells at least this part of the pages, right and wrong, that it speaks about."""


def believed(
    exercise: Exercise, found: list[Failure], passed: list[tuple[Call, Rows]]
) -> tuple[frozenset[str], list[Failure]]:
    """The misreadings that are believed, and the failures judged again in their light.

    `passed` are calls that were answered rightly: a misreading that foretells another page there loses a vote.
    """
    pages = _pages(exercise, found)
    names = frozenset(_elected(exercise, pages, passed)) if pages else frozenset()
    return names, [_judged_again(exercise, failure, names) for failure in found]


def _pages(exercise: Exercise, found: list[Failure]) -> list[tuple[Failure, list[str]]]:
    """The single calls whose page holds other items than the due one, spread over all that were found."""
    pages = [(failure, ids) for failure in found if (ids := _wrong_page(exercise, failure)) is not None]
    return pages[:: max(1, len(pages) // SAMPLE)]


def _wrong_page(exercise: Exercise, failure: Failure) -> list[str] | None:
    exchange, paging = failure.exchange, exercise.paging
    due = exchange.due if isinstance(exchange.due, dict) else {}
    if paging is None or paging.items not in due or failure.walk or exchange.reply.kind != "ok":
        return None
    ids = shown_ids(exercise, exchange.reply.value)
    return None if ids == shown_ids(exercise, due) else ids


def _elected(
    exercise: Exercise, pages: list[tuple[Failure, list[str]]], passed: list[tuple[Call, Rows]]
) -> Iterator[str]:
    spoken: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for failure, ids in pages:
        for name, _, foretold in exercise.misread(failure.exchange.step.call, failure.exchange.rows):
            spoken[name] += 1
            right[name] += foretold == ids
    for call, rows in passed:
        spoken.update(name for name, _, _ in exercise.misread(call, rows))
    yield from (name for name in spoken if right[name] >= MAJORITY * spoken[name])


def _judged_again(exercise: Exercise, failure: Failure, names: frozenset[str]) -> Failure:
    if _wrong_page(exercise, failure) is None:
        return failure
    exchange = failure.exchange
    question = Question(exercise, exchange.step.call, exchange.rows, exchange.due, failure.case.rule, names)
    return replace(failure, verdict=judge(question, exchange.reply))
