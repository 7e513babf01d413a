"""The index: one page over many hand-ins, a row each, and which rules are broken most often."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import ChainableUndefined, Environment, FileSystemLoader
from markupsafe import Markup

from grader.report import words
from grader.report.table import Entry, table
from grader.submission.text import clean

_TEMPLATES = Path(__file__).parent / "templates"
_STYLES = ("style.css", "index.css")


def index(entries: Sequence[Entry]) -> str:
    """The whole page, as text to be written in UTF-8. It loads nothing; its links lead to the reports beside it."""
    return _environment().get_template("index.html").render(table=table(entries))


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
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        finalize=_shown,
        undefined=ChainableUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = "".join((_TEMPLATES / name).read_text(encoding="utf-8") for name in _STYLES)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    made.globals.update(
        style=Markup(style),  # noqa: S704 - files of ours, never a hand-in's
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
        state=state,
        status=words.status,
        spaced=words.spaced,
        count=words.count,
        share=_share,
    )
    return made


def _shown(value: Any) -> Any:
    """Every value on its way into the page is cleaned here, and escaped by the engine right after."""
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _share(part: int, of: int) -> int:
    """How much of a bar of a hundred is filled; a part that is there is always seen."""
    return max(1, round(100 * part / of)) if part and of else 0
