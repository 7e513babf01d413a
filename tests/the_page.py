"""A report's page as a browser would make it, and grades to make one of: recorded, and full of any text."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

GRADES = Path(__file__).parent / "golden" / "grades"
NAMES = sorted(path.stem for path in GRADES.glob("*.json"))
NASTY = (
    "</script></style></title><img src=x onerror=alert(1)> & \"quoted\" 'single' javascript:alert(1) "
    "\u202egnp.exe\u2066\u200b \x1b[31m\x1b]8;;http://x.invalid\x07 \x00 \ud800 \u2028 {{ 7 * 7 }}"
)
TOLD_APART = {"schema", "verdict", "status", "state", "tier", "store", "by"}  # words that choose a part of the page


def golden(name: str) -> dict[str, Any]:
    return json.loads((GRADES / f"{name}.json").read_text())


def map_texts(value: Any, change: Callable[[str], str], but: frozenset[str] = frozenset()) -> Any:
    match value:
        case str():
            return change(value)
        case list():
            return [map_texts(item, change, but) for item in value]
        case dict():
            return {key: item if key in but else map_texts(item, change, but) for key, item in value.items()}
    return value


class Page(HTMLParser):
    """What a browser would make of a page: its tags in order, its attributes, and the text of some tags."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: dict[str, list[str]] = {}
        self._inside: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in {"meta", "br"}:
            self._inside.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag):
        self.tags.append(f"/{tag}")
        assert self._inside.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data):
        for tag in self._inside:
            self.texts[tag][-1] += data

    def values(self, name: str) -> list[str]:
        return [value for _, attribute, value in self.attributes if attribute == name]
