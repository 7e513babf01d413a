"""Several hand-ins as one table: a row each, how many of them break each rule, and the same as CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.exits import INTERRUPTED
from grader.report import words
from grader.report.verdict import sentence
from grader.submission.text import clean

VERDICTS = ("ready", "not_ready", "not_judged", "not_graded", "interrupted")
_UNCOUNTED = {"unseeable", "not_run"}
_FORMULA = ("=", "+", "-", "@", "\t", "\n")


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand-in: what it is called, its grade or error as JSON, and the address of its report, if it has one."""

    label: str
    told: Mapping[str, Any]
    report: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One hand-in; `cells` is a status per acceptance call, `mutants` how many were noticed of how many, if any."""

    label: str
    verdict: str
    says: str
    exit: int
    language: str
    cells: Mapping[str, str]
    checks: Mapping[str, Mapping[str, int]]
    mutants: tuple[int, int] | None
    skipped: int | None
    rules: tuple[str, ...]
    report: str | None

    @property
    def passed(self) -> int:
        """How many acceptance calls were answered rightly."""
        return sum(status == "passed" for status in self.cells.values())


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule, and how many of the judged hand-ins break it."""

    rule: str
    title: str
    tier: words.Tier
    hand_ins: int


@dataclass(frozen=True, slots=True)
class Table:
    """All rows, sorted by name; `calls` and `checks` are the columns, `broken` the rules, most often broken first."""

    rows: tuple[Row, ...]
    calls: tuple[str, ...]
    checks: tuple[str, ...]
    broken: tuple[Broken, ...]

    @property
    def judged(self) -> int:
        """How many hand-ins have a grade of which something was asked."""
        return sum(bool(row.cells) or any(count["of"] for count in row.checks.values()) for row in self.rows)

    def verdicts(self) -> list[tuple[str, int]]:
        """How many hand-ins came to each verdict, in words."""
        counts = Counter(row.verdict for row in self.rows)
        known = [verdict for verdict in VERDICTS if counts[verdict]]
        return [(words.spaced(verdict), counts[verdict]) for verdict in dict.fromkeys([*known, *counts])]

    def right(self, call: str) -> int:
        """How many hand-ins answer an acceptance call rightly."""
        return sum(row.cells.get(call) == "passed" for row in self.rows)


def table(entries: Sequence[Entry]) -> Table:
    """The table of these hand-ins. A hand-in without a grade has its row as well."""
    told = sorted(entries, key=lambda entry: _in_order(entry.label))
    rows = tuple(_row(entry) for entry in told)
    return Table(
        rows,
        tuple(dict.fromkeys(call for row in rows for call in row.cells)),
        tuple(dict.fromkeys(check for row in rows for check, count in row.checks.items() if count["of"])),
        tuple(_broken([entry.told for entry in told])),
    )


def _in_order(label: str) -> tuple[tuple[int, int, str], ...]:
    """By name, letter case aside; a number in a name counts as a number."""
    parts: list[str] = [""]
    for sign in label.casefold():
        if parts[-1][-1:].isdecimal() != sign.isdecimal():
            parts.append("")
        parts[-1] += sign
    return tuple((1, int(part), "") if part.isdecimal() else (0, 0, part) for part in (*parts, label))


def _row(entry: Entry) -> Row:
    told, acceptance = entry.told, entry.told.get("acceptance") or {}
    tests = told.get("tests") or {}
    return Row(
        label=clean(entry.label, 120),
        verdict=_verdict(told),
        says=_says(told),
        exit=int(told.get("exit", 0)),
        language=clean(str(told.get("language") or ""), 40),
        cells={clean(str(call["id"]), 40): str(call["status"]) for call in acceptance.get("calls") or []},
        checks={clean(str(check), 40): count for check, count in (told.get("checks") or {}).items()},
        mutants=_noticed(tests) if tests.get("judged") else None,
        skipped=len(tests.get("skipped") or []) if tests.get("judged") else None,
        rules=tuple(dict.fromkeys(clean(str(found["rule"]), 80) for found in told.get("findings") or [])),
        report=entry.report,
    )


def _verdict(told: Mapping[str, Any]) -> str:
    """The verdict; `interrupted` when only a part was asked, `not_graded` when something stopped it before."""
    return "interrupted" if told.get("exit") == INTERRUPTED else str(told.get("verdict", "not_graded"))


def _says(told: Mapping[str, Any]) -> str:
    return sentence(dict(told)) if "verdict" in told else clean(str(told.get("error")), 300)


def _noticed(tests: Mapping[str, Any]) -> tuple[int, int]:
    states = [mutant["state"] for mutant in tests.get("mutants") or [] if mutant["state"] not in _UNCOUNTED]
    return states.count("killed"), len(states)


def _broken(grades: Sequence[Mapping[str, Any]]) -> Iterator[Broken]:
    """Each rule that is broken, once a hand-in however many findings it has; those most often broken first."""
    first: dict[str, Mapping[str, Any]] = {}
    often: Counter[str] = Counter()
    for grade in grades:
        found = {str(each["rule"]): each for each in grade.get("findings") or []}
        first = {**found, **first}
        often.update(found.keys())
    tiers = [tier.id for tier in (*words.TIERS, words.OTHER)]
    order = sorted(often, key=lambda rule: (-often[rule], tiers.index(words.tier(first[rule].get("tier")).id), rule))
    for rule in order:
        one = first[rule]
        title = clean(str(one.get("title", "")), 200)
        yield Broken(clean(rule, 80), title, words.tier(one.get("tier")), often[rule])


# ---- CSV ----


def comma_separated(made: Table) -> str:
    """The table as CSV with a line of names; no cell of it is read as a formula."""
    out = io.StringIO()
    write = csv.writer(out)
    write.writerow(map(plain, _names(made)))
    for row in made.rows:
        write.writerow(map(plain, _values(row, made)))
    return out.getvalue()


def _names(made: Table) -> list[Any]:
    checks = [f"{check} {part}" for check in made.checks for part in ("failed", "of")]
    last = ("mutants noticed", "mutants", "tests skipped", "rules broken", "says")
    return ["hand-in", "language", "verdict", "exit", "calls passed", *made.calls, *checks, *last]


def _values(row: Row, made: Table) -> list[Any]:
    cells = [words.status(row.cells[call]).word if call in row.cells else "" for call in made.calls]
    asked = [row.checks.get(check, {}) for check in made.checks]
    counts = [count[part] if count.get("of") else "" for count in asked for part in ("failed", "of")]
    passed = row.passed if row.cells else ""
    noticed = row.mutants or ("", "")
    skipped = "" if row.skipped is None else row.skipped
    last = [*noticed, skipped, " ".join(row.rules), row.says]
    return [row.label, row.language, words.spaced(row.verdict), row.exit, passed, *cells, *counts, *last]


def plain(value: Any) -> Any:
    """A cell that a spreadsheet shows and never computes: text that begins like a formula gets a `'` before it."""
    text = clean(value) if isinstance(value, str) else value
    return f"'{text}" if isinstance(text, str) and text.lstrip(" ").startswith(_FORMULA) else text
