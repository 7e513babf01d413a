"""The edits that lead from one text to another."""

from __future__ import annotations

import difflib
from collections.abc import Iterator


def hunks(old: str, new: str) -> Iterator[dict[str, str]]:
    """The edits, each with as many lines around it as make its `old` stand once; those that touch are one."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for start, end, put in _merged(_apart(old, before, after)):
        yield {"old": "".join(before[start:end]), "new": "".join(put)}


Hunk = tuple[int, int, list[str]]


def _apart(old: str, before: list[str], after: list[str]) -> Iterator[Hunk]:
    """Which lines are taken out, and the lines put in."""
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            start, end = a, b
            while start == end or not _once("".join(before[start:end]), old):
                start, end = max(0, start - 1), min(len(before), end + 1)
            yield start, end, [*before[start:a], *after[c:d], *before[b:end]]


def _once(part: str, text: str) -> bool:
    """Whether a part stands once in a text, overlapping ones counted."""
    return text.find(part) == text.rfind(part)


def _merged(apart: Iterator[Hunk]) -> list[Hunk]:
    merged: list[Hunk] = []
    for start, end, put in apart:
        if merged and start < merged[-1][1]:
            first, last, so_far = merged.pop()
            shared = last - start  # lines that stand at the end of the one and at the beginning of the other
            merged.append((first, end, [*so_far[: len(so_far) - shared], *put]))
        else:
            merged.append((start, end, put))
    return merged
