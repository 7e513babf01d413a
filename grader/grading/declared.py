"""Declared: a finding whose subject the README lists as left out, with its test skipped for a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from grader.grading.findings import Finding


def declared(found: Finding, sections: Mapping[str, Any]) -> Finding:
    """The finding, marked when the hand-in owned up to it; its tier stays."""
    subject = _words(found.rule.id)
    return replace(found, declared=True) if any(subject <= words for words in _owned_up(sections)) else found


def _owned_up(sections: Mapping[str, Any]) -> Iterator[set[str]]:
    """The words of each test that is skipped for a reason and named in the README's part on what was left out."""
    named = {each["test"] for each in (sections.get("readme") or {}).get("skipped", ()) if each["named"]}
    for each in (sections.get("tests") or {}).get("skipped", ()):
        if each["test"] in named and each["reason"]:
            yield _words(f"{each['test']} {each['reason']}")


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower()))
