"""Skipped tests, and whether a text names one of them: by its name, its file, or its subject."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NOISE = re.compile(
    r"tests?|should|when|with|without|that|this|from|into|does|have|been|there|their|them|they|and|the|for|not|are|was"
    r"|were|has|its|all|each|every|only|after|before|cases?|checks?|works?|correctly|returns?|given|yet|done|time"
)
"""Words that say nothing of a test's subject."""
_STEM = 5
_SHORTEST = 3
_ENOUGH = 2 / 3


@dataclass(frozen=True, slots=True)
class Skip:
    """A test that did not run: its name as the runner tells it, and the reason given.

    A name is a file with what stands in it: `tests/test_a.py::test_b[c]`, `a.test.js > group > title`.
    """

    name: str
    reason: str = ""


def is_named(skip: Skip, text: str) -> bool:
    """Whether the text names the test, its file or its reason, or a paragraph of it holds most words of its subject."""
    plain = " ".join(text.split()).lower()
    file, *titles = re.split(r"::| > ", re.sub(r"\[.*\]$", "", skip.name))
    own = next((title for title in reversed(titles) if _words(title)), file)
    whole = [own, own.replace("_", " "), re.sub(r"^tests?[ _]", "", own).replace("_", " "), _stem(file)]
    if any(len(name) >= _SHORTEST and name.lower() in plain for name in whole):
        return True
    return any(_speaks_of(block, _words(own)) or _speaks_of(block, _words(skip.reason)) for block in _blocks(text))


def _stem(file: str) -> str:
    """The file's own name; a name that says too little counts for nothing."""
    return file.rpartition("/")[2]


def _blocks(text: str) -> list[str]:
    """Paragraphs and list items."""
    return re.split(r"\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s+", text)


def _words(text: str) -> set[str]:
    """The stems of the words that say what something is about."""
    parts = re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())
    return {part[:_STEM] for part in parts if len(part) >= _SHORTEST and not _NOISE.fullmatch(part)}


def _speaks_of(block: str, subject: set[str]) -> bool:
    return bool(subject) and len(subject & _words(block)) >= _ENOUGH * len(subject)
