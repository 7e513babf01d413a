"""The memory and the processes of a running hand-in, read from outside; no walk is longer than its bound."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

PROCESSES = 256
"""More than this many are never counted, and in no box allowed."""
_MB = 1024 * 1024
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PROC = Path("/proc")


def excess(pid: int, limit: int) -> tuple[str, str] | None:
    """The kind and the sentence when `pid` and all below it use more than `limit` bytes, or are too many."""
    tree = list(processes(pid, PROCESSES))
    if len(tree) >= PROCESSES:
        return "died", f"started more than {PROCESSES - 1} processes"
    nameless = _nameless(tree)
    if _resident(tree) + nameless > limit and _used(tree, nameless) > limit:
        return "memory", f"used more than {limit // _MB} MB"
    return None


def processes(pid: int, most: int) -> Iterator[int]:
    """`pid` and what it started, and so on: at most `most`, for a tree may grow faster than it can be walked."""
    waiting = [pid]
    for _ in range(most):
        if not waiting:
            return
        pid = waiting.pop(0)
        yield pid
        waiting += islice(_children(pid), most)


def _children(pid: int) -> Iterator[int]:
    with contextlib.suppress(OSError):  # it has ended
        for thread in os.scandir(_PROC / str(pid) / "task"):
            with contextlib.suppress(OSError):
                yield from map(int, (Path(thread.path) / "children").read_text().split())


def _resident(tree: list[int]) -> int:
    """All pages in memory, those shared counted for each sharer: quick to read, and never less than what is used."""
    return sum(_pages(pid) for pid in tree) * _PAGE


def _pages(pid: int) -> int:
    try:
        return int((_PROC / str(pid) / "statm").read_text().split()[1])
    except (OSError, IndexError):  # it has ended
        return 0


def _used(tree: list[int], nameless: int) -> int:
    """What the tree uses: shared pages divided by their sharers, nameless files whether mapped or not; slow to read."""
    rolled = [_rolled(pid) for pid in tree]
    total, shared = (sum(each.get(key, 0) for each in rolled) * 1024 for key in ("Pss", "Pss_Shmem"))
    return total - shared + max(shared, nameless)


def _rolled(pid: int) -> dict[str, int]:
    """The totals over a process's memory, in KB by name; empty once it has ended."""
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_text().splitlines()[1:]
    except OSError:
        return {}
    return {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}


def _nameless(tree: list[int]) -> int:
    """The size of the files that lie in memory without a name (memfd): they need not be among a process's pages."""
    sizes = dict[int, int]()
    for pid in tree:
        with contextlib.suppress(OSError):
            for entry in os.scandir(_PROC / str(pid) / "fd"):
                sizes.update(_memory_file(entry))
    return sum(sizes.values())


def _memory_file(entry: os.DirEntry[str]) -> dict[int, int]:
    with contextlib.suppress(OSError):  # it was closed
        if os.readlink(entry.path).startswith("/memfd:"):  # noqa: PTH115 - quicker than a Path for each
            found = entry.stat()
            return {found.st_ino: found.st_blocks * 512}
    return {}
