"""What came back from one call of a hand-in."""

from __future__ import annotations

from dataclasses import dataclass

from grader.submission.wire import UNCHANGED, Rows
from grader.values import Value


@dataclass(frozen=True, slots=True)
class Reply:
    """A value, or one sentence on why there is none.

    `kind` is `ok`, `error` (it raised), `timeout`, `died`, `memory`, `flood`, `protocol`, `unusable` (the value cannot
    be compared) or `load`. `says` is for a candidate to read; `where` is `file:line` inside the hand-in. `args` and
    `rows` are there when the call changed them; `printed` holds the first 64 KB since the call before.
    """

    kind: str
    value: Value = None
    says: str = ""
    error: str | None = None
    where: str | None = None
    args: Value = UNCHANGED
    rows: Rows | None = None
    awaited: str | None = None
    subclass: bool = False
    printed: str = ""
