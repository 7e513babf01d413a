"""The seven parts of a README and how their headings are told apart; and the README itself, cut at its headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

_MOST_TEXT = 300_000
_LEAD_LEVEL = 7
"""Bold lines and questions stand below every heading."""
_LONGEST_LEAD, _MOST_WORDS = 80, 6


@dataclass(frozen=True, slots=True)
class Part:
    """One of the parts: its key in `handin.yaml`, its usual title, and the words by which a heading shows it."""

    key: str
    title: str
    words: str

    def shows_in(self, heading: str) -> bool:
        """Whether a heading opens this part; names in code are no words."""
        words = re.sub(r"`[^`]*`", "", heading)
        return re.search(rf"\b(?:{self.words})\b", words, re.IGNORECASE) is not None


PARTS = (
    Part(
        "running",
        "Running it",
        r"runs?|running|start|started|starting|usage|set ?up|install\w*|quick ?start|tests?|testing"
        r"|how to use|try(?:ing)? it|commands",
    ),
    Part(
        "contract",
        "The contract as built",
        r"contract|interface|behaviou?rs?|spec|specification|api|promis\w*|semantics|guarantees?|what it does(?! not)"
        r"|what (?:is|was) built",
    ),
    Part(
        "assumptions",
        "Assumptions",
        r"assum\w+|open (?:points?|questions?|places?)|interpretations?|silent|ambigu\w+|unclear|for granted",
    ),
    Part(
        "decisions",
        "Decisions and what each cost",
        r"decisions?|decided?|trade-?\s?offs?|choices?|chose|chosen|design|rationale|alternatives?"
        r"|architecture|costs?",
    ),
    Part(
        "limits",
        "Limits",
        r"limits|limitations?|limited|known (?:issues|problems|gaps)|boundaries|caveats?|shortcomings?"
        r"|weak\w*|what .{0,12}can(?:not|'t| (?:it|this) not)|what .{0,12}does(?: not|n't)",
    ),
    Part(
        "left_out",
        "Left out",
        r"left[ -]out|left undone|leav\w+ out|omit\w*|omissions?|skipped|out of scope|unfinished|incomplete|dropped"
        r"|not (?:done|built|included|implemented|covered|here|in scope)|given up|missing|to ?do|non-goals?|deferred"
        r"|left for later|cut for time|^cut$",
    ),
    Part(
        "next",
        "Next",
        r"next(?! (?:page|cursor))|future|further (?:work|steps)|going further|roadmap|follow-?ups?|more time"
        r"|improvements?|outlook|to ?do|tomorrow"
        r"|another (?:day|hour)|^later$|comes after",
    ),
)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with all that stands under it, deeper headings included; lines count from 1."""

    heading: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Readme:
    """A hand-in's README: its file name, its text and its sections in order."""

    file: str
    text: str
    sections: tuple[Section, ...]
    tokens: tuple[Token, ...]


def readme(root: Path) -> Readme | None:
    """The README at the top of a hand-in, Markdown before other forms; None when there is none."""
    named = sorted((path for path in root.iterdir() if path.is_file() and _is_readme(path)), key=_rank)
    if not named:
        return None
    text = named[0].read_text(encoding="utf-8", errors="replace")[:_MOST_TEXT]
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    return Readme(named[0].name, text, tuple(_sections(tokens, text)), tuple(tokens))


def _is_readme(path: Path) -> bool:
    return path.stem.lower() == "readme"


def _rank(path: Path) -> tuple[bool, str]:
    return path.suffix.lower() not in (".md", ".markdown"), path.name


@dataclass(frozen=True, slots=True)
class _Mark:
    """Where a section begins: how deep, its heading, on which line; `rest` is text on the heading's own line."""

    level: int
    heading: str
    line: int
    below: int
    rest: str = ""


def _sections(tokens: Sequence[Token], text: str) -> Iterator[Section]:
    lines, marks = text.splitlines(), list(_marks(tokens))
    for n, mark in enumerate(marks):
        end = next((later.line for later in marks[n + 1 :] if later.level <= mark.level), len(lines))
        inside = [mark.rest, *_texts(lines, mark, marks, end)]
        yield Section(mark.heading, mark.line + 1, "\n".join(inside).strip())


def _texts(lines: Sequence[str], mark: _Mark, marks: Sequence[_Mark], end: int) -> Iterator[str]:
    """The lines under a heading; of headings inside only what follows them counts as something said."""
    inner = {line for each in marks for line in range(each.line, each.below) if mark.line < each.line < end}
    own = {each.line: each.rest for each in marks if each.rest}
    for n in range(mark.below, end):
        yield own.get(n, "") if n in inner else lines[n]


def _marks(tokens: Sequence[Token]) -> Iterator[_Mark]:
    for n, token in enumerate(tokens):
        if token.map is None:
            continue
        match token.type:
            case "heading_open":
                yield _Mark(int(token.tag[1]), _plain(tokens[n + 1]), token.map[0], token.map[1])
            case "paragraph_open":
                yield from _leads(tokens[n + 1], token.map[0])
            case "html_block":
                yield from _written_out(token)


def _leads(inline: Token, line: int) -> Iterator[_Mark]:
    """A paragraph that opens in bold, or a short one that is a question, heads what follows it."""
    children = [child for child in inline.children or () if child.content or child.type != "text"]
    if children and children[0].type == "strong_open":
        close = next(n for n, child in enumerate(children) if child.type == "strong_close")
        heading = _joined(children[:close])
        rest = "".join(child.content or "\n" for child in children[close + 1 :])
        if len(heading.split()) <= _MOST_WORDS or heading.endswith("?"):
            yield _Mark(_LEAD_LEVEL, heading, line, line + 1, rest.lstrip(" :.\u2014\u2013-"))
        return
    first, _, rest = inline.content.partition("\n")
    if first.rstrip().endswith("?") and len(first) <= _LONGEST_LEAD:
        yield _Mark(_LEAD_LEVEL, first.strip(), line, line + 1)


def _written_out(token: Token) -> Iterator[_Mark]:
    """Headings that are written as HTML."""
    assert token.map is not None
    for match in re.finditer(r"<(h[1-6]|summary)\b[^>]*>(.*?)</\1>", token.content, re.DOTALL | re.IGNORECASE):
        level = int(match[1][1]) if match[1][1].isdigit() else _LEAD_LEVEL
        line = token.map[0] + token.content.count("\n", 0, match.start())
        yield _Mark(level, re.sub(r"<[^>]*>", "", match[2]).strip(), line, line + 1)


def _plain(inline: Token) -> str:
    return _joined(inline.children or ())


def _joined(children: Sequence[Token]) -> str:
    """The words of a heading; code in it stays in its backticks, so that it is not taken for words."""
    words = (f"`{child.content}`" if child.type == "code_inline" else child.content or "" for child in children)
    return "".join(words).strip()
