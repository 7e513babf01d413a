"""A plan as a person wrote it in Markdown: its parts, what was added to the form, its minutes and what it gives up."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from grader.practice.checklist import Group, PlanNeeds

_HEAD = re.compile(r"^##\s+(?:(\d+)[.)]?\s+)?(.*?)\s*$")
_STRUCK = re.compile(r"~~(.+?)~~(.*)")
_ROW = re.compile(r"^\|\s*([^|]*?)\s*\|\s*(\d+)\b[^|]*\|")
_LISTED = re.compile(r"^\s*(?:\d+[.)]|[-*+])\s+(\S.*)$")
_TRIVIAL = re.compile(r"^[\s|:*+\-]*$|^\s*\d+[.)]\s*$")
ENOUGH = 4
"""So many words fill a part."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the plan: the number of its line, its heading and the lines below, each with its number."""

    line: int
    title: str
    lines: tuple[tuple[int, str], ...] = ()

    @property
    def words(self) -> int:
        """How many words a person wrote in it."""
        return sum(len(re.findall(r"\w+", text)) for _, text in self.lines)


def parts(text: str, form: str) -> dict[int, Part]:
    """The parts by their place, from 1: a heading's number, or its place. Lines of the empty `form` are left out."""
    empty = {line.strip() for line in form.splitlines()}
    found: dict[int, Part] = {}
    place = 0
    for n, line in enumerate(text.splitlines(), 1):
        head = _HEAD.match(line)
        if head:
            place = int(head[1]) if head[1] else place + 1
            found.setdefault(place, Part(n, head[2]))
        elif place and not _TRIVIAL.match(line) and (line.strip() not in empty or _ROW.match(line)):
            part = found[place]
            found[place] = Part(part.line, part.title, (*part.lines, (n, line)))
    return found


def minutes(part: Part) -> list[tuple[str, int]]:
    """The rows of a table of phases: name and minutes; a row that adds up the others is left out."""
    rows = [(row[1].strip("*_` "), int(row[2])) for _, line in part.lines if (row := _ROW.match(line))]
    return [(name, number) for name, number in rows if name and name.lower() not in ("sum", "total", "all")]


def drops(part: Part) -> list[str]:
    """What is given up when time runs short: the entries of the part's lists."""
    return [found[1].strip() for _, line in part.lines if (found := _LISTED.match(line)) and not _ROW.match(line)]


def struck(part: Part, groups: Collection[Group]) -> dict[str, str]:
    """The groups of tests that are struck out (`~~walks~~ the reason`), with its reason or ""."""
    found = {}
    for _, line in part.lines:
        for match in _STRUCK.finditer(line):
            for group in groups:
                if names(match[1], group):
                    found[group.id] = match[2].strip(" |:-–—.()")  # noqa: RUF001 - dashes as a person types them
    return found


def named(part: Part, groups: Collection[Group]) -> set[str]:
    """The groups of tests that appear and are not struck out."""
    text = "\n".join(_STRUCK.sub(" ", line) for _, line in part.lines)
    return {group.id for group in groups if names(text, group)}


def names(text: str, group: Group) -> bool:
    """Whether a text speaks of a group, by one of its words."""
    return any(re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE) for word in (group.id, *group.words))


def slips(found: dict[int, Part], needs: PlanNeeds, cap: int) -> Iterator[tuple[int, str]]:
    """What a plan lacks: line and sentence each."""
    for place, title in enumerate(needs.parts, 1):
        part = found.get(place)
        if part is None:
            yield 1, f"part {place} is missing; give it a heading: ## {place} {title}"
        elif part.words < ENOUGH:
            yield part.line, f"part {place} ({part.title}) is empty; a few sentences will do"
    if needs.tests in found:
        yield from _group_slips(found[needs.tests], needs)
    if needs.minutes in found:
        yield from _minute_slips(found[needs.minutes], needs, cap)


def _group_slips(part: Part, needs: PlanNeeds) -> Iterator[tuple[int, str]]:
    reasons, there = struck(part, needs.groups), named(part, needs.groups)
    for group in needs.groups:
        if group.id in there or reasons.get(group.id):
            continue
        if group.id in reasons:
            yield part.line, f"{group.title} is struck out without a reason; write it behind: ~~{group.id}~~ because …"
        else:
            how = f"name it, or strike it out with a reason: ~~{group.id}~~ because …"
            yield part.line, f"no test of the group {group.title} ({group.says}); {how}"


def _minute_slips(part: Part, needs: PlanNeeds, cap: int) -> Iterator[tuple[int, str]]:
    whole = sum(number for _, number in minutes(part))
    if whole != cap:
        differ = f"{cap - whole} are missing" if whole < cap else f"{whole - cap} too many"
        yield part.line, f"the minutes add up to {whole} and not to {cap}: {differ}"
    given_up = len(drops(part))
    if given_up < needs.drop:
        yield part.line, f"{given_up} of at least {needs.drop} things to give up are named; list them: 1. … 2. …"
