"""What is said when the kit or its data is wrong, never when the hand-in is."""

from __future__ import annotations

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
