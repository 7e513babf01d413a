"""The documents as the tests read them: code spans, fences, links, tables and the commands they show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

TOP = Path(__file__).parent.parent
HOUSE = TOP / "grader"
README, CONTRIBUTING, INSIDE = TOP / "README.md", TOP / "CONTRIBUTING.md", HOUSE / "README.md"
DOCUMENTS = [README, CONTRIBUTING, INSIDE]
COMMAND = re.compile(r"(?:\.venv/bin/)?(?:takehome|pytest|make)(?: |$)")

each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(TOP)))


@cache
def tokens(path: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(path.read_text(encoding="utf-8"))


def inlines(path: Path) -> Iterator[Token]:
    for token in tokens(path):
        yield from token.children or ()


def spans(path: Path) -> list[str]:
    return [token.content for token in inlines(path) if token.type == "code_inline"]


def fences(path: Path, info: str | None = None) -> list[str]:
    return [token.content for token in tokens(path) if token.type == "fence" and info in (None, token.info)]


def links(path: Path) -> list[str]:
    return [str(token.attrs.get("href") or token.attrs.get("src")) for token in inlines(path) if token.attrs]


def first_cells(path: Path, heading: str) -> list[str]:
    """The code spans in the first column of the table whose first head is `heading`."""
    text = path.read_text(encoding="utf-8")
    table = text.split(f"\n| {heading} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [name for row in table for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def commands(path: Path) -> list[list[str]]:
    """Every command that is shown, split as a shell does, without its comment and where its output goes."""
    lines = [line.strip().removeprefix("$ ") for text in fences(path) for line in text.splitlines()] + spans(path)
    found = [shlex.split(line.split(" > ")[0], comments=True) for line in lines if COMMAND.match(line)]
    return [[words[0].removeprefix(".venv/bin/"), *words[1:]] for words in found]


def anchors(path: Path) -> list[str]:
    """The headings, as links name them."""
    each = tokens(path)
    texts = [each[n + 1].content for n, token in enumerate(each) if token.type == "heading_open"]
    return [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in texts]
