"""Cross-tenant tries with the hand-in's own cursors: replayed in another session, rewritten to name another tenant."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from itertools import permutations

from grader.checks.asking import Asker
from grader.checks.cases import NEXT, Case, Step, single
from grader.exercise import Call, Exercise
from grader.values import Value


def sessions(exercise: Exercise) -> list[str]:
    """The named contexts that may read, one a tenant."""
    by_tenant = {context[exercise.tenant]: name for name, context in exercise.readers.items()}
    return sorted(by_tenant.values())


def replays(exercise: Exercise) -> Iterator[Case]:
    """For each pair of sessions: the cursor that one was given, sent by the other."""
    if not exercise.paging:
        return
    for owner, caller in permutations(sessions(exercise), 2):
        first = _first_page(exercise, owner)
        steps = Step(first), Step(_with_cursor(exercise, caller, NEXT))
        yield Case("scope.cursor", "isolation", steps, name="cursor-passed-on")


def forgeries(asker: Asker) -> Iterator[list[Case]]:
    """For each pair of sessions: the caller's own cursor, rewritten in every way that could name the owner."""
    exercise = asker.exercise
    for owner, caller in permutations(sessions(exercise), 2):
        own = _own_cursor(asker, caller)
        names = exercise.contexts[caller][exercise.tenant], exercise.contexts[owner][exercise.tenant]
        forged = rewritten(own, *names) if isinstance(own, str) else []
        calls = [_with_cursor(exercise, caller, cursor) for cursor in forged or [f"{names[1]}:{own}"]]
        yield [single("scope.cursor", "isolation", call, name="own-cursor-rewritten") for call in calls]


def _first_page(exercise: Exercise, session: str) -> Call:
    assert exercise.paging is not None
    return Call(exercise.paging.tool, {exercise.paging.limit: 1}, session)


def _with_cursor(exercise: Exercise, session: str, cursor: str) -> Call:
    assert exercise.paging is not None
    return Call(exercise.paging.tool, {exercise.paging.cursor: cursor}, session)


def _own_cursor(asker: Asker, session: str) -> Value:
    assert asker.exercise.paging is not None
    reply = asker.ask(single("scope.cursor", "isolation", _first_page(asker.exercise, session)))[0].reply
    return reply.value.get(asker.exercise.paging.next) if isinstance(reply.value, dict) else None


def rewritten(cursor: str, mine: str, theirs: str) -> list[str]:
    """The cursors that read like `cursor` but name `theirs`: plain, and inside base64 of both alphabets."""
    forged = [cursor.replace(mine, theirs)]
    for decode, encode in (
        (base64.b64decode, base64.b64encode),
        (base64.urlsafe_b64decode, base64.urlsafe_b64encode),
    ):
        try:
            inside = decode(cursor + "=" * (-len(cursor) % 4)).decode("utf-8")
        except (binascii.Error, ValueError):
            continue
        if mine in inside:
            again = encode(inside.replace(mine, theirs).encode()).decode()
            bare = again.rstrip("=")
            forged += [again] if cursor.endswith("=") else [bare] if len(cursor) % 4 else [again, bare]
    return [each for each in dict.fromkeys(forged) if each != cursor]
