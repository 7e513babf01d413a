"""The exit codes of `takehome`, and which of several counts."""

from __future__ import annotations

from collections.abc import Collection

READY, NOT_READY, WRONG_USAGE, NOT_JUDGED, KIT_FAILED = range(5)
INTERRUPTED, READER_GONE = 130, 141
WORST_FIRST = (KIT_FAILED, WRONG_USAGE, NOT_JUDGED, NOT_READY, READY)


def worst(exits: Collection[int]) -> int:
    """The exit code of several hand-ins; an interrupt comes before all else."""
    return next((code for code in (INTERRUPTED, *WORST_FIRST) if code in exits), READY)
