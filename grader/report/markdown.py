"""A grade as Markdown: a summary for a job on GitHub, and below it three review comments ready to paste."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.report import plain, words
from grader.report.comments import comments
from grader.report.markup import cell, code, fence, prose
from grader.report.verdict import sentence

SHOWN = 20
"""So many findings are written out; the rest stand in the report."""


def markdown(told: Mapping[str, Any]) -> str:
    """The document, for a grade or an error."""
    return "\n\n".join(_parts(told)) + "\n"


def _parts(told: Mapping[str, Any]) -> Iterator[str]:
    if "verdict" not in told:
        yield "## takehome"
        yield f"**Not graded.**\n\n{fence(plain.reason(told))}"
        return
    yield f"## takehome: {code(str(told['name']), 120)}"
    yield f"**{prose(sentence(dict(told)))}**"
    yield from _acceptance(told)
    yield from _checks(told)
    yield from _findings(told)
    yield from _comments(told)
    yield from _not_judged(told)


def _acceptance(told: Mapping[str, Any]) -> Iterator[str]:
    calls = told["acceptance"]["calls"]
    if not calls:
        return
    names = [cell(str(call["id"])) for call in calls]
    came = [words.status(call["status"]) for call in calls]
    yield _table(names, [[f"{prose(each.glyph)} {prose(each.word)}" for each in came]])
    yield f"{told['acceptance']['passed']} of {told['acceptance']['of']} acceptance calls passed."


def _checks(told: Mapping[str, Any]) -> Iterator[str]:
    counts = [(name, count) for name, count in told["checks"].items() if count["of"]]
    if not counts:
        return
    rows = [
        [cell(str(name)), *(f"{count[part]:,}" for part in ("passed", "failed", "not_run", "of"))]
        for name, count in counts
    ]
    yield _table(["check", "passed", "failed", "not run", "of"], rows)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _findings(told: Mapping[str, Any]) -> Iterator[str]:
    findings = told["findings"]
    if not findings:
        return
    yield f"### {words.count(len(findings), 'finding')}"
    for found in findings[:SHOWN]:
        yield _finding(found)
    if len(findings) > SHOWN:
        yield f"… and {len(findings) - SHOWN} more in the report."


def _finding(found: Mapping[str, Any]) -> str:
    """A finding, its evidence folded."""
    blocks = "blocks" if found.get("blocking") else "does not block"
    about = f"{prose(words.tier(found.get('tier')).name)}, {blocks}, rule {code(str(found.get('rule')), 80)}"
    name = f"{about}, case {code(str(found['id']), 40)}" if found.get("id") else about
    lines = "\n".join(plain.evidence(found))
    seen = "The call" if found.get("case") else "What was seen"
    folded = f"<details><summary>{seen}</summary>\n\n{fence(lines)}\n\n</details>" if lines else ""
    return "\n\n".join(part for part in (f"**{prose(str(found.get('title')))}**", name, folded) if part)


def _comments(told: Mapping[str, Any]) -> Iterator[str]:
    made = comments(told)
    if made:
        yield "### For the review"
        yield "The comments worth making first, each ready to paste:"
        yield from (fence(comment, "markdown", 40_000) for comment in made)


def _not_judged(told: Mapping[str, Any]) -> Iterator[str]:
    left = [f"- {code(str(part))}" for part in told.get("not_judged") or []]
    if left:
        yield "### Not judged"
        yield "\n".join(left)
