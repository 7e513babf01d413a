"""The events of a practice: one append-only file of JSON lines in the hand-in's own `.takehome/`, read and written.

A line: `{"v": 1, "at": "2026-03-01T09:00:00+01:00", "event": "clock.done", "phase": "plan"}`. What cannot be read
is left out with a warning, and stays in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from grader.errors import WrongUsage
from grader.practice import moment
from grader.practice.event_shapes import fits
from grader.practice.lines import Lines
from grader.submission.text import clean

HOME, FILE = ".takehome", "events.jsonl"
VERSION = 1
_NEWER = "was written by a newer takehome; it is read, not written: install that one"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: on which line it stands, when, its kind and what else is known of it."""

    line: int
    at: datetime
    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """What the file holds: the events in its order, a sentence a line that was left out, and whether it is newer."""

    events: tuple[Event, ...] = ()
    warnings: tuple[str, ...] = ()
    newer: bool = False

    def of(self, *kinds: str) -> tuple[Event, ...]:
        """The events of these kinds; `clock.` names all kinds that begin so."""
        wanted = tuple(kind for kind in kinds if kind.endswith("."))
        return tuple(
            event for event in self.events if event.kind in kinds or (wanted and event.kind.startswith(wanted))
        )

    def last(self, kind: str) -> Event | None:
        """The last event of a kind."""
        return next((event for event in reversed(self.events) if event.kind == kind), None)


def find(start: Path) -> Path | None:
    """The hand-in at `start` or above it that keeps a practice; None when there is none."""
    here = start.absolute()
    return next((folder for folder in (here, *here.parents) if (folder / HOME).is_dir()), None)


def path(folder: Path) -> Path:
    """Where the events of the hand-in at `folder` lie."""
    return folder / HOME / FILE


def told(folder: Path) -> Told:
    """The events of the hand-in at `folder`; none when there is no file. Raises WrongUsage when it cannot be read."""
    try:
        return parse(path(folder).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return Told()
    except OSError as error:
        raise WrongUsage(
            path(folder), None, f"cannot be read ({error.strerror}); give yourself the right to"
        ) from error


def parse(content: bytes) -> Told:
    """The events that the bytes of a file write."""
    found, warnings, newer = [], [], False
    lines = content.split(b"\n")
    for n, line in enumerate(lines, 1):
        if not line.strip():
            continue
        data = _data(line)
        newer = newer or (data or {}).get("v", 0) > VERSION
        match _event(n, data):
            case Event() as event:
                found.append(event)
            case str() as why:
                torn = n == len(lines)
                warnings.append(f"{HOME}/{FILE}:{n}: {'torn off' if torn else why}; this line is left out")
    if newer:
        warnings.append(f"{HOME}/{FILE}: {_NEWER}")
    return Told(tuple(found), tuple(warnings), newer)


def _data(line: bytes) -> dict[str, Any] | None:
    """The object of a line that has a version and a kind; None when it is none."""
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    known = isinstance(data, dict) and isinstance(data.get("event"), str) and type(data.get("v")) is int
    return data if known else None


def _event(n: int, data: dict[str, Any] | None) -> Event | str:
    """The event of a line, or what is wrong with it."""
    if data is None:
        return "no event"
    at = moment.read(data.get("at"))
    if at is None:
        return "no moment with its offset under `at`"
    if not fits(data):
        return f"not what a {clean(data['event'], 40)} holds"
    return Event(n, at, data["event"], data)


class Pen:
    """The file, held for this process alone: what it says, and the right to add to it."""

    def __init__(self, lines: Lines, now: moment.Now) -> None:
        self._lines, self._now = lines, now
        self.told = parse(lines.content())

    def add(self, kind: str, **data: Any) -> Event:
        """Write an event down, safe on the disk when this returns. Raises WrongUsage when the file is a newer kit's."""
        if self.told.newer:
            raise WrongUsage(self._lines.path, None, _NEWER)
        shown = {"v": VERSION, "at": moment.write(self._now()), "event": kind, **data}
        assert fits(shown), f"an event of another shape than is read: {shown}"
        line = self._lines.add(json.dumps(shown, ensure_ascii=False))
        read = moment.read(shown["at"])
        assert read is not None
        event = Event(line, read, kind, shown)
        self.told = Told((*self.told.events, event), self.told.warnings, self.told.newer)
        return event


@contextmanager
def writing(folder: Path, now: moment.Now = moment.now) -> Iterator[Pen]:
    """Hold the file of the hand-in at `folder` from reading until writing. Raises WrongUsage when it cannot be."""
    try:
        path(folder).parent.mkdir(exist_ok=True)
        with Lines(path(folder)) as lines:
            yield Pen(lines, now)
    except OSError as error:
        raise WrongUsage(path(folder), None, f"cannot be written ({error.strerror}); nothing was recorded") from error


def add(folder: Path, kind: str, now: moment.Now = moment.now, **data: Any) -> Event:
    """Write one event of the hand-in at `folder`."""
    with writing(folder, now) as pen:
        return pen.add(kind, **data)


def grade_made(folder: Path, grade: Mapping[str, Any], now: moment.Now = moment.now) -> str | None:
    """Record a grade (`grade/1`) of the hand-in at `folder`, if it keeps a practice; a sentence when it cannot be."""
    if not (folder / HOME).is_dir():
        return None
    try:
        add(folder, "grade", now, **summary(grade))
    except WrongUsage as error:
        return str(error)
    return None


def summary(grade: Mapping[str, Any]) -> dict[str, Any]:
    """What an event keeps of a grade."""
    tests = grade.get("tests", {})
    checks = {name: count["failed"] for name, count in grade["checks"].items() if count["of"]}
    return {
        "verdict": grade["verdict"],
        "passed": grade["acceptance"]["passed"],
        "of": grade["acceptance"]["of"],
        "calls": {call["id"]: call["status"] for call in grade["acceptance"]["calls"]},
        "failed": checks,
        "rules": list(dict.fromkeys(found["rule"] for found in grade["findings"])),
        "suite": _suite(tests),
        "suite_lacks": list(dict.fromkeys(_lacking(grade["findings"]))),
    }


def _suite(tests: Mapping[str, Any]) -> str:
    if not tests.get("judged"):
        return "not judged"
    return "green" if tests.get("passed") and not tests.get("failed") else "red"


def _lacking(findings: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The rules about tests that block."""
    return (str(found["rule"]) for found in findings if found.get("blocking") and found.get("check") == "tests")
