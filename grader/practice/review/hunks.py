"""The edits that lead from one text to another."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

Change = tuple[int, int, list[str]]
"""The lines from one number to another, and what takes their place."""


def hunks(old: str, new: str) -> Iterator[dict[str, str]]:
    """The edits, each with as many lines around it as make its `old` stand once; those that touch are one."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    for start, end, changes in _grouped(old, before, after):
        yield {"old": "".join(before[start:end]), "new": "".join(_changed(before, start, end, changes))}


def _grouped(old: str, before: list[str], after: list[str]) -> list[tuple[int, int, list[Change]]]:
    """The changes, with the lines that each edit spans."""
    groups: list[tuple[int, int, list[Change]]] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        (start, end), changes = _span(old, before, a, b), [(a, b, after[c:d])]
        while groups and start < groups[-1][1]:
            first, last, earlier = groups.pop()
            start, end, changes = min(first, start), max(last, end), [*earlier, *changes]
        groups.append((start, end, changes))
    return groups


def _span(old: str, before: list[str], start: int, end: int) -> tuple[int, int]:
    """These lines and as many around them as stand together once in the text, overlapping ones counted."""
    while start == end or old.find(part := "".join(before[start:end])) != old.rfind(part):
        start, end = max(0, start - 1), min(len(before), end + 1)
    return start, end


def _changed(before: list[str], start: int, end: int, changes: list[Change]) -> Iterator[str]:
    """The lines of a span as they are after its changes."""
    for a, b, put in changes:
        yield from before[start:a]
        yield from put
        start = b
    yield from before[start:end]
