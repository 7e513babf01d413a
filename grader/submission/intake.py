"""A private copy of what was handed in: regular files only, within bounds; the original is never written to."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from grader.submission.languages import languages, made_by_tools
from grader.submission.refusals import Unreadable
from grader.submission.text import clean

FILES, BYTES, DEPTH = 2_000, 20_000_000, 20
_CHUNK = 1 << 16
_LISTED = 50
_ALWAYS_SKIPPED = {".git", ".hg", ".svn", ".takehome", "__MACOSX", ".DS_Store"}
_TOO_MUCH = "; leave out environments, caches and build output"
_KINDS = {
    stat.S_IFLNK: "is a symbolic link",
    stat.S_IFIFO: "is a named pipe",
    stat.S_IFSOCK: "is a socket",
    stat.S_IFBLK: "is a device",
    stat.S_IFCHR: "is a device",
}
Parts = tuple[str, ...]


class Copy:
    """A copy in the making under `root`, with what it may still take; `ignored` says what was left out and why."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._files, self._bytes, self._left_out = FILES, BYTES, list[str]()
        self._skipped = _ALWAYS_SKIPPED | made_by_tools()

    @property
    def ignored(self) -> tuple[str, ...]:
        """One phrase for each thing left out: "notes.md is a symbolic link"."""
        more = len(self._left_out) - _LISTED
        return (*self._left_out[:_LISTED], *([f"{more} more"] if more > 0 else []))

    def skips(self, parts: Parts) -> bool:
        """Whether this is none of the hand-in's own work: tools made it."""
        return any(name in self._skipped or name.startswith("._") for name in parts)

    def ignore(self, parts: Parts, why: str) -> None:
        """Leave something out, and list it."""
        self._left_out.append(f"{clean('/'.join(parts), 200)} {why}")

    def accepts(self, parts: Parts) -> bool:
        """Whether a thing of this name is taken; else it is skipped, or listed as ignored."""
        if self.skips(parts):
            return False
        if len(parts) > DEPTH + 1:
            raise Unreadable(f"folders lie more than {DEPTH} deep ({clean('/'.join(parts[:3]), 200)}/…){_TOO_MUCH}")
        why = _odd(parts[-1])
        if why is not None:
            self.ignore(parts, why)
        return why is None

    def take(self, parts: Parts, source: BinaryIO, *, executable: bool = False) -> None:
        """Write one file, read from `source`. Raises Unreadable when it is one too many or too much."""
        self._files -= 1
        if self._files < 0:
            raise Unreadable(f"it holds more than {FILES:,} files{_TOO_MUCH}")
        target = self.root.joinpath(*parts)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                for chunk in iter(lambda: source.read(_CHUNK), b""):
                    self._spend(len(chunk))
                    file.write(chunk)
            target.chmod(0o755 if executable else 0o644)
        except OSError as error:
            self.ignore(parts, f"cannot be copied ({error.strerror})")

    def _spend(self, size: int) -> None:
        self._bytes -= size
        if self._bytes < 0:
            raise Unreadable(f"it holds more than {BYTES // 1_000_000} MB{_TOO_MUCH}")


def _odd(name: str) -> str | None:
    """What makes a file's name one that not every system can hold."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return "has a name that is not UTF-8"
    if any(ord(c) < ord(" ") or ord(c) == 127 for c in name):  # noqa: PLR2004 - DEL
        return "has a name that holds a control character"
    return "has a name that ends in a dot or a blank" if name.endswith((".", " ")) else None


def copy_folder(folder: Path, copy: Copy) -> None:
    """Copy what lies in `folder`. Raises Unreadable when it cannot be listed, or holds too much."""
    try:
        _copy(folder, (), copy)
    except PermissionError as error:
        raise Unreadable(f"the folder {clean(folder.name)} cannot be read ({error.strerror})") from error


def _copy(folder: Path, above: Parts, copy: Copy) -> None:
    with os.scandir(folder) as scan:
        entries = sorted(scan, key=lambda entry: os.fsencode(entry.name))
    if above and {entry.name for entry in entries} & set(environment_marks()):
        return
    for entry in entries:
        parts = (*above, entry.name)
        if not copy.accepts(parts):
            continue
        if entry.is_dir(follow_symlinks=False):
            _guarded(copy, parts, lambda entry=entry, parts=parts: _copy(Path(entry.path), parts, copy))  # type: ignore[misc] # bound early
        else:
            _guarded(copy, parts, lambda entry=entry, parts=parts: _copy_file(Path(entry.path), parts, copy))  # type: ignore[misc] # the same


def _guarded(copy: Copy, parts: Parts, step: Callable[[], None]) -> None:
    try:
        step()
    except OSError as error:
        copy.ignore(parts, f"cannot be read ({error.strerror})")


def _copy_file(path: Path, parts: Parts, copy: Copy) -> None:
    """Copy one regular file; opened so that a link is not followed and a pipe not waited for."""
    kind = stat.S_IFMT(path.lstat().st_mode)
    if kind in _KINDS:
        return copy.ignore(parts, _KINDS[kind])
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(descriptor, "rb") as source:  # noqa: PTH123 - a descriptor has no path
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISREG(mode):
            return copy.take(parts, source, executable=bool(mode & 0o100))
    return copy.ignore(parts, "is no regular file")


def environment_marks() -> Iterator[str]:
    """The files that mark a folder as an environment some tool made."""
    return (language.environment for language in languages() if language.environment)
