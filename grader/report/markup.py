"""Text in GitHub's Markdown that stays text: code spans, fences, prose and table cells that nothing breaks out of."""

from __future__ import annotations

import re

from grader.submission.text import clean

_SPAN = re.compile(r"`([^`\n]+)`")
_RUNS = re.compile("`+")
_SPECIAL = re.compile(r"[\\`*\[\]|~$<]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)")
"""What acts inside a line; prose never begins one."""
_LINKED = re.compile(r"\S*(?:@|://|www\.|#\d)\S*")
"""Words that GitHub turns into links, some of which call people."""


def code(text: str, most: int = 300) -> str:
    """A code span; the text comes on one line."""
    flat = " ".join(clean(text, most).split()) or " "
    ticks = "`" * (_longest(flat) + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") or flat == " " else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}"


def fence(text: str, info: str = "", most: int = 8000) -> str:
    """A fenced block, its fence longer than any run of backticks inside."""
    inside = clean(text, most).strip("\n")
    ticks = "`" * max(3, _longest(inside) + 1)
    return f"{ticks}{re.sub('[^a-z]', '', info)}\n{inside}\n{ticks}"


def prose(text: str, most: int = 2000) -> str:
    """Words within a line, never at its beginning; `code` in them stays code, all else is plain words."""
    flat = " ".join(clean(text, most).split())
    parts = _SPAN.split(flat)
    return "".join(code(part, most) if n % 2 else _words(part) for n, part in enumerate(parts))


def cell(text: str) -> str:
    """A code span in a table: a bar would end the cell even there."""
    return code(text, 60).replace("|", "\\|")


def _longest(text: str) -> int:
    return max(map(len, _RUNS.findall(text)), default=0)


def _words(text: str) -> str:
    parts, last = [], 0
    for found in _LINKED.finditer(text):
        parts += [_escaped(text[last : found.start()]), code(found.group())]
        last = found.end()
    return "".join([*parts, _escaped(text[last:])])


def _escaped(text: str) -> str:
    return _SPECIAL.sub(lambda sign: {"<": "&lt;", "&": "&amp;"}.get(sign.group(), f"\\{sign.group()}"), text)
