"""A walk: the pages that come when a hand-in's own cursor is followed to its end, and the rules they break together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from grader.checks.asking import FATAL, Asker, Exchange
from grader.checks.cases import Case, single
from grader.exercise import Call, Exercise, Rows
from grader.values import Value
from grader.vocabulary import Paging

_SPARE = 3
"""Pages beyond one a row before a walk counts as endless."""

Page = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """The pages given and due, as ids, how it ended (`end`, `again`, `endless`, `stopped`), and every exchange."""

    pages: tuple[Page, ...]
    due: tuple[Page, ...]
    ended: str
    exchanges: tuple[Exchange, ...]
    rules: tuple[str, ...]


def walk(asker: Asker, case: Case, *, apart: bool = False) -> Walk:
    """Follow the hand-in's cursor from the case's call until null, a cursor seen before, or too many pages.

    `apart`: each page is asked of a worker of its own, so that no page can know of another.
    """
    exercise, rows = asker.exercise, asker.exercise.rows(case.store)
    paging = exercise.paging
    assert paging is not None
    exchanges, ended = _follow(asker, case, paging, len(rows) + _SPARE, apart=apart)
    pages = tuple(_ids(exchange.reply.value, paging) for exchange in exchanges if exchange.reply.kind == "ok")
    due = tuple(due_pages(exercise, case.call, rows))
    rules = tuple(dict.fromkeys(_rules(exercise, exchanges, pages, due, ended)))
    return Walk(pages, due, ended, tuple(exchanges), rules)


def _follow(asker: Asker, case: Case, paging: Paging, most: int, *, apart: bool) -> tuple[list[Exchange], str]:
    exchanges: list[Exchange] = []
    seen: set[str] = set()
    call = case.call
    while len(exchanges) < most:
        exchange = (asker.alone if apart else asker.ask)(single("page.complete", case.check, call, case.store))[0]
        exchanges.append(exchange)
        given = _next(exchange, paging)
        if exchange.reply.kind in FATAL or given is Ellipsis:
            return exchanges, "stopped"
        if given is None:
            return exchanges, "end"
        if given in seen:
            return exchanges, "again"
        seen.add(given)
        call = replace(call, args={**call.args, paging.cursor: given})
    return exchanges, "endless"


def _next(exchange: Exchange, paging: Paging) -> Value:
    """The cursor of a reply; Ellipsis when there is none to follow."""
    value = exchange.reply.value
    if not isinstance(value, dict) or paging.next not in value or not isinstance(value.get(paging.items), list):
        return ...
    given = value[paging.next]
    return given if given is None or isinstance(given, str) else ...


def _ids(value: Value, paging: Paging) -> Page:
    items = value.get(paging.items) if isinstance(value, dict) else None
    if not isinstance(items, list):
        return ()
    return tuple(str(item.get(paging.id)) for item in items if isinstance(item, dict))


def due_pages(exercise: Exercise, call: Call, rows: Rows) -> Iterator[Page]:
    """The pages that the model gives, as ids."""
    paging = exercise.paging
    assert paging is not None
    while True:
        due = exercise.due(call, rows)
        if paging.items not in due:
            return
        yield _ids(due, paging)
        if due[paging.next] is None:
            return
        call = replace(call, args={**call.args, paging.cursor: due[paging.next]})


def _rules(
    exercise: Exercise, exchanges: Sequence[Exchange], pages: tuple[Page, ...], due: tuple[Page, ...], ended: str
) -> Iterator[str]:
    """What the pages break together; silent where a page by itself holds the wrong items, or none came at all."""
    if not due or ended == "stopped" or any(page_fault(exercise, exchange) for exchange in exchanges):
        return
    if ended in ("again", "endless"):
        yield "walk.ends"
    joined, wanted = [id_ for page in pages for id_ in page], [id_ for page in due for id_ in page]
    if len(set(joined)) < len(joined):
        yield "walk.once"
    elif joined != sorted(joined):
        yield "walk.order"
    if set(wanted) - set(joined):
        yield "walk.complete"
    if len(pages) > 1 and not pages[-1] and ended == "end" and not any(map(_next_fault, exchanges)):
        yield "page.empty"


def _next_fault(exchange: Exchange) -> bool:
    """Whether the cursor of a page is wrong by itself: what comes behind it follows."""
    return any(rule.startswith("next.") for rule in exchange.verdict.rules)


def page_fault(exercise: Exercise, exchange: Exchange) -> bool:
    """Whether a page is wrong by itself, its cursor aside; behind a cursor of the hand-in's own form none can be."""
    paging = exercise.paging
    assert paging is not None
    if own_form(exercise, exchange):
        return False
    return any(rule not in ("next.id", "next.null", "page.empty") for rule in exchange.verdict.rules)


def own_form(exercise: Exercise, exchange: Exchange) -> bool:
    """Whether the call carries a cursor that the hand-in made and the contract would refuse."""
    paging = exercise.paging
    return bool(paging and paging.cursor in exchange.step.call.args and not exchange.due[exercise.reply.ok])
