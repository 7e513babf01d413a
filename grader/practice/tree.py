"""The hash of a hand-in's tree: of every file's path and content, but for what tools made."""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from grader.practice.events import HOME
from grader.submission.intake import environment_marks
from grader.submission.languages import made_by_tools

_NEVER = {HOME, ".git", ".hg", ".svn", ".DS_Store"}


def tree(folder: Path) -> tuple[str, int]:
    """The hash, and how many files it speaks for."""
    whole, number = sha256(), 0
    for path in sorted(_files(folder), key=lambda path: path.relative_to(folder).as_posix()):
        name = os.fsencode(path.relative_to(folder).as_posix())
        whole.update(b"%d:%s" % (len(name), name) + sha256(_content(path)).digest())
        number += 1
    return whole.hexdigest(), number


def _content(path: Path) -> bytes:
    """What a file holds; a link is hashed by where it leads, what cannot be read as such."""
    try:
        return os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
    except OSError as error:
        return f"unreadable: {error.strerror}".encode()


def _files(folder: Path) -> Iterator[Path]:
    skipped = _NEVER | made_by_tools()
    marks = set(environment_marks())
    for here, folders, files in os.walk(folder):
        folders[:] = [
            name
            for name in folders
            if name not in skipped and not marks & {*os.listdir(Path(here, name))}  # noqa: PTH208 - names are compared
        ]
        linked = [name for name in folders if Path(here, name).is_symlink()]
        for name in [*files, *linked]:
            path = Path(here, name)
            if name not in skipped and (path.is_symlink() or path.is_file()):
                yield path
