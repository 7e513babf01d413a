"""Faults in JavaScript that nearly pass: each is caught by some written or made-up call."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from the_node_jobs import EXERCISE, FOLDER, ask, calls_asked, job, joined

from grader.checks.cases import Case, written_cases
from grader.values import same

BASE = (FOLDER / "correct_1" / "tickets.mjs").read_text()
ID, LIMIT = "/^TKT-[0-9]{3}$/", "Number.isInteger(value) && 1 <= value && value <= 10"
STATUS, QUERY = "STATUSES.includes(value)", "1 <= value.length && value.length <= 40"
FIND, FITS = "TOOLS.get(name)", "Reflect.ownKeys(args).every((key) => names.has(key))"
FOUND = "ticket.title.toLowerCase().includes(asked.query.toLowerCase())"
OWNED = "key.startsWith(`${tenant}:`)"


def searched(unescaped: str) -> str:
    """The query as a pattern in which all signs but one are escaped."""
    signs = ".*+?^${}()|[]\\".replace(unescaped, "").replace("\\", "\\\\").replace("]", "\\]").replace("^", "\\^")
    return f'new RegExp(asked.query.replace(/[{signs}]/g, "\\\\$&"), "i").test(ticket.title)'


NEAR = {
    "hexadecimal digits": (ID, "/^TKT-[0-9A-F]{3}$/"),
    "any sign for the dash": (ID, "/^TKT.[0-9]{3}$/"),
    "no dash needed": (ID, "/^TKT-?[0-9]{3}$/"),
    "any three letters": (ID, "/^[A-Z]{3}-[0-9]{3}$/"),
    "more after a dash": (ID, "/^TKT-[0-9]{3}(?:-[0-9]+)?$/"),
    "a number of any form": (
        "TICKET_ID.test(value)",
        'value.length === 7 && value.startsWith("TKT-") && Number(value.slice(4)) >= 0',
    ),
    "one more status": (STATUS, f'{STATUS} || value === "all"'),
    "an alternation without brackets": (STATUS, 'typeof value === "string" && /^open|closed$/.test(value)'),
    "a query on one line": (QUERY, "/^.{1,40}$/.test(value)"),
    "titles trimmed": (FOUND, FOUND.replace("title.", "title.trim().")),
    "quotes dropped": (FOUND, FOUND.replace("asked.query.", "asked.query.replaceAll('\"', '').")),
    "tags looked at": (FOUND, f"({FOUND} || (ticket.tags ?? []).includes(asked.query))"),
    "status looked at": (FOUND, FOUND.replace("ticket.title.", "`${ticket.title} ${ticket.status}`.")),
    "almost whole numbers": (LIMIT, "Math.abs(value - Math.round(value)) < 1e-6 && 1 <= value && value <= 10"),
    "a list of one number": (LIMIT, "typeof value !== 'string' && value % 1 === 0 && 1 <= value && value <= 10"),
    "an empty key": (FITS, FITS.replace("names.has", "!key || names.has")),
    "keys in any case": (FITS, FITS.replace("names.has(key)", "names.has(key.toLowerCase())")),
    "keys that hold nothing": (FITS, FITS.replace("names.has", "!args[key] || names.has")),
    "a namespace before the name": (FIND, "TOOLS.get(typeof name === 'string' ? name.split('.').pop() : name)"),
    "dashes in the name": (FIND, "TOOLS.get(typeof name === 'string' ? name.replaceAll('-', '_') : name)"),
    "the beginning of a name": (FIND, "TOOLS.get([...TOOLS.keys()].find((key) => name && key.startsWith(name)))"),
    "a tenant without its signs": (OWNED, "key.replace(/\\W|_/g, '').startsWith(`${tenant.replace(/\\W|_/g, '')}TKT`)"),
    "a tenant as the last word": (OWNED, "new RegExp(`\\b${tenant}:`).test(key)"),
    "tenants that count alike": (OWNED, f"({OWNED} || Number(key.split(':')[0]) === Number(tenant))"),
    "the first hundred rows": ("rows.map(([, ticket])", "rows.slice(0, 100).map(([, ticket])"),
    "nine at most when filtered": ("asked.limit);", 'asked.query === "" ? asked.limit : Math.min(9, asked.limit));'),
    **{f"{sign} not escaped": (FOUND, searched(sign)) for sign in "|^$\\+?*([."},
}


KEPT = "const KEPT = new WeakMap();\n\nfunction owned(tenant, records) {"
ROWS = "return rows.map(([, ticket]) => ticket);"
HELD = {
    f"one {code} for all": (f'failure("{code}")', f'(globalThis.{code} ??= failure("{code}"))')
    for code in ("unknown_tool", "invalid_arguments", "forbidden", "not_found")
} | {
    "kept as long as there are as many rows": (
        ROWS,
        (
            "const had = KEPT.get(records);\n"
            "  if (had?.tenant === tenant && had.size === records.size) return had.own;\n"
            f"  {ROWS.replace('return', 'const own =')}\n"
            "  KEPT.set(records, { tenant, size: records.size, own });\n  return own;"
        ),
    ),
}


def asked() -> list[Case]:
    """The single calls whose reply the contract decides: as they are written, and over the largest stores."""
    written = [case for case in written_cases(EXERCISE, "javascript") if not case.open]
    tenants = [case for case in written if (case.name or "").startswith("near-tenants")]
    steps = [Case(case.rule, case.check, (step,), case.store) for case in tenants for step in case.steps]
    crowds = EXERCISE.probes.made_up(EXERCISE, 0, 0)
    return [*steps, *(case for case in chain(written, crowds) if not case.sequence and not case.walk)]


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """How many calls each edit of the correct adapter answers wrongly; "" is no edit."""
    folder, cases = tmp_path_factory.mktemp("near"), asked()
    edits = {"": ("", ""), **NEAR}
    for n, (old, new) in enumerate(edits.values()):
        (folder / f"{n}.mjs").write_text(BASE.replace(old, new) if old else BASE)
    came = ask([joined(folder / f"{n}.mjs", cases) for n in range(len(edits))])
    due = [EXERCISE.due(case.call, EXERCISE.rows(case.store)) for case in cases]
    return {
        name: sum(not same(reply, wanted) for reply, wanted in zip(each["replies"], due, strict=True))
        for name, each in zip(edits, came, strict=True)
    }


@pytest.mark.parametrize("name", NEAR)
def test_a_near_miss_is_caught(name: str, wrong: dict[str, int]) -> None:
    assert BASE.count(NEAR[name][0]) == 1
    assert wrong[name] > 0


def test_without_an_edit_every_call_is_answered_rightly(wrong: dict[str, int]) -> None:
    assert wrong[""] == 0


@pytest.fixture(scope="module")
def state() -> list[Case]:
    return [case for case in written_cases(EXERCISE, "javascript", ["state"]) if case.sequence]


@pytest.mark.parametrize("name", HELD)
def test_what_is_held_from_call_to_call_is_caught(name: str, state: list[Case], tmp_path: Path) -> None:
    old, new = HELD[name]
    assert BASE.count(old) == 1
    (tmp_path / "a.mjs").write_text(BASE.replace(old, new).replace("function owned(tenant, records) {", KEPT))
    assert any(strayed(case, each["replies"]) for case, each in played(tmp_path / "a.mjs", state))
    (tmp_path / "b.mjs").write_text(BASE)
    assert not any(strayed(case, each["replies"]) for case, each in played(tmp_path / "b.mjs", state))


def played(module: Path, cases: list[Case]) -> list[tuple[Case, Any]]:
    return list(zip(cases, ask([job(module, case) for case in cases]), strict=True))


def strayed(case: Case, replies: list[Any]) -> bool:
    """Whether some reply of a sequence is not what its call is due on the rows that it sees."""
    due = [EXERCISE.due(call, rows) for call, rows in calls_asked(case, replies)]
    return any(not same(reply, wanted) for reply, wanted in zip(replies, due, strict=True))
