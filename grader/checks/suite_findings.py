"""What is found about a hand-in's own tests, each as one piece of evidence: those that block, and the remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.checks.agreed import Agreed
from grader.checks.cases import case_json
from grader.checks.evidence import Evidence
from grader.checks.matrix import Matrix
from grader.checks.suite_acceptance import elsewhere
from grader.checks.suite_turns import OWN
from grader.checks.survivors import Survivor
from grader.exercise import Exercise
from grader.submission.suite_told import Made, Told
from grader.values import Value, same

SHOWN = 8
_LAST = 12
_PAGING = "paging"


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of evidence, and whether it keeps a hand-in from being ready."""

    evidence: Evidence
    blocking: bool


def _found(rule: str, says: str, *, blocking: bool = False, expected: Value = None, actual: Value = None) -> Found:
    return Found(Evidence(rule, says, None, expected, actual), blocking)


def named(tests: Iterable[str], most: int = SHOWN) -> str:
    """Some names, and how many more there are."""
    shown = list(tests)
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more


def some(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"{count} {noun}" + ("" if count == 1 else "s")


def missing(says: str) -> list[Found]:
    """There is no suite to judge."""
    return [_found("tests.run", says, blocking=True)]


def last_lines(printed: str) -> str:
    """The end of what a command printed."""
    return "\n".join(printed.strip().splitlines()[-_LAST:])


def of_the_run(command: str, ran: Mapping[str, Any], matrix: Matrix) -> Iterator[Found]:
    """The command: does it run, is it green, and the same each time."""
    status, printed = ran["status"], last_lines(ran["printed"])
    if ran["late"]:
        yield _found(
            "tests.run", f"`{command}` had not ended after {ran['seconds']:.0f} s.", blocking=True, actual=printed
        )
    elif ran["nothing"] or not matrix.told.collected:
        yield _found("tests.run", f"`{command}` runs no test.", blocking=True, actual=printed)
    elif status and not matrix.failed and matrix.told.turn(OWN).end == "done":
        says = f"`{command}` ends with status {status}, although {some(len(matrix.run), 'test')} can be run and pass"
        excuse = ran.get("excuse")
        why = f": {excuse}" if excuse else ""
        yield _found("tests.run", f"{says}{why}.", blocking=not excuse, actual=printed)
    if matrix.failed:
        says = f"{some(len(matrix.failed), 'test')} of {len(matrix.told.collected)} red: {named(matrix.failed)}."
        yield _found("tests.green", says, blocking=True, actual=dict(list(matrix.failed.items())[:SHOWN]))
    elif matrix.told.errors:
        says = f"{named(where for where, _ in matrix.told.errors)} cannot be loaded as tests."
        yield _found("tests.green", says, blocking=True, actual=dict(matrix.told.errors[:SHOWN]))
    yield from _unsteady(matrix)


def _unsteady(matrix: Matrix) -> Iterator[Found]:
    """Tests that are green today: by chance, by their order, or against the contract; and silent skips."""
    silent = [test for test, reason in matrix.skipped.items() if not reason.strip() or reason == "unconditional skip"]
    if matrix.flaky:
        yield _found("tests.green", f"Run twice, not the same twice: {named(matrix.flaky)}.")
    if matrix.ordered:
        yield _found(
            "tests.green", f"Red when the last test comes first, so one leans on another: {named(matrix.ordered)}."
        )
    if matrix.wrong:
        says = f"Red on adapters that keep the contract, so they ask for something else: {named(matrix.wrong)}."
        yield _found(
            "tests.green", says, actual={test: faults for test, faults in matrix.wrong.items() if faults} or None
        )
    if silent:
        yield _found("tests.green", f"Skipped without a reason: {named(silent)}.")


def of_failing(matrix: Matrix) -> Iterator[Found]:
    """Can the tests fail at all."""
    idle, cannot = matrix.idle, matrix.cannot_fail
    if matrix.run and not set(matrix.run) - {*idle, *cannot}:
        says = "No test can fail, whatever the function does: " + named([*cannot, *idle]) + "."
        yield _found("tests.can_fail", says, blocking=True)
    elif cannot:
        yield _found("tests.can_fail", f"Green whatever the function does: {named(cannot)}.")


def of_acceptance(agreed: Agreed, marks: Mapping[str, list[Any]], told: Told) -> Iterator[Found]:
    """Are the agreed calls made, on the agreed records, and compared whole."""
    lacking = [name for name in marks if name not in agreed.made]
    if lacking:
        moved = elsewhere(marks, lacking, told)
        on_others = f" ({named(moved, len(moved))} on other records than the brief's)" if moved else ""
        made = f"{len(agreed.made)} of the {len(marks)} acceptance calls are made"
        says = f"{made}; not made: {named(lacking, len(lacking))}{on_others}."
        yield _found("tests.acceptance", says, blocking=True)
    if agreed.parts:
        says = f"Made, but the reply is not compared whole: {named(agreed.parts, len(marks))}."
        yield _found("tests.acceptance", says, actual=dict(agreed.parts))


def of_survivors(survivors: Sequence[Survivor], asked: int, *, isolated: bool, walked: bool) -> Iterator[Found]:
    """The faults that no test notices: another tenant's data first, then pages, then the rest."""
    whose = [each for each in survivors if each.mutant.tier == "whose_data"]
    paging = [each for each in survivors if each not in whose and each.mutant.kind == _PAGING]
    rest = [each for each in survivors if each not in whose and each not in paging]
    if not isolated:
        yield _found(
            "tests.isolation", "No test asks with records of two tenants: one sees its own, another's lie beside."
        )
    if whose:
        yield _surviving("tests.isolation", whose, asked)
    if not walked:
        yield _found("tests.walks", "No test follows the cursor of a reply from page to page until there is none.")
    if paging:
        yield _surviving("tests.walks", paging, asked)
    if rest:
        yield _surviving("tests.mutants", rest, asked)


def _surviving(rule: str, survivors: Sequence[Survivor], asked: int) -> Found:
    """One finding for all faults under a rule; each with the call on the suite's own records that shows it."""
    worst = survivors[0].mutant
    more = len(survivors) - 1
    others = f" So {'do' if more > 1 else 'does'} {more} more of the {asked} faults tried." if more else ""
    shown = [{"fault": each.mutant.name, "says": each.mutant.says, "call": case_json(each.case)} for each in survivors]
    return _found(rule, f"All tests stay green with this fault: {worst.says}{others}", actual=shown[:SHOWN])


# ---- what a suite's calls show ----


def is_isolated(exercise: Exercise, made: Iterable[Made], told: Told) -> bool:
    """Whether some test asks on records of which the session owns some, and another owns others."""
    return any(0 < _owned(exercise, each, told) < len(told.stores.get(each.store, ())) for each in made)


def _owned(exercise: Exercise, made: Made, told: Told) -> int:
    context = made.call[2]
    if not isinstance(context, dict):
        return 0
    return sum(exercise.contract.owns(context, key) for key in told.stores.get(made.store, ()))


def is_walked(exercise: Exercise, made: Iterable[Made]) -> bool:
    """Whether some test follows a reply's cursor, and comes to a page without one."""
    paging = exercise.paging
    if paging is None:
        return True
    given: dict[str, list[Value]] = {}
    for each in made:
        args, reply = each.call[1], each.reply
        if each.call[0] != paging.tool or not isinstance(args, dict) or not isinstance(reply, dict):
            continue
        following = paging.cursor in args and any(same(args[paging.cursor], one) for one in given.get(each.test, ()))
        if following and reply.get(paging.next, paging) is None:
            return True
        if reply.get(paging.next) is not None:
            given.setdefault(each.test, []).append(reply[paging.next])
    return False
