"""The report: a grade as one static HTML file that loads nothing and reads well without style and script."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from grader.report import (
    bars,
    contents,
    difference,
    ladder,
    opaque,
    pairs,
    planted,
    source,
    steps,
    strip,
    verdict,
    words,
)
from grader.report.lean import MOST, ROOMS, heavy, lean
from grader.report.pages import own, templates
from grader.submission.text import clean
from grader.values import flat

_WORDS = ("anchor", "brief", "by_tier", "call", "count", "few", "kinds", "outcome", "spaced", "status", "step", "when")
_COPIED = 24_000  # characters of a text to copy


def page(grade: dict[str, Any]) -> str:
    """The whole report of a `grade/1` object, as text to be written in UTF-8 (at most `lean.MOST` bytes).

    Raises nothing for any strings inside.
    """
    for room in ROOMS[:-1]:
        kept = lean(grade, room)
        if not heavy(kept):
            made = _page(kept, grade, cut=room is not ROOMS[0])
            if len(made.encode()) <= MOST:
                return made
    return _page(lean(grade, ROOMS[-1]), grade, cut=True)


def _page(kept: dict[str, Any], whole: dict[str, Any], *, cut: bool) -> str:
    return environment().get_template("report.html").render(grade=kept, whole=whole, cut=cut)


@cache
def environment() -> Environment:
    """The templates of all pages about one grade or one review."""
    return templates(_vocabulary(), _packed(own("style.css")), own("keys.js"))


def _to_copy(text: Any) -> Markup:
    """A text that a person copies: cleaned and escaped, and longer than what is only read."""
    return Markup.escape(clean(str(text), _COPIED))


def _vocabulary() -> dict[str, Any]:
    """What templates may say. Templates take the grade apart themselves; what needs thought is a function here."""
    return {
        "calm": contents.calm,
        "parts": contents.parts,
        "sentence": verdict.sentence,
        "next_steps": steps.next_steps,
        "replies": difference.replies,
        "alone": difference.alone,
        "opened": opaque.opened,
        "to_copy": _to_copy,
        "flat": flat,
        **_pictures(),
        **{name: getattr(words, name) for name in _WORDS},
    }


def _pictures() -> dict[str, Any]:
    return {
        "bars": bars.bars,
        "clock": bars.clock,
        "ladders": ladder.ladders,
        "lanes": tuple(zip(ladder.LANES, ladder.AT, strict=True)),
        "lines": source.lines,
        "pairs": pairs.pairs,
        "mark": pairs.mark,
        "planted": planted.planted,
        "strip": strip.strip,
        "LEGEND": strip.LEGEND,
    }


def _packed(style: Markup) -> Markup:
    """The style without line breaks and the blanks after its punctuation."""
    return Markup(re.sub(r"(?<=[:;,{}]) +| *\n *", "", style))  # noqa: S704 - the same file of ours
