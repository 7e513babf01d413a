"""The time as a grade writes it: planned against actual, pauses, what was given up, when the calls first passed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from grader.practice import moment
from grader.practice.checklist import Checklist, Start, checklist
from grader.practice.clock import exercise_of, schedule
from grader.practice.events import Told, told
from grader.practice.timeline import Timeline, timeline


def time_section(folder: Path, at: datetime | None = None) -> dict[str, Any] | None:
    """The section `time` of a grade; None when no clock was started. Minutes are whole, seconds are of work.

    {"cap": 180, "state": "running|paused|handed in", "started": "…", "worked": 9000, "over": 0, "paused": 600,
     "phases": [{"id": "plan", "title": "Plan", "allotted": 15, "planned": 20 | null, "actual": 900 | null}],
     "dropped": [{"what": "…", "how": "…" | null}],
     "grades": [{"worked": 3000, "passed": 4, "of": 13}], "first_whole": 4200 | null,
     "handed_in": {"at": "…", "hash": "…", "files": 9} | null}
    """
    known = told(folder)
    line = timeline(known, at or moment.now())
    exercise = exercise_of(known)
    if line.started is None or exercise is None:
        return None
    lists = checklist(exercise)
    whole = line.first_whole
    return {
        "cap": lists.minutes,
        "state": line.state,
        "started": moment.write(line.started),
        "worked": int(line.worked),
        "over": max(0, int(line.worked) - lists.minutes * 60),
        "paused": int(line.paused),
        "phases": _phases(known, line, lists, schedule(known, line, lists)),
        "dropped": [{"what": what, "how": how} for what, how in line.dropped],
        "grades": [{"worked": int(each.worked), "passed": each.passed, "of": each.of} for each in line.grades],
        "first_whole": whole and int(whole.worked),
        "handed_in": line.handin
        and {"at": moment.write(line.handin.at), **{key: line.handin.data[key] for key in ("hash", "files")}},
    }


def _phases(known: Told, line: Timeline, lists: Checklist, start: Start) -> list[dict[str, Any]]:
    planned, spent = plan_minutes(known, lists, start), dict(line.spent())
    return [
        {
            "id": name,
            "title": lists.phases[name].title,
            "allotted": minutes,
            "planned": planned.get(name),
            "actual": int(spent[name]) if name in spent else None,
        }
        for name, minutes in start.minutes.items()
    ]


def plan_minutes(known: Told, lists: Checklist, start: Start) -> Mapping[str, int]:
    """The minutes that the locked plan gives to each phase whose name is known."""
    lock, found = known.last("plan.lock"), dict[str, int]()
    for row in lock.data["phases"] if lock else ():
        match row:
            case {"phase": str(name), "minutes": int(minutes)} if phase := lists.phase(name, start):
                found[phase.id] = found.get(phase.id, 0) + minutes
    return found
