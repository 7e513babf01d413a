"""What is said when the kit or its data is wrong, never when the hand-in is."""

from __future__ import annotations

import os
import traceback
from pathlib import Path


class KitError(Exception):
    """The kit cannot go on; `path:line: what` says where its own data is at fault."""

    def __init__(self, path: Path | str | None, line: int | None, message: str) -> None:
        self.path, self.line, self.message = path, line, message
        super().__init__(f"{place(path, line)}{message}")


def place(path: Path | str | None, line: int | None) -> str:
    """`path:line: `, as much of it as is known."""
    if path is None:
        return ""
    return f"{path}:{line}: " if line else f"{path}: "


class WrongUsage(KitError):  # noqa: N818 - it says what was asked, not that the kit failed
    """What was asked for cannot be done as it was asked; the kit is in order."""


def unforeseen(error: BaseException) -> str:
    """One sentence about an error that nobody foresaw; with TAKEHOME_DEBUG set, its traceback goes to stderr first."""
    if os.environ.get("TAKEHOME_DEBUG"):
        traceback.print_exception(error)
    said = " ".join(str(error).split())
    shown = f"{said[:300]}…" if len(said) > 300 else said  # noqa: PLR2004 - about four lines of a terminal
    what = f"{type(error).__name__}: {shown}" if shown else type(error).__name__
    return f"the kit failed and not the hand-in ({what}); set TAKEHOME_DEBUG=1 to see where, and report it"
