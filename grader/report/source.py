"""Lines of a hand-in with their words told apart, so that a page can colour them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pygments.lexer import Lexer  # type: ignore[import-untyped] # Pygments carries no types; it comes with rich
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped] # the same
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType  # type: ignore[import-untyped] # the same
from pygments.util import ClassNotFound  # type: ignore[import-untyped] # the same

_LOOKS = {Keyword: "k", String: "s", Number: "n", Comment: "c", Name.Function: "f", Name.Class: "f"}
MOST = 60  # lines


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a line and how it looks: a one-letter style, empty for plain text."""

    text: str
    look: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its number; `here` on the line that the finding names."""

    number: str
    words: tuple[Word, ...]
    here: bool


def lines(found: dict[str, Any], language: Any) -> list[Line]:
    """The `source` of a finding, pairs of number and text, each line taken apart as the language does."""
    pairs = [pair for pair in found.get("source") or [] if isinstance(pair, list) and len(pair) == 2][:MOST]  # noqa: PLR2004 - a pair
    if not pairs:
        return []
    at = str(found.get("where") or "").rpartition(":")[2]
    apart = _apart("\n".join(str(text).replace("\n", " ") for _, text in pairs), language)
    return [Line(str(number), words, str(number) == at) for (number, _), words in zip(pairs, apart, strict=True)]


def _apart(text: str, language: Any) -> list[tuple[Word, ...]]:
    """The text as lines of words; plain where the language is not known."""
    rows: list[list[Word]] = [[]]
    for look, piece in _tokens(text, language):
        for n, part in enumerate(piece.split("\n")):
            if n:
                rows.append([])
            if part:
                rows[-1].append(Word(part, look))
    return [tuple(row) for row in rows]


def _tokens(text: str, language: Any) -> Iterator[tuple[str, str]]:
    try:
        lexer: Lexer = get_lexer_by_name(str(language), stripnl=False, stripall=False, ensurenl=False)
    except ClassNotFound:
        return iter([("", text)])
    return ((_look(kind), piece) for _, kind, piece in lexer.get_tokens_unprocessed(text))


def _look(kind: _TokenType) -> str:
    return next((look for known, look in _LOOKS.items() if kind in known), "")
