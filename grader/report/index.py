"""The index: one page over many hand-ins, a row each, and which rules are broken most often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from jinja2 import Environment

from grader.report import words
from grader.report.pages import own, templates
from grader.report.table import Entry, table


def index(entries: Sequence[Entry]) -> str:
    """The whole page, as text to be written in UTF-8. It loads nothing; its links lead to the reports beside it."""
    return _templates().get_template("index.html").render(table=table(entries))


def state(count: dict[str, int] | None) -> words.Status:
    """What came of a check, by its counts."""
    if not count or not count["of"]:
        return words.Status("", "not asked", "quiet")
    if count["failed"]:
        return words.Status("✗", f"{count['failed']:,} of {count['of']:,} failed", "bad")
    if count["not_run"]:
        return words.Status("-", f"{count['not_run']:,} of {count['of']:,} not run", "quiet")
    return words.Status("✓", f"all {count['of']:,} passed", "good")


@cache
def _templates() -> Environment:
    vocabulary = {
        "state": state,
        "status": words.status,
        "spaced": words.spaced,
        "count": words.count,
        "share": _share,
    }
    return templates(vocabulary, own("style.css", "index.css"))


def _share(part: int, of: int) -> int:
    """How much of a bar of a hundred is filled; a part that is there is always seen."""
    return max(1, round(100 * part / of)) if part and of else 0
