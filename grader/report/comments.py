"""The comments of a review, made from a grade: the place, one call, the harm, the repair, and a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.report import plain, words
from grader.report.markup import code, fence, prose

MOST = 3
"""So many comments has a review; all else in it gets a line."""


def comments(grade: Mapping[str, Any]) -> list[str]:
    """At most three comments in Markdown, the worst first and each on another rule, as they can be pasted."""
    first: dict[str, Mapping[str, Any]] = {}
    for found in grade.get("findings") or []:
        if not found.get("declared"):
            first.setdefault(str(found.get("rule")), found)
    return ["\n\n".join(_comment(found, grade)) for found in list(first.values())[:MOST]]


def _comment(found: Mapping[str, Any], grade: Mapping[str, Any]) -> Iterator[str]:
    """The paragraphs of one comment; what the grade leaves out, a fix or a test, is left out."""
    weight = "Blocking" if found.get("blocking") else "Not blocking"
    yield f"**{weight}, {prose(words.tier(found.get('tier')).name.lower())}.** {prose(str(found.get('title', '')))}"
    yield f"**Where:** {_place(found)}"
    if lines := plain.evidence({**found, "where": None}):
        yield f"**What shows it:**\n\n{fence(chr(10).join(lines))}"
    if found.get("why"):
        yield f"**Harm:** {prose(str(found['why']))}"
    if found.get("fix"):
        yield f"**Repair:** {prose(str(found['fix']))}"
    if found.get("test") == "" and found.get("again"):
        yield f"**To see it again:** {code(str(found['again']))}"
    elif found.get("test"):
        yield f"**A test that is red today:**\n\n{fence(str(found['test']), str(grade.get('language') or ''))}"


def _place(found: Mapping[str, Any]) -> str:
    """The line where it raised, or the behaviour that is wrong."""
    if found.get("where"):
        return code(str(found["where"]))
    case = found.get("case")
    tool = case.get("tool") if isinstance(case, Mapping) else None
    return f"how {code(tool)} answers" if isinstance(tool, str) else f"rule {code(str(found.get('rule')))}"
