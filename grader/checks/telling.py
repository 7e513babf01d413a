"""The call that tells a mutant from a correct adapter on the records that a suite itself uses, if there is one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice, product
from pathlib import Path

from grader.checks.asking import Asker, Exchange
from grader.checks.cases import Case, Step, single
from grader.checks.mutants import FROM, Mutant, plant
from grader.checks.mutants import folder as folder_of
from grader.exercise import FIXTURE, Call, Exercise, Rows
from grader.submission.handin import HandIn, take_in
from grader.submission.sandbox import Open
from grader.submission.worker import Worker
from grader.values import Value, canonical

CASES = 8_000
"""So many are tried before a mutant is said to show nowhere."""
TIMEOUT, PATIENCE = 1.0, 20
_CONTEXTS, _STORES, _EACH = 8, 40, 7


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a suite asks of: its distinct records (the smallest first), its sessions, and the calls that it made."""

    stores: tuple[str | Rows, ...]
    contexts: tuple[Value, ...]
    made: tuple[tuple[Call, str | Rows], ...]


def grounds(exercise: Exercise, stores: Iterable[Rows], made: Iterable[tuple[Call, Rows]]) -> Grounds:
    """The grounds of a suite; its records are called `fixture` where they are the exercise's own."""
    known = {canonical(rows): rows for rows in stores}
    ordered = sorted(known.values(), key=lambda rows: (len(rows), canonical(rows)))
    names = {canonical(context): name for name, context in exercise.contexts.items()}
    known_to = [(replace(call, context=names.get(canonical(call.context), call.context)), rows) for call, rows in made]
    pairs = {canonical([call.tool, call.args, call.context, rows]): (call, rows) for call, rows in known_to}
    contexts: dict[str, Value] = {name: name for name in exercise.contexts}
    contexts |= {canonical(call.context): call.context for call, _ in pairs.values()}
    calls = (pair for _, pair in sorted(pairs.items(), key=lambda item: (len(item[0]), item[0])))
    return Grounds(
        tuple(_named(exercise, rows) for rows in ordered[:_STORES]),
        tuple(contexts.values())[: len(exercise.contexts) + _CONTEXTS],
        tuple((call, _named(exercise, rows)) for call, rows in calls),
    )


def _named(exercise: Exercise, rows: Rows) -> str | Rows:
    return FIXTURE if canonical(rows) == canonical(exercise.store) else rows


def telling(exercise: Exercise, language: str, mutant: Mutant, on: Grounds) -> Case | None:
    """The first case on these grounds to which the mutant's reply is not the due one; None when no case shows it."""
    with tempfile.TemporaryDirectory(prefix="takehome-mutant-") as folder:
        planted = plant(exercise, language, mutant, Path(folder) / mutant.name)
        right = folder_of(exercise, language) / FROM
        with ExitStack() as stack:
            taken, base = (stack.enter_context(take_in(path, exercise)) for path in (planted, right))
            asker, of_base = (stack.enter_context(Asker(exercise, _starter(each))) for each in (taken, base))
            return _telling(asker, of_base, mutant, on)


def _starter(handin: HandIn) -> Callable[[], Worker]:
    return lambda: Worker(handin, sandbox=Open(), timeout=TIMEOUT)


def _telling(asker: Asker, base: Asker, mutant: Mutant, on: Grounds) -> Case | None:
    """What the base of the mutant does not answer as it is due either is left open by the contract, and tells nothing.

    A case that only shows the fault after others is no use to a reader; the mutant's own then stands for it.
    """
    after_others = 0
    for case in islice(_cases(asker.exercise, mutant, on), CASES):
        if _differs(asker.ask(case)) and not _differs(base.ask(case)):
            if not asker.before or _differs(asker.alone(case)):
                return case
            after_others += 1
            if after_others == PATIENCE:
                return mutant.case
    return None


def _differs(exchanges: Iterable[Exchange]) -> bool:
    return any(exchange.verdict.all for exchange in exchanges)


def _cases(exercise: Exercise, mutant: Mutant, on: Grounds) -> Iterator[Case]:
    """What the suite asks already; what shows the fault elsewhere; then all that is worth a try, smallest first."""
    rule = mutant.rule
    own = [replace(mutant.case, store=rows) for rows in on.stores]
    made = [single(rule, "", call, rows) for call, rows in on.made]
    yield from (*own, *made) if mutant.case.sequence else (*made, *own)
    calls = list(_calls(exercise, on.contexts))
    for rows, call in product(on.stores, calls):
        yield single(rule, "", call, rows)
    for rows, call in product(on.stores, calls):
        yield Case(rule, "", (Step(call, scribble=True), Step(call, keep_args=True)), rows)
    pages = list(islice(exercise.probes.pages(exercise), 0, None, _EACH))
    for rows, case in product(on.stores, pages):
        yield replace(case, rule=rule, store=rows)


def _calls(exercise: Exercise, contexts: Sequence[Value]) -> Iterator[Call]:
    """The odd calls of the exercise, once each, by every session."""
    seen = dict.fromkeys(replace(case.call, context=None) for case in exercise.probes.enumerated(exercise))
    for call, context in product(seen, contexts):
        yield replace(call, context=context)
