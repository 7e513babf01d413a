"""The time of day: the one place where practice asks for it, and how moments and spans are written."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime, timedelta

from grader.errors import WrongUsage

FIXED = "TAKEHOME_NOW"
"""An environment variable that holds the time still, for rehearsals: a moment with its offset from UTC."""
Now = Callable[[], datetime]


def now() -> datetime:
    """This moment, with the offset of the place. Raises WrongUsage when TAKEHOME_NOW holds none."""
    fixed = os.environ.get(FIXED)
    if fixed is None:
        return datetime.now().astimezone()
    found = read(fixed)
    if found is None:
        raise WrongUsage(None, None, f"{FIXED} is {fixed!r}; give a moment with its offset: 2026-03-01T09:00:00+01:00")
    return found


def read(text: object) -> datetime | None:
    """The moment that a text writes; None when it is none, or says no offset and so could mean several."""
    try:
        moment = datetime.fromisoformat(str(text))
        moment.timestamp()
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo else None


def write(moment: datetime) -> str:
    """A moment to the second, as the local time with its offset."""
    return moment.isoformat(timespec="seconds")


def clock_time(text: str, near: datetime) -> datetime:
    """`14:05` as the last such time up to `near`, or a whole moment. Raises WrongUsage."""
    whole = read(text)
    if whole:
        return whole
    try:
        hour, minute = (int(part) for part in text.split(":"))
        found = near.replace(hour=hour, minute=minute, second=0, microsecond=0)
    except ValueError as error:
        raise WrongUsage(None, None, f"{text!r} is no time; write hours and minutes: 14:05") from error
    return _at_the_place(found if found <= near else found - timedelta(days=1), near)


def _at_the_place(found: datetime, near: datetime) -> datetime:
    """The moment with the offset that its place had then, which may differ from that of `near` by summer time."""
    here = near.utcoffset() == near.astimezone().utcoffset()
    return found.replace(tzinfo=None).astimezone() if here else found


def span(seconds: float) -> str:
    """`2:07:12`: hours, minutes and seconds; with a minus below zero."""
    whole = int(abs(seconds))
    sign = "-" if seconds < 0 and whole else ""
    return f"{sign}{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def minutes(seconds: float) -> str:
    """`12 min`, rounded to the nearest; `0 min` is nothing yet."""
    return f"{round(seconds / 60)} min"
