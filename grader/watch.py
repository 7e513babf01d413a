"""A hand-in graded again whenever a file of it is saved, and what that changed."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text
from watchfiles import Change, DefaultFilter, watch

from grader import terminal
from grader.batch import Graded
from grader.call_line import call_line
from grader.desk import begin, entries, grade_each, keep, show
from grader.errors import WrongUsage
from grader.exits import INTERRUPTED
from grader.outputs import write_all
from grader.report.changes import Changes, changes
from grader.report.verdict import sentence
from grader.request import Request
from grader.submission.intake import Copy
from grader.submission.text import clean

POLL, WAIT = 300, 200
"""Milliseconds between two looks at the files where saves are not told of, and between two looks for Ctrl-C."""
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Own:
    """Which files below `root` are the hand-in's own: those that are taken in, without what this run itself writes."""

    root: Path
    only: Path | None
    written: tuple[Path, ...]
    copy: Copy = field(default_factory=lambda: Copy(Path()))
    passing: DefaultFilter = field(default_factory=lambda: DefaultFilter(ignore_dirs=()))

    def __call__(self, change: Change, name: str) -> bool:
        path = Path(name)
        if self.only:
            return path == self.only
        if any(path == one or one in path.parents for one in self.written) or name.endswith(".part"):
            return False
        return not self.copy.skips(path.relative_to(self.root).parts) and self.passing(change, name)


def keep_watching(request: Request) -> int:
    """Grade, then again on each save, until interrupted; the exit code. Raises WrongUsage as `serve` does."""
    _check(request)
    out, last = terminal.console(), None
    try:
        begin(request)
        for saved in _saves(request, out):
            (graded,) = grade_each(request)
            write_all(request.outputs, entries(request, [graded]))
            if graded.exit == INTERRUPTED:
                break
            _say(graded, last, saved, request, out)
            last = graded.grade if graded.grade and graded.grade["verdict"] != "not_judged" else last
    except KeyboardInterrupt:
        pass
    out.print("Stopped watching.")
    return INTERRUPTED


def _check(request: Request) -> None:
    request.check()
    if request.several or request.as_json or request.case_id:
        raise WrongUsage(None, None, "--watch goes with one path, and neither with --json nor with --case")
    if not request.paths[0].exists():
        raise WrongUsage(request.paths[0], None, "is not there; name the folder or archive of a hand-in")


def _saves(request: Request, out: Console) -> Iterator[list[str] | None]:
    """The names of the files saved, those removed left out; first of all None, once."""
    path = request.paths[0].resolve()
    folder = path if path.is_dir() else path.parent
    own = Own(folder, None if path.is_dir() else path, tuple(request.outputs.written()))
    for n, saved in enumerate(_told(folder, own, out)):
        if n == 0:
            yield None
        elif saved:
            yield sorted({Path(name).relative_to(folder).as_posix() for _, name in saved if Path(name).exists()})


def _told(folder: Path, own: Own, out: Console) -> Iterator[set[tuple[Change, str]]]:
    """The changes, as the system tells of them; where it does not, the files are looked at again and again."""
    polls = _must_poll()
    if not polls:
        try:
            yield from _changes(folder, own, polls=False)
        except OSError:  # the system watches no more files, or none on this disk
            polls = True
    if polls:
        out.print(f"This system does not tell of saves: the files are polled every {POLL / 1000} s.")
        yield from _changes(folder, own, polls=True)


def _changes(folder: Path, own: Own, *, polls: bool) -> Iterator[set[tuple[Change, str]]]:
    return watch(
        folder,
        watch_filter=own,
        force_polling=polls,
        poll_delay_ms=POLL,
        rust_timeout=WAIT,
        yield_on_timeout=True,
        recursive=own.only is None,
        ignore_permission_denied=True,
    )


def _must_poll() -> bool:
    """Whether polling was asked for, or this is a Linux inside of Windows, whose disks tell nothing."""
    asked = os.environ.get("WATCHFILES_FORCE_POLLING", "").lower()
    return asked not in {"", "0", "false", "disable", "disabled"} or "microsoft" in platform.uname().release.lower()


def _say(graded: Graded, last: dict[str, Any] | None, saved: list[str] | None, request: Request, out: Console) -> None:
    """The whole summary at first, and from then on what changed."""
    if saved is not None:
        out.print(Text(f"\n{_names(saved)}", "dim"))
    if last is None or graded.grade is None:
        show(graded, request)
    else:
        keep(graded, request)
        if graded.grade["verdict"] != "not_judged":
            for line in _lines(changes(last, graded.grade), out.width):
                out.print(line)
        out.print(Text(sentence(graded.grade), "bold"))
    out.print(Text("Watching; Ctrl-C ends it.", "dim"))


def _names(saved: list[str]) -> str:
    """Which files were saved; of those that are gone nothing is said but that."""
    shown = ", ".join(clean(name, 80) for name in saved[:_NAMED]) or "files"
    more = f" and {len(saved) - _NAMED} more" if len(saved) > _NAMED else ""
    return f"{shown}{more} {'saved' if saved else 'removed'}"


def _lines(changed: Changes, width: int) -> Iterator[Text]:
    """What newly passes, then what newly breaks."""
    if not changed:
        yield Text("Nothing changed.")
    for name in (*changed.passes, *(f"rule {rule}" for rule in changed.kept)):
        yield Text(f"✓ newly passes: {clean(name, 80)}", terminal.GOOD)
    for call in changed.breaks:
        yield Text(f"✗ newly breaks: {clean(call, 80)}", terminal.BAD)
    for found in changed.broken:
        case = found.get("case")
        shown = f": {call_line(case, width)}" if isinstance(case, dict) else ""
        line = Text(f"✗ newly breaks: rule {clean(str(found['rule']), 80)}{shown}", terminal.BAD)
        line.truncate(width, overflow="ellipsis")
        yield line
