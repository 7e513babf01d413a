"""A score in the terminal: each comment with what it showed and what it lacks, then points and band, last."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from grader.practice.review.key import Defect, Key
from grader.report.review import input_steps as said
from grader.report.review import more, to_try
from grader.report.words import spaced
from grader.submission.text import clean

TRIED = 3
"""So many missed defects are named as an input to try; the rest stand in the report."""


def lines(score: dict[str, Any], width: int, page: str) -> Iterator[str]:
    """The lines of a score, none wider than `width` but the one that names its page."""
    for comment in score["comments"]:
        yield from _comment(comment, width)
    yield from _parts(score, width)
    yield from _missed(to_try(score), width)
    yield from _person(score["person"], width)
    yield ""
    yield f"report: {page}"
    yield from wrapped(f"{_result(score)}{_helped(score)}", width)


def _comment(comment: dict[str, Any], width: int) -> Iterator[str]:
    head = f"comment {comment['n']}  {comment['tier'] or '-'}  {clean(comment['place'] or '-', 60)}"
    points = f"{comment['points']} of {comment['of']}"
    yield f"{head[: width - len(points) - 2]:<{width - len(points) - 1}} {points}"
    if comment["shown"]:
        yield from wrapped(f"✓ {comment['shown']['says']}", width, "  ")
    else:
        yield from wrapped(f"✗ {comment['why_not']}", width, "  ")
    for part in comment["parts"]:
        if comment["shown"] and part["points"] < part["of"]:
            yield from wrapped(f"✗ {part['part']}: {part['says']}", width, "  ")


def _parts(score: dict[str, Any], width: int) -> Iterator[str]:
    parts = [*score["ranking"], score["good"]]
    yield ""
    for part in parts:
        why = f": {part['says']}" if part["says"] else ""
        name = spaced(part["part"])
        yield from wrapped(f"{'✓' if not why else '✗'} {name}, {part['points']} of {part['of']}{why}", width)
    false = score["false_blockers"]
    if false["comments"]:
        which = " and ".join(map(str, false["comments"]))
        yield from wrapped(f"✗ comment {which} would block on what does not: {false['points']}", width)


def _missed(missed: list[dict[str, Any]], width: int) -> Iterator[str]:
    if missed:
        yield ""
        yield f"{more(missed)}:"
    for one in missed[:TRIED]:
        yield from wrapped(f"{one['tier']}: {tried(one)}", width, "  ")
    if len(missed) > TRIED:
        yield f"  and {len(missed) - TRIED} more in the report"


def tried(one: dict[str, Any]) -> str:
    """A missed defect as something to try, in words; what comes of it is not told."""
    if one["file"]:
        return f"an edit of {one['file']} that makes an answer wrong and that no test notices"
    asked = "; then ".join(said(one["asked"]))
    return f"the claim “{clean(one['claim'], 80)}”, and {asked}" if one["claim"] else asked


def _person(person: list[dict[str, Any]], width: int) -> Iterator[str]:
    if person:
        yield ""
        yield f"For a person to judge, {sum(each['of'] for each in person)} points apart:"
    for each in person:
        yield from wrapped(f"· {each['asks']} ({each['of']})", width, "  ")


def key_lines(key: Key, width: int) -> Iterator[str]:
    """A key, read out: each defect with its place and what shows it."""
    for defect in key.defects:
        yield f"{defect.tier}  {', '.join(str(place) for place in defect.places)}"[:width]
        yield from wrapped(defect.says, width, "  ")
        shown = "; then ".join(said(dict(defect.asked))) if defect.asked else _survivor(defect)
        yield from wrapped(f"shown by: {shown}", width, "  ")
    for remark in key.remarks:
        yield from wrapped(f"by reading: {remark}", width)


def _survivor(defect: Defect) -> str:
    assert defect.survivor is not None
    return f"in {defect.survivor.file}, {defect.survivor.new.strip()} in place of {defect.survivor.old.strip()}"


def _result(score: dict[str, Any]) -> str:
    capped = "; no defect of the worst tier was shown, so it can be no more" if score["capped"] else ""
    return f"{score['points']} of {score['of']}: {score['band']}{capped}"


def _helped(score: dict[str, Any]) -> str:
    taken = score.get("helped") or {}
    parts = [f"{taken['hints']} hint{'s' * (taken['hints'] > 1)} taken"] if taken.get("hints") else []
    parts += ["the key was shown"] if taken.get("shown") else []
    return f" ({', '.join(parts)})" if parts else ""


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines of at most `width` columns, the later ones set in."""
    return textwrap.wrap(clean(text), width, initial_indent=indent, subsequent_indent=f"{indent}  ") or [""]
