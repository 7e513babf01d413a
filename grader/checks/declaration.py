"""The declaration of the paging tool: is it there, does its schema agree with the contract, does it tell of more pages.

The grade's section `declaration` (`Declaration.to_json`):

    {"judged": true, "found": true, "where": "tickets.py:14 (SEARCH)", "also": ["tool.json"], "form": "input_schema",
     "name": "…", "description": "…", "looked_for": ["…"], "objects": 93, "agree": 91, "no_verdict": null | "why",
     "disagreements": [{"argument": "limit", "objects": [{"args": {…}, "contract": "accepted"}], "more": 0}],
     "defaults": [{"argument": "limit", "declared": 10}], "more_pages": true, "findings": [Evidence, …]}

`judged` is false for an exercise whose tools do not page; then nothing else is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.checks.agreement import Group, disagreements, grouped, objects
from grader.checks.declared import Declared, declarations, places
from grader.checks.differences import AGREES, differences, properties, wrong_defaults
from grader.checks.evidence import Evidence
from grader.checks.handed_out import SCHEMA_KEYS, Start, candidates
from grader.checks.validator import NoVerdict
from grader.exercise import Exercise
from grader.submission.handin import HandIn
from grader.submission.text import clean
from grader.values import Value
from grader.vocabulary import Tool

PRESENT, MORE_PAGES = "declaration.present", "declaration.more_pages"


@dataclass(frozen=True, slots=True)
class Declaration:
    """What was found: the declaration judged, others beside it, and where it parts from the contract."""

    judged: bool
    one: Declared | None = None
    also: tuple[str, ...] = ()
    looked_for: tuple[str, ...] = ()
    objects: int = 0
    groups: tuple[Group, ...] = ()
    defaults: tuple[tuple[str, Value], ...] = ()
    no_verdict: str | None = None
    more_pages: bool = False
    findings: tuple[Evidence, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The grade's section `declaration`."""
        if not self.judged:
            return {"judged": False}
        one = self.one
        return {
            "judged": True,
            "found": one is not None,
            "where": one and one.where,
            "also": list(self.also),
            "form": one and one.form,
            "name": one and one.name and clean(one.name, 200),
            "description": one and one.description and clean(one.description),
            "looked_for": list(self.looked_for),
            "objects": self.objects,
            "agree": 0 if self.no_verdict else self.objects - sum(len(group.rows) for group in self.groups),
            "no_verdict": self.no_verdict,
            "disagreements": [group.to_json() for group in self.groups],
            "defaults": [{"argument": name, "declared": value} for name, value in self.defaults],
            "more_pages": self.more_pages,
            "findings": [each.to_json() for each in self.findings],
        }


def check(handin: HandIn, exercise: Exercise, start: Start) -> Declaration:
    """Find the declaration in the hand-in and judge it; `start` starts a worker that hands out these exports."""
    if exercise.paging is None:
        return Declaration(judged=False)
    tool = exercise.tools[exercise.paging.tool]
    found, near = _found(handin, tool.name, start)
    if not found:
        looked = _looked_for(handin, tool.name)
        return Declaration(judged=True, looked_for=looked, findings=(_absent(tool.name, near, looked),))
    return _judged(found, handin, exercise, tool)


def _found(handin: HandIn, tool: str, start: Start) -> tuple[list[Declared], list[Declared]]:
    """What declares the tool, a place each, the fullest of the likeliest first; and what declares others."""
    found: list[Declared] = []
    near: list[Declared] = []
    for place in places(handin, start):
        for one in declarations(place, tool):
            (found if one.name in (tool, None) else near).append(one)
    found.sort(key=lambda one: one.schema is None)
    return found, near


def _looked_for(handin: HandIn, tool: str) -> tuple[str, ...]:
    named = handin.settings.declaration
    names = list(candidates(handin))
    return (
        *([f"what handin.yaml names: {clean(named, 200)}"] if named else []),
        f"an object named {tool} with a description and a schema under {', '.join(SCHEMA_KEYS)}",
        "in the JSON files, in the README's JSON, and among what the code hands out by name"
        + (f" ({clean(', '.join(names[:8]), 300)})" if names else ""),
    )


def _absent(tool: str, near: list[Declared], looked: tuple[str, ...]) -> Evidence:
    says = f"No declaration of {tool} was found; looked for {'; '.join(looked)}."
    if near:
        says += f" Near it: {clean(str(near[0].name), 100)!r} at {near[0].where}; its name must be exactly {tool}."
    return Evidence(
        PRESENT, says, near[0].where if near else None, tool, clean(str(near[0].name), 100) if near else None
    )


def _judged(found: list[Declared], handin: HandIn, exercise: Exercise, tool: Tool) -> Declaration:
    one = found[0]
    findings = list(_incomplete(one, tool.name))
    groups: list[Group] = []
    wrong: list[tuple[str, Value]] = []
    no_verdict, asked = None, objects(exercise, handin.language.name, tool)
    if one.schema is not None:
        try:
            groups = grouped(disagreements(exercise, tool, one.schema, asked), tool)
        except NoVerdict as error:
            no_verdict = clean(str(error), 400)
            findings.append(Evidence(AGREES, f"It cannot be asked: {no_verdict}.", one.where))
        wrong = list(wrong_defaults(one.schema, exercise, tool))
        findings += differences(one.where, one.schema, groups, wrong, exercise, tool)
    more = _tells_of_more(one, exercise)
    if not more:
        findings.append(_silent(one, exercise))
    return Declaration(
        judged=True,
        one=one,
        also=tuple(dict.fromkeys(each.where for each in found if _differs(each, one))),
        objects=len(asked) if one.schema is not None else 0,
        groups=tuple(groups),
        defaults=tuple(wrong),
        no_verdict=no_verdict,
        more_pages=more,
        findings=tuple(findings),
    )


def _differs(each: Declared, one: Declared) -> bool:
    """Whether a second declaration says something else: the same value handed out twice is one."""
    return (each.description, each.schema) != (one.description, one.schema)


def _incomplete(one: Declared, tool: str) -> Iterator[Evidence]:
    parts = {"name": one.name, "description": one.description, "schema of its arguments": one.schema}
    missing = [part for part, value in parts.items() if not value and value != {}]
    if missing:
        yield Evidence(PRESENT, f"The declaration of {tool} lacks a {' and a '.join(missing)}.", one.where)


# ---- more pages ----


def _tells_of_more(one: Declared, exercise: Exercise) -> bool:
    """Whether the description names the field of the next page or the cursor, or the cursor's own names the former."""
    assert exercise.paging is not None
    paging = exercise.paging
    match properties(one.schema).get(paging.cursor):
        case {"description": str(own)} if _names(own, paging.next):
            return True
    text = one.description or ""
    return _names(text, paging.next) or _names(text, paging.cursor)


def _names(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _silent(one: Declared, exercise: Exercise) -> Evidence:
    assert exercise.paging is not None
    fields = f"`{exercise.paging.next}` or `{exercise.paging.cursor}`"
    says = (
        f"The description names neither {fields.replace(' or ', ' nor ')}: a model cannot know how to get more pages."
    )
    return Evidence(
        MORE_PAGES, says, one.where, f"a sentence with {fields}", one.description and clean(one.description, 300)
    )
