"""A file of lines that only grows: one writer at a time, each line whole and on the disk before the next."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

try:
    import fcntl
except ImportError:  # not every system has locks of this kind; there, appending alone keeps lines whole
    fcntl = None  # type: ignore[assignment] # the module, or nothing

_CHUNK = 1 << 16


class Lines:
    """The file at `path`, open and held against other writers until the end of a `with`. Raises OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = -1

    def __enter__(self) -> Self:
        new = not self.path.exists()
        self._file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
        if fcntl is not None:
            with suppress(OSError):  # some network folders know no locks
                fcntl.flock(self._file, fcntl.LOCK_EX)
        if new:
            self._keep_name()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._let_go()
        finally:
            os.close(self._file)

    def content(self) -> bytes:
        """All that the file holds now."""
        os.lseek(self._file, 0, os.SEEK_SET)
        return b"".join(iter(lambda: os.read(self._file, _CHUNK), b""))

    def add(self, line: str) -> int:
        """Add a line; the number under which it stands. A torn last line is ended first, so that it stays alone."""
        before = self.content()
        torn = before and not before.endswith(b"\n")
        rest = (b"\n" if torn else b"") + line.encode() + b"\n"
        while rest:
            rest = rest[os.write(self._file, rest) :]
        os.fsync(self._file)
        return before.count(b"\n") + bool(torn) + 1

    def _let_go(self) -> None:
        """End the lock by name: a process forked meanwhile would keep it with its copy of the descriptor."""
        if fcntl is not None:
            with suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _keep_name(self) -> None:
        """Have the disk know the name of a new file, too."""
        with suppress(OSError):  # not every system lets a folder be opened
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
