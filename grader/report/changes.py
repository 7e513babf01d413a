"""What changed from one grade of a hand-in to the next: what newly passes and what newly breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.exits import INTERRUPTED


@dataclass(frozen=True, slots=True)
class Changes:
    """Acceptance calls by id and findings by rule: `passes` and `kept` are new on the good side."""

    passes: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    broken: tuple[Mapping[str, Any], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.passes or self.breaks or self.kept or self.broken)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """What differs between two grades (`grade/1`) of which each was asked the same checks.

    `kept` names rules that the later grade no longer finds broken, `broken` its findings of rules that were kept
    before. Of an interrupted grade only what it does show is taken.
    """
    was, now = _passed(before), _passed(after)
    old, new = _rules(before), _rules(after)
    whole = after.get("exit") != INTERRUPTED
    return Changes(
        passes=tuple(call for call in now if now[call] and was.get(call) is False),
        breaks=tuple(call for call in now if not now[call] and was.get(call)),
        kept=tuple(rule for rule in old if rule not in new) if whole else (),
        broken=tuple(found for rule, found in new.items() if rule not in old),
    )


def _passed(grade: Mapping[str, Any]) -> dict[str, bool]:
    """Whether each acceptance call that was asked passed."""
    calls = grade["acceptance"]["calls"]
    return {call["id"]: call["status"] == "passed" for call in calls if call["status"] != "not_run"}


def _rules(grade: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The first finding of each rule, in their order."""
    first: dict[str, Mapping[str, Any]] = {}
    for found in grade["findings"]:
        first.setdefault(found["rule"], found)
    return first
