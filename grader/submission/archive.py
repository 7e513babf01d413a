"""Archives as hand-ins: `.zip`, `.tar.gz` and `.tgz`, unpacked member by member under the bounds of a copy."""

from __future__ import annotations

import gzip
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PureWindowsPath
from typing import IO, BinaryIO, cast

from grader.submission.intake import Copy, Parts, environment_marks
from grader.submission.refusals import Unreadable
from grader.submission.text import clean

ZIP, TAR = (".zip",), (".tar.gz", ".tgz")
UNPACKED = 200_000_000
"""The most bytes a `.tar.gz` may unpack to, folders that are skipped included."""
MEMBERS = 50_000
"""The most members that are looked at, those that are skipped included."""
_CHUNK = 1 << 20
_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,  # a password is wanted
    NotImplementedError,  # packed in a way that Python cannot unpack
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Member:
    """One thing in an archive; `kind` is `file`, `folder`, `link` or `other`."""

    name: str
    kind: str
    executable: bool
    open: Callable[[], BinaryIO]


def is_archive(path: Path) -> bool:
    """Whether the name is that of an archive this module unpacks."""
    return path.name.lower().endswith((*ZIP, *TAR))


def stem(path: Path) -> str:
    """The archive's name without its ending."""
    ending = next(ending for ending in (*ZIP, *TAR) if path.name.lower().endswith(ending))
    return path.name[: -len(ending)]


def unpack(path: Path, copy: Copy) -> Path:
    """Unpack the archive; the folder that holds the hand-in: a single top folder is entered. Raises Unreadable."""
    try:
        if path.name.lower().endswith(ZIP):
            with zipfile.ZipFile(path) as packed:
                _take(_bounded(_zip_members(packed)), copy)
        else:
            with tempfile.TemporaryFile() as plain:
                _gunzip(path, plain)
                with tarfile.open(fileobj=plain, mode="r:") as packed_tar:
                    _take(_bounded(_tar_members(packed_tar)), copy)
    except _BROKEN as error:
        raise Unreadable(
            f"{clean(path.name)} cannot be unpacked: {clean(str(error) or type(error).__name__, 200)}"
        ) from error
    top = list(copy.root.iterdir())
    return top[0] if len(top) == 1 and top[0].is_dir() else copy.root


def _gunzip(path: Path, plain: IO[bytes]) -> None:
    """Unpack the outer layer first and within bounds, so that no header inside can ask for more."""
    with gzip.open(path) as packed:
        while chunk := packed.read(_CHUNK):
            plain.write(chunk)
            if plain.tell() > UNPACKED:
                raise Unreadable(
                    f"{clean(path.name)} unpacks to more than {UNPACKED // 1_000_000} MB; leave out environments"
                )
    plain.seek(0)


def _zip_members(packed: zipfile.ZipFile) -> Iterator[Member]:
    for info in packed.infolist():
        mode = info.external_attr >> 16
        kind = "link" if stat.S_ISLNK(mode) else "folder" if info.filename.endswith(("/", "\\")) else "file"
        opened = lambda info=info: cast(BinaryIO, packed.open(info))  # noqa: E731 - binds this info
        yield Member(info.filename.replace("\\", "/"), kind, bool(mode & 0o100), opened)


def _tar_members(packed: tarfile.TarFile) -> Iterator[Member]:
    for info in packed:
        opened = lambda info=info: cast(BinaryIO, packed.extractfile(info))  # noqa: E731 - binds this info
        yield Member(info.name, _tar_kind(info), bool(info.mode & 0o100), opened)


def _tar_kind(info: tarfile.TarInfo) -> str:
    if info.issym() or info.islnk():
        return "link"
    if info.isdir():
        return "folder"
    return "file" if info.isreg() else "other"


def _bounded(members: Iterator[Member]) -> list[Member]:
    """All members, unless there are so many that looking at them is already too much."""
    listed = list(islice(members, MEMBERS + 1))
    if len(listed) > MEMBERS:
        raise Unreadable(f"the archive holds more than {MEMBERS:,} members; leave out environments")
    return listed


def _take(members: list[Member], copy: Copy) -> None:
    """Look at every member before the first is written; then take the files."""
    named = [(_parts(member), member) for member in members]
    made = set(_environments(parts for parts, _ in named))
    own = [(parts, member) for parts, member in named if parts and not _is_made(parts, made, copy)]
    _refuse_links(own)
    for parts, member in own:
        if member.kind == "folder" or not copy.accepts(parts):
            continue
        if member.kind == "other":
            copy.ignore(parts, "is no regular file")
            continue
        with member.open() as source:
            copy.take(parts, source, executable=member.executable)


def _is_made(parts: Parts, made: Collection[Parts], copy: Copy) -> bool:
    """Whether a tool made this; the links of an environment or of installed packages are no matter."""
    return copy.skips(parts) or any(parts[:n] in made for n in range(1, len(parts)))


def _refuse_links(own: Iterable[tuple[Parts, Member]]) -> None:
    for _, member in own:
        if member.kind == "link":
            name = clean(member.name, 200)
            raise Unreadable(f"the archive holds {name}, which is a link; pack the file it leads to instead")


def _parts(member: Member) -> Parts:
    """The steps of a member's name. Raises Unreadable when it leads out of the archive."""
    name = clean(member.name, 200)
    steps = member.name.split("/")
    if member.name.startswith("/") or PureWindowsPath(member.name).drive:
        raise Unreadable(f"the archive holds {name}, an absolute path; pack the folder itself again")
    if ".." in steps:
        raise Unreadable(f"the archive holds {name}, which leads out of it; pack the folder itself again")
    return tuple(step for step in steps if step not in ("", "."))


def _environments(names: Iterable[Parts]) -> Iterator[Parts]:
    """The folders that some tool made and marked."""
    marks = set(environment_marks())
    return (parts[:-1] for parts in names if len(parts) > 1 and parts[-1] in marks)
