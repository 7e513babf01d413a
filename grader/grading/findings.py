"""A finding: one rule that a hand-in breaks, shown by its smallest case, with all that a person needs to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from grader.checks.cases import case_id, case_json
from grader.checks.evidence import Evidence
from grader.checks.owners import Owners, shown_keys
from grader.checks.round import STATUS
from grader.exercise import BLOCKING, Exercise
from grader.grading.blame import Shown
from grader.grading.test_text import test_text
from grader.submission.handin import HandIn
from grader.submission.text import clean
from grader.values import same, write_tags
from grader.vocabulary import Rule

AROUND = 2
"""Lines of the hand-in shown before and after the one that raised."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule broken; the fields are those of the grade's JSON. `says` is a sentence about what came."""

    id: str
    rule: Rule
    status: str
    case: dict[str, Any] | None
    expected: Any
    actual: Any
    says: str | None
    where: str | None
    source: tuple[tuple[int, str], ...] | None
    test: str
    also: tuple[str, ...]
    blocking: bool
    declared: bool = False

    def to_json(self) -> dict[str, Any]:
        """The finding as the grade writes it."""
        return {
            "id": self.id,
            "rule": self.rule.id,
            "tier": self.rule.tier,
            "check": self.rule.check,
            "blocking": self.blocking,
            "title": self.rule.title,
            "status": self.status,
            "case": self.case,
            "expected": self.expected,
            "actual": self.actual,
            "says": self.says,
            "where": self.where,
            "source": self.source and [list(line) for line in self.source],
            "why": self.rule.why,
            "fix": self.rule.fix,
            "test": self.test,
            "also": list(self.also),
            "declared": self.declared,
            "again": f"takehome grade . {f'--case {self.id}' if self.case else f'--only {self.rule.check}'}",
        }


def finding(exercise: Exercise, handin: HandIn, shown: Shown) -> Finding:
    """The finding that a shown case makes."""
    rule, reply = exercise.rules[shown.rule], shown.exchange.reply
    expected, actual = _compared(shown)
    return Finding(
        id=case_id(rule.id, shown.case),
        rule=rule,
        status="failed" if rule.id in _BESIDE else STATUS.get(reply.kind, "died"),
        case=case_json(shown.case),
        expected=expected,
        actual=actual,
        says=_says(exercise, handin, shown),
        where=reply.where,
        source=_source(handin, reply.where),
        test=test_text(exercise, handin, shown),
        also=shown.also,
        blocking=rule.tier in BLOCKING,
    )


def remark(exercise: Exercise, handin: HandIn, evidence: Evidence, *, blocking: bool) -> Finding:
    """The finding that evidence about tests, declaration, README or scope makes: it has no case."""
    rule = exercise.rules[evidence.rule]
    return Finding(
        id=sha256(f"{rule.id}\n{evidence.says}".encode("utf-8", "replace")).hexdigest()[:6],
        rule=rule,
        status="failed",
        case=None,
        expected=write_tags(evidence.expected),
        actual=write_tags(evidence.actual),
        says=evidence.says,
        where=evidence.where,
        source=_source(handin, evidence.where),
        test="",
        also=(),
        blocking=blocking,
    )


_BESIDE = {
    "store.unchanged": "The call changed the records that it was given.",
    "copy.fresh": "Writing to the reply changed the stored records, or the next reply.",
}


def _compared(shown: Shown) -> tuple[Any, Any]:
    """What was due and what came, as JSON: replies, the pages of a walk, or the rows that were changed."""
    exchange = shown.exchange
    if shown.walk:
        return [list(page) for page in shown.walk.due], [list(page) for page in shown.walk.pages]
    if shown.rule in _BESIDE and exchange.reply.rows is not None:
        return _changed_rows(shown)
    actual = write_tags(exchange.reply.value) if exchange.reply.kind == "ok" else None
    return write_tags(exchange.due), actual


def _changed_rows(shown: Shown) -> tuple[Any, Any]:
    """The rows that differ before and after; all keys in order when only their order changed."""
    before, after = shown.exchange.rows, shown.exchange.reply.rows or {}
    keys = [
        key for key in {**before, **after} if key not in before or key not in after or not same(before[key], after[key])
    ]
    if not keys:
        return {"records": list(before)}, {"records": list(after)}
    was, became = ({key: write_tags(rows[key]) for key in keys if key in rows} for rows in (before, after))
    return {"records": was}, {"records": became}


def _says(exercise: Exercise, handin: HandIn, shown: Shown) -> str | None:
    reply = shown.exchange.reply
    if shown.walk:
        return _WALKS[shown.walk.ended]
    if shown.rule in _BESIDE:
        return _BESIDE[shown.rule]
    if shown.rule == "answer.sync":
        return f"The function returned a {reply.awaited}, which had to be awaited."
    if reply.kind == "ok":
        return _value_says(exercise, shown)
    if handin.language.is_unwritten(f"{reply.error}: {reply.says}"):
        return f"Nothing is there yet: {handin.entry.function} {reply.says}."
    return f"{reply.says[:1].upper()}{reply.says[1:]}"


_WALKS = {
    "end": "The walk came to its end.",
    "again": "The walk came back to a cursor that it had been given before.",
    "endless": "The walk had more pages than there are rows.",
    "stopped": "The walk stopped at a page without a usable cursor.",
}


def _value_says(exercise: Exercise, shown: Shown) -> str | None:
    """A sentence about a value that needs one: nothing returned, or rows of others on the page."""
    if shown.exchange.reply.value is None:
        return "The call returned nothing."
    owners = Owners.of(exercise, shown.exchange.step.call, shown.exchange.rows)
    seen = shown_keys(exercise, owners, shown.exchange.reply.value)
    return f"The reply shows what belongs to another session: {', '.join(seen)}." if seen else None


def _source(handin: HandIn, where: str | None) -> tuple[tuple[int, str], ...] | None:
    """The hand-in's lines around `file:line`, read from the copy."""
    file, _, number = (where or "").rpartition(":")
    path = handin.root / file
    if not file or not number.isdigit() or not path.is_file():
        return None
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    first = max(1, int(number) - AROUND)
    return tuple((n, clean(lines[n - 1], 200)) for n in range(first, min(len(lines), int(number) + AROUND) + 1))
