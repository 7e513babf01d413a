"""Sentences of a README that promise something, listed for a person to check; nothing is scored by their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.checks.readme_parts import Readme
from grader.submission.text import clean

_PROMISES = re.compile(
    r"\b(?:safe|safely|safety|secure|securely|security|cannot|can't|can not|never|always|guarante\w+|impossible|opaque"
    r"|isolat\w+|leaks?|leaked|tamper\w*|forge[ds]?|protected|fully|completely?|exhaustive\w*|covered|coverage|100 ?%"
    r"|whichever|whatever|no (?:way|other tenants?|one else)|(?:all|every) (?:\w+ ){0,3}(?:is|are|has|have|gets?) )\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*_\"'(])")
_MOST, _SHORTEST = 20, 4


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence, as it stands, and its `file:line`."""

    quote: str
    where: str

    def to_json(self) -> dict[str, Any]:
        """The claim as a JSON object."""
        return {"quote": self.quote, "where": self.where}


def claims(readme: Readme) -> list[Claim]:
    """The sentences that speak of safety, separation or completeness, in the order of the text; 20 at most."""
    return [Claim(clean(sentence, 400), f"{readme.file}:{line}") for line, sentence in _told(readme)][:_MOST]


def _told(readme: Readme) -> Iterator[tuple[int, str]]:
    for token in readme.tokens:
        if token.type != "inline" or token.map is None:
            continue
        at = 0
        for sentence in _SENTENCE.split(token.content):
            at = token.content.index(sentence, at)
            if _PROMISES.search(sentence) and len(sentence.split()) >= _SHORTEST:
                yield token.map[0] + 1 + token.content.count("\n", 0, at), " ".join(sentence.split())
