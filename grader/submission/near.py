"""Names in a hand-in that come near the one that was looked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from grader.submission.languages import Language
from grader.submission.sources import Source

NEAR = 0.75


def near_names(function: str, read: Iterable[Source], language: Language) -> list[str]:
    """Phrases such as "execute_tools in tools.py", the nearest first."""
    if language.entry.near is None:
        return []
    pattern = re.compile(language.entry.near, re.MULTILINE)
    rows = {
        (-_likeness(function, name), _phrase(function, name, source, language.entry.place))
        for source in read
        for groups in pattern.findall(source.text)
        for name in ([groups] if isinstance(groups, str) else groups)
        if name and _likeness(function, name) >= NEAR
    }
    return [phrase for _, phrase in sorted(rows)]


def _likeness(wanted: str, name: str) -> float:
    """How alike two names are, case and underscores aside: 1.0 when equal."""
    return SequenceMatcher(None, _folded(wanted), _folded(name)).ratio()


def _folded(name: str) -> str:
    return name.replace("_", "").lower()


def _phrase(function: str, name: str, source: Source, place: str) -> str:
    return f"{name} in {source.file}" + (f", but not {place} it" if name == function else "")
