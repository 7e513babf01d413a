"""The clock of a practice: what starts it, holds it, ends it and is written down while it runs."""

from __future__ import annotations

from pathlib import Path

from grader.errors import WrongUsage
from grader.practice import moment
from grader.practice.checklist import Checklist, Phase, Start, checklist
from grader.practice.events import Event, Pen, Told, told, writing
from grader.practice.timeline import HANDED_IN, IDLE, PAUSED, RUNNING, Timeline, effective, timeline
from grader.practice.tree import tree
from grader.report.words import count

_SAYS = {
    IDLE: "the clock does not run yet; run: takehome clock start",
    PAUSED: "the clock is paused; run: takehome clock resume",
    RUNNING: "the clock runs already; see it: takehome clock",
    HANDED_IN: "the work is handed in; to go on with it: takehome clock undo",
}


def plan_of(told_: Told, default: str) -> Checklist:
    """The checklist of the exercise that was started, or of the default one."""
    return checklist(exercise_of(told_) or default)


def exercise_of(told_: Told) -> str | None:
    """The exercise that was started, if one was."""
    start = told_.last("start") or told_.last("clock.start")
    return str(start.data["exercise"]) if start else None


def schedule(told_: Told, line: Timeline, lists: Checklist) -> Start:
    """The phases and minutes that count: those chosen at the start of the clock, else those of what lies there."""
    return lists.start(line.start or _lies_there(told_, lists))


def _lies_there(told_: Told, lists: Checklist) -> str:
    start, given = told_.last("start"), lists.given
    return given.id if given and start and start.data["given"] == given.tool else lists.start("").id


def current(line: Timeline, lists: Checklist, start: Start) -> Phase | None:
    """The first phase that is not done; None when all are."""
    done = {mark.text for mark in line.done}
    return next((lists.phases[name] for name in start.minutes if name not in done), None)


def begin(folder: Path, exercise: str, which: str | None, now: moment.Now = moment.now) -> str:
    """Start the clock; what it says. `which` start: else the one that fits what lies there."""
    with writing(folder, now) as pen:
        lists = plan_of(pen.told, exercise)
        line = _in_state(pen, now, IDLE)
        if which and which not in lists.starts:
            raise WrongUsage(None, None, f"no start is called {which!r}; there are: {', '.join(lists.starts)}")
        start = lists.start(which or line.start or _lies_there(pen.told, lists))
        pen.add("clock.start", exercise=exercise_of(pen.told) or exercise, start=start.id)
    first = lists.phases[next(iter(start.minutes))]
    return (
        f"The clock runs: {lists.minutes} minutes; {start.says}. First: {first.title}, {start.minutes[first.id]} min."
    )


def done(folder: Path, exercise: str, name: str | None, now: moment.Now = moment.now) -> str:
    """Note that a phase is done: the current one, or the one named."""
    with writing(folder, now) as pen:
        line = _in_state(pen, now, RUNNING)
        lists = plan_of(pen.told, exercise)
        start = schedule(pen.told, line, lists)
        phase = _named(name, lists, start) if name else current(line, lists, start)
        if phase is None:
            raise WrongUsage(None, None, "every phase is done; run: takehome clock handin")
        if phase.id in [mark.text for mark in line.done]:
            raise WrongUsage(None, None, f"{phase.title} is done already; to take it back: takehome clock undo")
        pen.add("clock.done", phase=phase.id)
        after = timeline(pen.told, now())
    following = current(after, lists, start)
    then = (
        f"Next: {following.title}, {start.minutes[following.id]} min." if following else "Next: takehome clock handin"
    )
    return f"{phase.title} took {moment.minutes(line.since)} of {start.minutes[phase.id]}. {then}"


def _named(name: str, lists: Checklist, start: Start) -> Phase:
    phase = lists.phase(name, start)
    if phase is None:
        raise WrongUsage(None, None, f"no phase is called {name!r}; there are: {', '.join(start.minutes)}")
    return phase


def pause(folder: Path, now: moment.Now = moment.now) -> str:
    """Hold the clock from now on."""
    with writing(folder, now) as pen:
        _in_state(pen, now, RUNNING)
        pen.add("clock.pause")
    return "Paused. To go on: takehome clock resume"


def away(folder: Path, start: str, end: str | None, now: moment.Now = moment.now) -> str:
    """Declare a pause that is over: from one moment to another, by default until now."""
    with writing(folder, now) as pen:
        at = now()
        line = timeline(pen.told, at)
        if line.started is None:
            raise WrongUsage(None, None, _SAYS[IDLE])
        first, last = moment.clock_time(start, at), moment.clock_time(end, at) if end else at
        if not line.started <= first < last <= at:
            raise WrongUsage(
                None,
                None,
                f"a pause from {first:%H:%M} to {last:%H:%M} does not fit;"
                f" it lies after the start ({line.started:%H:%M}) and before now ({at:%H:%M})",
            )
        pen.add("clock.away", start=moment.write(first), end=moment.write(last))
        after = timeline(pen.told, at)
    return f"{moment.span(max(0.0, line.worked - after.worked))} taken off: {moment.span(after.worked)} worked."


def resume(folder: Path, now: moment.Now = moment.now) -> str:
    """Let the clock go on."""
    with writing(folder, now) as pen:
        line = _in_state(pen, now, PAUSED)
        pen.add("clock.resume")
    return f"The clock runs again: {moment.span(line.worked)} worked."


def drop(folder: Path, what: str, how: str | None, now: moment.Now = moment.now) -> list[str]:
    """Note what is given up, and how it would be completed; the lines for the README."""
    with writing(folder, now) as pen:
        pen.add("clock.drop", what=_said(what, "what is given up"), how=how)
        line = timeline(pen.told, now())
    return ["For the README's part on what was left out:", *left_out(line)]


def left_out(line: Timeline) -> list[str]:
    """The README's lines on what was given up."""
    return [f"- {what}. To complete it: {how or '(say how)'}" for what, how in line.dropped]


def note(folder: Path, text: str, now: moment.Now = moment.now) -> str:
    """Write a line down, with its time."""
    with writing(folder, now) as pen:
        pen.add("clock.note", text=_said(text, "the note"))
        line = timeline(pen.told, now())
    return f"Noted at {moment.span(line.worked)}."


def _said(text: str, what: str) -> str:
    """The text on one line. Raises WrongUsage when there is none."""
    said = " ".join(text.split())
    if not said:
        raise WrongUsage(None, None, f"{what} is empty; say it in a few words, in quotes")
    return said


def handin(folder: Path, exercise: str, now: moment.Now = moment.now) -> list[str]:
    """Stop the clock for good and freeze a hash of the tree."""
    frozen, files = tree(folder)
    with writing(folder, now) as pen:
        line = _in_state(pen, now, RUNNING, PAUSED)
        lists = plan_of(pen.told, exercise)
        pen.add("clock.handin", hash=frozen, files=files)
    return [
        f"Handed in after {moment.span(line.worked)}{over(line, lists)}: {count(files, 'file')}, hash {frozen[:12]}.",
        *_unnamed(folder, line),
    ]


def over(line: Timeline, lists: Checklist) -> str:
    """` (+0:07:12)` past the cap, else nothing."""
    late = line.worked - lists.minutes * 60
    return f" (+{moment.span(late)})" if late >= 1 else ""


def _unnamed(folder: Path, line: Timeline) -> list[str]:
    """What was given up and is named in no README yet."""
    readmes = [path for path in folder.iterdir() if path.name.lower().startswith("readme") and path.is_file()]
    text = " ".join(" ".join(path.read_text(errors="replace") for path in readmes).lower().split())
    missing = [text_ for (what, _), text_ in zip(line.dropped, left_out(line), strict=True) if what.lower() not in text]
    return ["Given up, and not named in the README:", *missing] if missing else []


def undo(folder: Path, now: moment.Now = moment.now) -> str:
    """Take the clock's last event back, as an event of its own."""
    with writing(folder, now) as pen:
        stands = effective(pen.told)
        if not stands:
            raise WrongUsage(None, None, "the clock has nothing to take back")
        last = stands[-1]
        pen.add("clock.undo", line=last.line)
    return f"Taken back: {saying(last)} ({last.at:%H:%M})."


def saying(event: Event) -> str:
    """A clock's event in a few words."""
    about = next((str(event.data[key]) for key in ("phase", "what", "text", "start") if key in event.data), "")
    return f"{event.kind.removeprefix('clock.')} {about}".strip()


def _in_state(pen: Pen, now: moment.Now, *states: str) -> Timeline:
    """The time as it stands. Raises WrongUsage when the clock is in none of these states."""
    line = timeline(pen.told, now())
    if line.state not in states:
        raise WrongUsage(None, None, _SAYS[line.state])
    return line


def state(folder: Path, exercise: str, at: moment.Now = moment.now) -> tuple[Told, Timeline, Checklist]:
    """All that the clock's face is drawn from."""
    known = told(folder)
    return known, timeline(known, at()), plan_of(known, exercise)
