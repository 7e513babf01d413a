"""A walk follows a hand-in's own cursors, ends for certain, and names what only all pages together show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.checks.asking import Asker
from grader.checks.cases import single
from grader.checks.mutants import correct
from grader.checks.walks import Walk, due_pages, walk
from grader.exercise import Call, Exercise, Rows

ROWS: Rows = {
    f"{tenant}:TKT-{n}": {"id": f"TKT-{n}", "title": f"Login {n}", "status": "open"}
    for tenant, n in [("alpha", 105), ("alpha", 101), ("beta", 106), ("alpha", 104), ("alpha", 102), ("alpha", 103)]
}

Take = Callable[..., Asker]
Plant = Callable[[str], Path]


@pytest.fixture
def walked(asker: Take) -> Callable[..., Walk]:
    """The walk through a hand-in's pages of two."""

    def follow(path: Path, store: str | Rows = ROWS, **args: Any) -> Walk:
        call = Call("search_tickets", {"limit": 2, **args}, "alpha")
        return walk(asker(path), single("walk.complete", "walks", call, store, walk=True))

    return follow


def numbers(pages: tuple[tuple[str, ...], ...]) -> str:
    return " | ".join(" ".join(id_[-1] for id_ in page) for page in pages)


def test_a_right_walk_ends_after_its_last_page(exercise: Exercise, walked: Callable[..., Walk]) -> None:
    through = walked(correct(exercise, "python")[0])
    assert (numbers(through.pages), through.ended, through.rules) == ("1 2 | 3 4 | 5", "end", ())
    assert through.pages == through.due


def test_a_walk_that_finds_nothing_is_one_empty_page(exercise: Exercise, walked: Callable[..., Walk]) -> None:
    through = walked(correct(exercise, "python")[0], query="zebra")
    assert (through.pages, through.due, through.rules) == (((),), ((),), ())


def test_the_due_pages_of_a_call_that_is_refused_are_none(exercise: Exercise) -> None:
    assert list(due_pages(exercise, Call("search_tickets", {"limit": 0}, "alpha"), ROWS)) == []


def pages_of(*pages: str) -> Iterator[str]:
    """The source of a hand-in that gives these pages, `1 2 > x`: ids and next cursor, each for the cursor before it."""
    yield "PAGES = {"
    cursor: str | None = None
    for page in pages:
        ids, _, following = page.partition(">")
        known = [f"TKT-10{n}" for n in ids.split()]
        yield f"    {cursor!r}: ({known}, {following.strip() or None!r}),"
        cursor = following.strip()
    yield "}"
    yield "def execute_tool(name, args, context, records):"
    yield "    ids, following = PAGES[args.get('cursor')]"
    yield "    rows = [records['alpha:' + id] for id in ids]"
    yield "    return {'ok': True, 'tickets': rows, 'next_cursor': following}"


OWN_CURSORS = {
    "all of it": (("1 2 > a", "3 4 > b", "5"), "end", ""),
    "one left out between pages": (("1 2 > a", "4 5"), "end", "walk.complete"),
    "the end left out": (("1 2 > a", "3 4"), "end", "walk.complete"),
    "one twice": (("1 2 > a", "2 3 > b", "4 5"), "end", "walk.once"),
    "one twice, another left out": (("1 2 > a", "2 4 > b", "5"), "end", "walk.once walk.complete"),
    "out of order": (("1 2 > a", "4 5 > b", "3"), "end", "walk.order"),
    "an empty page behind a cursor that was wrong already": (("1 2 > a", "3 4 > b", "5 > c", ""), "end", ""),
    "back to a cursor": (("1 2 > a", "3 4 > a"), "again", "walk.ends walk.complete"),
}


@pytest.mark.parametrize("name", OWN_CURSORS)
def test_cursors_of_any_form_are_followed_and_the_pages_judged_together(
    walked: Callable[..., Walk], hand_in: Callable[[str], Path], name: str
) -> None:
    pages, ended, rules = OWN_CURSORS[name]
    through = walked(hand_in("\n".join(pages_of(*pages))))
    assert through.ended == ended
    assert set(through.rules) == set(rules.split())


def test_a_walk_of_ever_new_cursors_is_cut(walked: Callable[..., Walk], hand_in: Callable[[str], Path]) -> None:
    source = (
        "\n".join(pages_of("1 2 > 1")).replace("args.get('cursor')", "None").replace("following}", "str(len(LOG))}")
    )
    source = source.replace("    ids,", "    LOG.append(1)\n    ids,").replace("PAGES =", "LOG = []\nPAGES =", 1)
    through = walked(hand_in(source))
    assert through.ended == "endless"
    assert len(through.exchanges) == len(ROWS) + 3
    assert "walk.ends" in through.rules


@pytest.mark.parametrize(
    ("name", "ended"),
    [("next-omitted", "stopped"), ("unknown-name-raises", "end"), ("loops-on-full-page", "stopped")],
)
def test_a_walk_stops_at_a_page_that_leads_nowhere(asker: Take, planted: Plant, name: str, ended: str) -> None:
    call = Call("search_tickets", {"limit": 2}, "alpha")
    through = walk(asker(planted(name), timeout=0.3), single("walk.complete", "walks", call, ROWS, walk=True))
    assert (through.ended, through.rules) == (ended, ())


@pytest.mark.parametrize("name", ["insertion-order", "status-ignored", "scope-missing"])
def test_a_page_that_is_wrong_by_itself_leaves_nothing_to_the_walk(
    walked: Callable[..., Walk], planted: Plant, name: str
) -> None:
    through = walked(planted(name), status="closed" if name == "status-ignored" else "open")
    assert any(exchange.verdict.rules for exchange in through.exchanges)
    assert through.rules == ()


MIXED: Rows = {f"alpha:TKT-{n}": {"id": f"TKT-{n}", "title": "Login", "status": "open"} for n in (101, 107, 102)}


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("next-null-after-cursor", "walk.complete"),
        ("later-pages-unsorted", "walk.order"),
        ("next-goes-backwards", "walk.ends"),
        ("next-one-back", "walk.once"),
    ],
)
def test_a_planted_fault_shows_in_the_walk(walked: Callable[..., Walk], planted: Plant, name: str, rule: str) -> None:
    store, limit = {"later-pages-unsorted": (MIXED, 1), "next-one-back": ("fixture", 3)}.get(name, ("fixture", 1))
    through = walked(planted(name), store=store, limit=limit)
    assert rule in through.rules
