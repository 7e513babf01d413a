"""The face of the clock, at most 80 columns wide: phases planned and spent, a line of time, what to heed now."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from grader.practice import moment
from grader.practice.checklist import Checklist, Checkpoint, Phase, Start
from grader.practice.clock import current, over, schedule
from grader.practice.events import Told
from grader.practice.section import plan_minutes
from grader.practice.timeline import HANDED_IN, IDLE, PAUSED, Graded, Timeline
from grader.submission.text import clean

GOOD, BAD, QUIET = "blue", "bold yellow", "dim"
BAR = 24
LONGEST = 45
"""So many minutes fill a bar; past that it ends in an arrow."""
AXIS = 60
_LATEST = 3
_TICKS = 9
HALF_HOUR = 1800
SETS_GOING = {IDLE: "takehome clock start", PAUSED: "takehome clock resume"}
"""What makes a clock run that does not."""


def face(known: Told, line: Timeline, lists: Checklist, width: int = 80) -> list[Text]:
    """The whole face, the most important line last."""
    width, start = min(width, 80), schedule(known, line, lists)
    shown = list(_phases(known, line, lists, start))
    if line.state != IDLE:
        shown += [Text(), *_axis(line, lists)]
    shown += _written(line, width)
    shown += warned(line, width)
    return [*shown, Text(), *_heed(known, line, lists, start, width), reading(line, lists)]


def reading(line: Timeline, lists: Checklist) -> Text:
    """The time in one line: `1:12:40 worked, 1:47:20 left`, or how far past the cap."""
    left = lists.minutes * 60 - line.worked
    said = f"{moment.span(line.worked)} worked"
    rest = f", {moment.span(left)} left" if left >= 0 else f", +{moment.span(-left)} past the cap"
    match line.state:
        case "idle":
            return Text("The clock does not run yet.", "bold")
        case "paused":
            return Text(f"Paused: {said}{rest}.", BAD)
        case "handed in":
            return Text(f"Handed in after {moment.span(line.worked)}{over(line, lists)}.", "bold")
    return Text(f"{said}{rest}", "bold" if left >= 0 else BAD)


def _phases(known: Told, line: Timeline, lists: Checklist, start: Start) -> Iterator[Text]:
    spent, now, planned = dict(line.spent()), current(line, lists, start), plan_minutes(known, lists, start)
    for name, allotted in start.minutes.items():
        due = planned.get(name, allotted)
        here = now is not None and now.id == name and line.state not in (IDLE, HANDED_IN)
        seconds = spent.get(name, line.since if here else None)
        sign = "✓" if name in spent else "▶" if here else " "
        row = Text(f"{sign} {lists.phases[name].title:<12} ", "bold" if here else "")
        took = "   " if seconds is None else f"{round(seconds / 60):>3}"
        late = seconds is not None and seconds > due * 60
        yield row.append(f"{took} of {due:>2} min ").append(_bar(due, seconds), BAD if late else GOOD)


def _bar(due: int, seconds: float | None) -> str:
    """What was planned as a light bar, what was spent as a dark one over it."""
    most = BAR * 60 / LONGEST / 60
    planned, spent = round(due * most), round((seconds or 0) / 60 * most)
    bar = "█" * min(spent, BAR) + "░" * max(0, min(planned, BAR) - spent)
    return f"{bar[:BAR]}→" if spent > BAR else bar


def _axis(line: Timeline, lists: Checklist) -> Iterator[Text]:
    """The line of time: a tick each half hour, what was worked, the cap, and under it the grades."""
    whole = max(lists.minutes * 60.0, line.worked)
    step = HALF_HOUR * max(1, math.ceil(whole / HALF_HOUR / _TICKS))
    labels = [moment.span(n * step)[:-3] for n in range(int(whole // step) + 1)]
    at = [round(AXIS * n * step / whole) for n in range(len(labels))]
    ticks = "".join(_put(label, place, at, n) for n, (label, place) in enumerate(zip(labels, at, strict=True)))
    worked, cap = round(AXIS * line.worked / whole), round(AXIS * lists.minutes * 60 / whole)
    bar = "━" * worked + "·" * (AXIS - worked)
    bar = f"{bar[:cap]}┃{bar[cap + 1 :]}" if cap < worked else bar
    yield Text(f"  {ticks}", QUIET)
    yield Text("  ").append(bar[:cap], GOOD).append(bar[cap:], BAD)
    if line.grades:
        yield Text("  ").append(_grades(line, whole)).append("  calls passed", QUIET)
        first = line.first_whole
        said = f"all {first.of} first passed at {moment.span(first.worked)}" if first else "not all have passed yet"
        yield Text(f"  {said}", GOOD if first else QUIET)


def _put(label: str, place: int, at: list[int], n: int) -> str:
    """A label that fills the room up to the next tick."""
    room = (at[n + 1] if n + 1 < len(at) else place + len(label)) - place
    return label[: max(0, room - 1)].ljust(room) if room < len(label) else label.ljust(room)


def _grades(line: Timeline, whole: float) -> str:
    """How many calls passed, under the minute of each grade; where two would touch, the later one stands."""
    row = [" "] * (AXIS + 3)
    for grade in _apart(line.grades, whole):
        place = min(AXIS - 1, round(AXIS * grade.worked / whole))
        row[place : place + 2] = list(f"{grade.passed:<2}")
    return "".join(row).rstrip()


def _apart(grades: list[Graded], whole: float) -> Iterator[Graded]:
    """The grades that have room beside each other, the last ones first."""
    taken = AXIS + 3
    for grade in reversed(grades):
        place = round(AXIS * grade.worked / whole)
        if place + 3 <= taken:
            taken = place
            yield grade


def _written(line: Timeline, width: int) -> Iterator[Text]:
    for what, _ in line.dropped:
        yield from (Text(each) for each in _wrap("  given up: ", what, width))
    for mark in line.notes[-_LATEST:]:
        yield from (Text(each, QUIET) for each in _wrap(f"  {moment.span(mark.worked)} ", mark.text, width))


def warned(line: Timeline, width: int) -> list[Text]:
    """What is odd about the log or the computer's clock: the first few, the others counted."""
    more = len(line.warnings) - _LATEST
    said = [*line.warnings[:_LATEST], *([f"{more} more of this kind"] if more > 0 else [])]
    return [Text(each, BAD) for warning in said for each in _wrap("! ", warning, width)]


def _wrap(lead: str, text: str, width: int) -> list[str]:
    """A text behind its lead, in lines of `width` columns; of letters that take two there is room for half as many."""
    whole = lead + clean(text, 400)
    letters = width // 2 if any(cell_len(each) > 1 for each in whole) else width
    return textwrap.wrap(whole, letters, subsequent_indent=" " * len(lead), drop_whitespace=True)


def _heed(known: Told, line: Timeline, lists: Checklist, start: Start, width: int) -> Iterator[Text]:
    """When the current phase is done, and the checkpoint that was missed."""
    if line.state == HANDED_IN:
        return
    missed = _missed(line, lists, start)
    if missed:
        until = moment.span(start.until(missed.by) * 60)[:-3]
        yield from (Text(each, BAD) for each in _wrap(f"! By {until} ", missed.says, width))
        yield from (Text(each) for each in _wrap("  ", f"If not so: {missed.otherwise}", width))
        yield from (Text(each) for each in _wrap("  ", f"Give up next: {_next_drop(line, lists)}", width))
    now = current(line, lists, start)
    if now:
        yield from (Text(each) for each in _wrap(f"{now.title} is done when: ", now.done, width))
    yield Text(f"Next: {SETS_GOING.get(line.state) or following(now, known)}", QUIET)


def following(now: Phase | None, known: Told) -> str:
    """What to do while the clock runs: what its phase begins with, else whatever ends the phase."""
    if now is None:
        return "takehome clock handin"
    return str(now.do) if now.event and known.last(now.event) is None else "takehome clock done"


def _missed(line: Timeline, lists: Checklist, start: Start) -> Checkpoint | None:
    """The last checkpoint whose minute is over while its phase is not."""
    done = {mark.text for mark in line.done}
    late = [point for point in lists.checkpoints if point.by not in done and line.worked > start.until(point.by) * 60]
    return late[0] if late else None


def _next_drop(line: Timeline, lists: Checklist) -> str:
    """The next thing on the list of what is given up first."""
    n = len(line.dropped)
    return lists.drop_first[n] if n < len(lists.drop_first) else lists.never_drop
