"""The two ways in which a hand-in is not graded; `str(error)` is one sentence that a candidate understands."""

from __future__ import annotations


class NotJudged(Exception):  # noqa: N818 - it names the state of the hand-in, as the grade does
    """There is a hand-in, but nothing that can be called: empty, no entry, a faulty `handin.yaml`."""


class Unreadable(Exception):  # noqa: N818 - the same
    """There is no hand-in to read: nothing there, no folder or archive, one that reaches outside, or too much."""
