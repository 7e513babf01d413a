"""Where a practice stands: what was done, the clock, the last grade and what it changed, and the next command."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from grader.practice.checklist import Checklist
from grader.practice.clock import current, schedule
from grader.practice.dial import BAD, QUIET, SETS_GOING, reading, warned
from grader.practice.dial import following as within
from grader.practice.events import Event, Told
from grader.practice.timeline import HANDED_IN, IDLE, Timeline
from grader.practice.tree import tree
from grader.report.words import count, spaced, status
from grader.submission.text import clean


def where(folder: Path, known: Told, line: Timeline, lists: Checklist, width: int) -> list[Text]:
    """The whole standing, the next command last."""
    width, grades = min(width, 80), known.of("grade")
    shown = [Text(clean(folder.name, 60), "bold"), *(Text(f"  {each}") for each in _steps(known, line, lists))]
    if grades:
        shown += [Text(), *_grade(grades[-1], grades[-2] if len(grades) > 1 else None, known, width)]
    if line.handin:
        shown += [Text(f"  {each}", BAD) for each in _since_handin(folder, line.handin)]
    shown += warned(line, width)
    return [*shown, Text(), reading(line, lists), Text(f"Next: {following(known, line, lists)}", "bold")]


def _steps(known: Told, line: Timeline, lists: Checklist) -> Iterator[str]:
    """Each step of the practice: done or not, and when."""
    lock, seal = known.last("plan.lock"), known.last("predict.seal")
    yield _step("plan", f"locked {lock.at:%H:%M}" if lock else "")
    yield _step("predictions", f"{len(seal.data['said'])} sealed {seal.at:%H:%M}" if seal else "")
    now = current(line, lists, schedule(known, line, lists))
    doing = "all phases done" if now is None else f"in the phase {now.title}" if line.state != IDLE else ""
    yield _step("build", doing, done=line.handin is not None)
    graded = known.of("grade")
    yield _step("grade", f"{count(len(graded), 'grade')}, the last {graded[-1].at:%H:%M}" if graded else "")
    reviewed, talked = known.last("review.score"), known.last("interview.done")
    yield _step("review", f"scored {reviewed.at:%H:%M}" if reviewed else "")
    yield _step("interview", f"held, {clean(talked.data['file'], 60)}" if talked else "")
    early = [event for event in known.of("reference") if event.data["anyway"]]
    if early:
        yield f"· the reference was opened before its time, {early[0].at:%H:%M}"


def _step(name: str, said: str, *, done: bool | None = None) -> str:
    sign = "✓" if (bool(said) if done is None else done) else "▶" if said else "·"
    return f"{sign} {name:<12} {said}".rstrip()


def _grade(last: Event, before: Event | None, known: Told, width: int) -> Iterator[Text]:
    """The last grade in short, and what it changed."""
    data = last.data
    cells = " ".join(f"{clean(str(name), 8)}{status(came).glyph}" for name, came in data["calls"].items())
    yield Text(f"last grade, {last.at:%H:%M}: {data['passed']} of {data['of']}, {spaced(data['verdict'])}")
    yield Text(f"  {cells}")
    if before is None:
        return
    for head, names in _changes(last.data, before.data, named=known.last("predict.seal") is not None):
        for each in textwrap.wrap(f"{head}: {clean(names, 600)}", width - 2, subsequent_indent="  "):
            yield Text(f"  {each}", QUIET if head.startswith("no ") else "")


def _changes(now: Mapping[str, Any], was: Mapping[str, Any], *, named: bool) -> Iterator[tuple[str, str]]:
    """What newly passes and newly breaks; rules by name only once nothing can be given away by them."""
    passes = {name for name, came in now["calls"].items() if came == "passed"}
    passed = {name for name, came in was["calls"].items() if came == "passed"}
    order = list(now["calls"])
    rules, old = list(map(str, now["rules"])), list(map(str, was["rules"]))
    rows = (
        ("newly passes", [name for name in order if name in passes - passed]),
        ("newly fails", [name for name in order if name in passed - passes]),
        ("mended", _named([rule for rule in old if rule not in rules], named=named)),
        ("newly broken", _named([rule for rule in rules if rule not in old], named=named)),
    )
    changed = [(head, " ".join(names)) for head, names in rows if names]
    yield from changed or [("no change since the grade before", f"{count(len(rules), 'rule')} broken")]


def _named(rules: list[str], *, named: bool) -> list[str]:
    return rules if named or not rules else [count(len(rules), "rule")]


def _since_handin(folder: Path, handin: Event) -> Iterator[str]:
    if tree(folder)[0] != handin.data["hash"]:
        yield "the folder was changed since it was handed in"


def following(known: Told, line: Timeline, lists: Checklist) -> str:
    """The next command."""
    if line.state == HANDED_IN:
        return _after(known, line)
    if line.state in SETS_GOING:
        return SETS_GOING[line.state]
    now = current(line, lists, schedule(known, line, lists))
    if now is None or now.event:
        return within(now, known)
    return f"takehome grade . (is {now.title} done? takehome clock done)"


def _after(known: Told, line: Timeline) -> str:
    """What follows the handing in."""
    handed = line.handin
    if handed is not None and not any(event.line > handed.line for event in known.of("grade")):
        return "takehome grade . --open"
    if known.last("predict.seal") and not known.of("predict.reveal"):
        return "takehome predict reveal"
    if known.last("review.score") is None:
        return "takehome review new ../review"
    if known.last("interview.done") is None:
        return "takehome interview"
    if not known.of("reference"):
        return "takehome reference"
    return "another sample: takehome review new ../review-1 --seed 1"
