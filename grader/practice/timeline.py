"""The time that was worked, told from the events: wall time from the start on, without the pauses, never negative."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from grader.practice import moment
from grader.practice.events import Event, Told

IDLE, RUNNING, PAUSED, HANDED_IN = "idle", "running", "paused", "handed in"
BACK = 2.0
"""So many seconds a clock may go back before it is worth a word: two writers, a small correction."""
Away = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened after `worked` seconds."""

    worked: float
    text: str


@dataclass(frozen=True, slots=True)
class Graded:
    """A grade made after `worked` seconds: how many of the acceptance calls passed."""

    worked: float
    passed: int
    of: int

    @property
    def whole(self) -> bool:
        """Whether all passed."""
        return self.passed == self.of > 0


@dataclass
class Timeline:
    """What the events tell about the time, up to a moment. Spans are seconds of work."""

    start: str = ""
    started: datetime | None = None
    state: str = IDLE
    worked: float = 0.0
    paused: float = 0.0
    done: list[Mark] = field(default_factory=list)
    dropped: list[tuple[str, str | None]] = field(default_factory=list)
    notes: list[Mark] = field(default_factory=list)
    grades: list[Graded] = field(default_factory=list)
    handin: Event | None = None
    warnings: list[str] = field(default_factory=list)

    def spent(self) -> Iterator[tuple[str, float]]:
        """Each phase that is done and the seconds it took, in the order in which they were done."""
        before = 0.0
        for mark in self.done:
            yield mark.text, max(0.0, mark.worked - before)
            before = mark.worked

    @property
    def since(self) -> float:
        """The seconds since the last phase was done."""
        return max(0.0, self.worked - (self.done[-1].worked if self.done else 0.0))

    @property
    def first_whole(self) -> Graded | None:
        """The first grade in which all acceptance calls passed."""
        return next((grade for grade in self.grades if grade.whole), None)


def undone(events: Iterable[Event]) -> set[int]:
    """The lines of the events that were undone later."""
    seen: set[int] = set()
    taken: set[int] = set()
    for event in events:
        if event.kind == "clock.undo" and event.data["line"] in seen:
            taken.add(event.data["line"])
        elif event.kind.startswith("clock."):
            seen.add(event.line)
    return taken


def effective(told: Told) -> list[Event]:
    """The clock's events that stand: not undone, and none that undoes."""
    taken = undone(told.events)
    return [event for event in told.of("clock.") if event.line not in taken and event.kind != "clock.undo"]


def timeline(told: Told, at: datetime) -> Timeline:
    """The time as it stands `at` this moment."""
    line, before = Timeline(warnings=list(told.warnings)), None
    taken = undone(told.events)
    aways = list(_aways(event for event in told.events if event.line not in taken))
    for event in told.events:
        _pass(line, before, event.at, aways)
        before = event.at
        if event.line not in taken:
            _apply(line, event)
    _pass(line, before, at, aways)
    return line


def _aways(events: Iterable[Event]) -> Iterator[Away]:
    """The declared pauses, merged, so that no second is taken off twice."""
    declared = [
        (start, end)
        for event in events
        if event.kind == "clock.away"
        if (start := moment.read(event.data["start"])) and (end := moment.read(event.data["end"])) and start < end
    ]
    last: Away | None = None
    for start, end in sorted(declared):
        if last and start <= last[1]:
            last = (last[0], max(last[1], end))
            continue
        if last:
            yield last
        last = (start, end)
    if last:
        yield last


def _pass(line: Timeline, before: datetime | None, now: datetime, aways: Sequence[Away]) -> None:
    """Let the time between two moments pass."""
    if before is None or line.state not in (RUNNING, PAUSED):
        return
    gone = (now - before).total_seconds()
    if gone < -BACK:
        line.warnings.append(
            f"the computer's clock went back by {moment.span(-gone)} at {before:%H:%M}; that step counts as none;"
            " if too much is counted now, declare a pause"
        )
    gone = max(0.0, gone)
    away = sum(max(0.0, (min(now, end) - max(before, start)).total_seconds()) for start, end in aways)
    if line.state == PAUSED:
        line.paused += gone
    else:
        line.paused += min(gone, away)
        line.worked += max(0.0, gone - away)


def _apply(line: Timeline, event: Event) -> None:
    data = event.data
    match event.kind, line.state:
        case "grade", state if state != IDLE:
            line.grades.append(Graded(line.worked, data["passed"], data["of"]))
        case "clock.start", "idle":
            line.start, line.started, line.state = data["start"], event.at, RUNNING
        case "clock.pause", "running":
            line.state = PAUSED
        case "clock.resume", "paused":
            line.state = RUNNING
        case "clock.done", "running" | "paused":
            if data["phase"] not in [mark.text for mark in line.done]:
                line.done.append(Mark(line.worked, data["phase"]))
        case "clock.drop", _:
            line.dropped.append((data["what"], data["how"]))
        case "clock.note", _:
            line.notes.append(Mark(line.worked, data["text"]))
        case "clock.handin", "running" | "paused":
            line.state, line.handin = HANDED_IN, event
