"""What the report draws: acceptance table, walks, cross-tenant matrix, ladder of bounds, open places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.checks.cases import Case
from grader.checks.isolation import sessions
from grader.checks.owners import Owners, shown_keys
from grader.checks.round import Result, Round
from grader.exercise import FIXTURE, Exercise
from grader.values import Value, write_tags

MOST_WALKS = 12


def acceptance(told: Round, exercise: Exercise) -> dict[str, Any]:
    """The acceptance calls, one row each."""
    calls = [_acceptance_row(result, exercise) for result in told.results if result.case.check == "acceptance"]
    return {"passed": sum(row["status"] == "passed" for row in calls), "of": len(calls), "calls": calls}


def _acceptance_row(result: Result, exercise: Exercise) -> dict[str, Any]:
    call, exchange = result.case.call, result.exchange
    reply = exchange and exchange.reply
    return {
        "id": result.case.name,
        "status": result.status,
        "context": write_tags(call.context),
        "tool": write_tags(call.tool),
        "args": write_tags(call.args),
        "expected": write_tags(result.case.steps[-1].due or exercise.due(call, exercise.rows(result.case.store))),
        "actual": write_tags(reply.value) if reply and reply.kind == "ok" else None,
        "says": reply.says or None if reply else None,
    }


def all_of(told: Round, exercise: Exercise) -> dict[str, list[dict[str, Any]]]:
    """Every picture's data by its name in the grade."""
    return {
        "walks": list(_walks(told))[:MOST_WALKS],
        "matrix": list(_matrix(told, exercise)),
        "ladder": list(_ladder(told, exercise)),
        "open": list(_open(told, exercise)),
    }


def _walks(told: Round) -> Iterator[dict[str, Any]]:
    """The plain walks over the fixture store, and those that went wrong there."""
    for case, walk in told.walked:
        plain = isinstance(case.call.args, dict) and not case.call.args
        if case.store == FIXTURE and (plain or walk.rules):
            pages, due = ([list(page) for page in some] for some in (walk.pages, walk.due))
            yield {"context": case.call.context, "args": case.call.args, "pages": pages, "due": due}


def _matrix(told: Round, exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Each written try to read another tenant's data: who asked, whose it was, how, and what came out."""
    names = {exercise.contexts[name][exercise.tenant]: name for name in sessions(exercise)}
    for result in told.results:
        caller = result.case.call.context
        if result.case.check != "isolation" or result.exchange is None or caller not in names.values():
            continue
        others = [name for name in names.values() if name != caller]
        yield {
            "caller": caller,
            "owner": others[0] if others else None,
            "try": result.case.name,
            "status": result.status,
            "leaked": _leaked(result, exercise),
        }


def _leaked(result: Result, exercise: Exercise) -> list[str]:
    assert result.exchange is not None
    owners = Owners.of(exercise, result.exchange.step.call, result.exchange.rows)
    return shown_keys(exercise, owners, result.exchange.reply.value)


def _ladder(told: Round, exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Each written call with one argument: the value, what is due, what came."""
    for result in told.results:
        args = result.case.call.args
        if result.case.check == "arguments" and isinstance(args, dict) and len(args) == 1 and _single(result.case):
            ((argument, value),) = args.items()
            due, got = _code(exercise, result, due=True), _code(exercise, result, due=False)
            yield {"argument": argument, "value": write_tags(value), "due": due, "got": got}


def _single(case: Case) -> bool:
    return not case.before and not case.open


def _code(exercise: Exercise, result: Result, *, due: bool) -> str | None:
    """`ok`, the code, or the kind of no answer."""
    exchange = result.exchange
    if exchange is None:
        return None
    if not due and exchange.reply.kind != "ok":
        return exchange.reply.kind
    value: Value = exchange.due if due else exchange.reply.value
    if not isinstance(value, dict):
        return "no object"
    return "ok" if value.get(exercise.reply.ok) else str(value.get(exercise.reply.code))


def _open(told: Round, exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Each open place and what the hand-in chose there; several calls on one place are joined."""
    chosen: dict[str, list[str]] = {}
    for result in told.results:
        if result.case.open and result.exchange:
            chosen.setdefault(result.case.open, []).append(_choice(exercise, result))
    for place, choices in chosen.items():
        yield {"place": place, "chose": ", ".join(dict.fromkeys(choices))}


def _choice(exercise: Exercise, result: Result) -> str:
    assert result.exchange is not None
    reply = result.exchange.reply
    if reply.kind == "error":
        return f"raised {reply.error}"
    code = _code(exercise, result, due=False)
    return "accepted" if code == "ok" else f"refused: {code}" if reply.kind == "ok" else reply.kind
