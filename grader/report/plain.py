"""A finding in plain lines, for the formats that are no page: its call, what was due, what came, what to do."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from grader.report import words
from grader.report.pretty import draw
from grader.submission.text import clean
from grader.values import flat

MOST = 1500
"""Characters of one value that are shown."""
MISSED = 5
"""Faults that are named, of those that no test noticed."""
_WIDE = 100
_INDENT = " " * 8


def evidence(found: Mapping[str, Any]) -> list[str]:
    """The call and what led to it, what was due, what came, and what is to be said of it; a part a line."""
    return [*_asked(found.get("case")), *_compared(found)]


def _asked(case: Any) -> Iterator[str]:
    if not isinstance(case, Mapping):
        return
    for before in case.get("before") or []:
        yield f"before: {words.step(before)}"
    yield f"call:   {words.call(dict(case))}"
    if not isinstance(case.get("store"), str | None):
        yield f"store:  {_short(case['store'])}"


def _compared(found: Mapping[str, Any]) -> Iterator[str]:
    if found.get("expected") is not None:
        yield f"due:    {_short(found['expected'])}"
    if found.get("actual") is not None:
        yield from _came(found["actual"])
    if found.get("says"):
        yield clean(str(found["says"]), MOST)
    if found.get("where"):
        yield f"where:  {clean(str(found['where']), 300)}"


def _came(actual: Any) -> Iterator[str]:
    """What came: faults that were not noticed by their sentences, what a test wrote as it stands, else the value."""
    match actual:
        case [{"fault": _, "says": _}, *_]:
            yield from (f"missed: {one_line(str(each['says']))}" for each in actual[:MISSED])
            if len(actual) > MISSED:
                yield f"        … and {len(actual) - MISSED} more in the report"
        case dict() if any(isinstance(text, str) and "\n" in text for text in actual.values()):
            for name, text in actual.items():
                yield f"yours:  {one_line(str(name))}"
                yield textwrap.indent(clean(str(text), MOST), _INDENT)
        case _:
            yield f"yours:  {_short(actual)}"


def _short(value: Any) -> str:
    """A value on one line, or on several below each other when it is wide; long ones are cut."""
    line = clean(flat(value), MOST)
    if len(line) <= _WIDE:
        return line
    lines = ("".join(piece.text for piece in pieces) for pieces in draw(value, {}, indent=_INDENT))
    return clean("\n".join(lines), 2 * MOST)


def title(found: Mapping[str, Any]) -> str:
    """`rule: its sentence`, on one line."""
    return one_line(f"{found.get('rule')}: {found.get('title')}")


def one_line(text: str, most: int = 300) -> str:
    """Text on one line, cleaned."""
    return " ".join(clean(text, most).split())


def reason(told: Mapping[str, Any]) -> str:
    """Why there is no verdict: all that a grade or an error says of it."""
    given = told.get("not_judged") or [told.get("error") or "The reason is not known."]
    return clean("\n".join(map(str, given)))
