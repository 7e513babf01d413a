"""One command of a hand-in's own, run to its end in a throw-away copy: what it printed, reported, and how it ended."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.submission.process import leave, start
from grader.submission.sandbox import Sandbox, SuiteJob
from grader.submission.text import clean
from grader.submission.watch import excess

PRINTED, KEPT, REPORTED = 8 * 1024**2, 256 * 1024, 64 * 1024**2
REPORT = "{report}"
"""Stands in a command for the descriptor to report on."""
_CHUNK, _LOOK = 1 << 16, 0.05
_SHELL, _NO_PROGRAM = 128, 127


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: `status` is negative for a signal; `late`: it was ended after its time.

    `printed` is both streams, cleaned: the first half and the last. `lines` are JSON objects that came over the report
    descriptor: claims by the hand-in's process.
    """

    status: int
    printed: str
    lines: tuple[dict[str, Any], ...]
    seconds: float
    late: bool = False


@dataclass(frozen=True, slots=True)
class Errand:
    """A command to run in a copy of `root`; `files` are laid, read-only, in a folder `place` of the copy.

    A file is a path to copy (a folder with all in it) or the text itself.
    """

    root: Path
    argv: tuple[str, ...]
    seconds: float
    env: Mapping[str, str] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    prefixes: tuple[Path, ...] = ()
    place: str | None = None
    files: Mapping[str, Path | str] = field(default_factory=dict)
    reserved: int = 0


def run(errand: Errand, sandbox: Sandbox) -> Ended:
    """Run it. A program that is not there ends with status 127, as in a shell."""
    with tempfile.TemporaryDirectory(prefix="takehome-suite-", ignore_cleanup_errors=True) as folder:
        copy, bench = Path(folder).resolve() / errand.root.name, Path(folder).resolve() / "bench"
        shutil.copytree(errand.root, copy, symlinks=True)
        _lay(errand.files, bench)
        return _run(errand, sandbox, copy, {errand.place: bench} if errand.place else {})


def _lay(files: Mapping[str, Path | str], bench: Path) -> None:
    for name, file in files.items():
        target = bench / name
        target.parent.mkdir(parents=True, exist_ok=True)
        match file:
            case str():
                target.write_text(file, encoding="utf-8")
            case Path() if file.is_dir():
                shutil.copytree(file, target, dirs_exist_ok=True)
            case Path():
                shutil.copyfile(file, target)
    for path in (bench, *bench.rglob("*")) if bench.is_dir() else ():
        path.chmod(0o755 if path.is_dir() else 0o644)


def _run(errand: Errand, sandbox: Sandbox, copy: Path, bound: Mapping[str, Path]) -> Ended:
    read, write = os.pipe()
    begun = time.monotonic()
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, write)
            command = sandbox.suite_command(_job(errand, copy, bound, write))
            popen = start(command, copy, (write,))
        ended = _Running(popen, read, begun + errand.seconds).finish()
        leave(command)
    except FileNotFoundError:
        return Ended(_NO_PROGRAM, f"there is no program called {clean(errand.argv[0])} here", (), 0.0)
    finally:
        os.close(read)
    shell = command.shell_status and ended.status > _SHELL
    status = _SHELL - ended.status if shell else ended.status
    return replace(ended, status=status, seconds=round(time.monotonic() - begun, 4))


def _job(errand: Errand, copy: Path, bound: Mapping[str, Path], report: int) -> SuiteJob:
    argv = tuple(str(report) if word == REPORT else word for word in errand.argv)
    job = SuiteJob(argv, copy, bound, errand.path, errand.prefixes, (report,), env=errand.env)
    return replace(job, limits=replace(job.limits, data=job.limits.data + errand.reserved))


class _Running:
    """A command while it runs, with what it said so far."""

    def __init__(self, popen: subprocess.Popen[bytes], report: int, deadline: float) -> None:
        self._popen, self._report, self._deadline = popen, report, deadline
        assert popen.stdout is not None
        self._output = popen.stdout.fileno()
        self._heard = {self._report: bytearray(), self._output: bytearray()}
        self._all = dict.fromkeys(self._heard, 0)
        self._says = ""
        self._late = False

    def finish(self) -> Ended:
        """Hear it out, end what is left of it, and tell."""
        self._hear()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        status = self._popen.wait(10)
        assert self._popen.stdout is not None
        self._popen.stdout.close()
        printed = self._heard[self._output].decode(errors="replace")
        return Ended(status, _ends(printed) + self._says, tuple(self._lines()), 0.0, self._late)

    def _hear(self) -> None:
        """Take in all it says, until it has ended, is late, or does more than it may."""
        poll, open_ones = select.poll(), set(self._heard)
        for descriptor in open_ones:
            os.set_blocking(descriptor, False)
            poll.register(descriptor, select.POLLIN)
        while open_ones and not self._must_end():
            for descriptor, _ in poll.poll(_LOOK * 1000):
                if not self._take(descriptor):
                    poll.unregister(descriptor)
                    open_ones.discard(descriptor)
            if self._popen.poll() is not None:
                for descriptor in open_ones:
                    while self._take(descriptor):
                        pass
                return

    def _take(self, descriptor: int) -> bool:
        """Take in a piece; False when there is none."""
        try:
            more = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        heard = self._heard[descriptor]
        heard += more
        self._all[descriptor] += len(more)
        if descriptor == self._output and len(heard) > 2 * KEPT:
            del heard[KEPT:-KEPT]
        return bool(more)

    def _must_end(self) -> bool:
        if time.monotonic() >= self._deadline:
            self._late = True
        elif self._all[self._output] > PRINTED:
            self._says = "\n(ended: printed more than 8 MB)"
        elif self._all[self._report] > REPORTED:
            self._says = "\n(ended: reported more than 64 MB)"
        elif found := excess(self._popen.pid, 2 * 1024**3):
            self._says = f"\n(ended: {found[1]})"
        return self._late or bool(self._says)

    def _lines(self) -> Iterator[dict[str, Any]]:
        for line in bytes(self._heard[self._report]).split(b"\n"):
            with contextlib.suppress(ValueError, RecursionError):
                found = json.loads(line)
                if isinstance(found, dict):
                    yield found


def _ends(printed: str) -> str:
    """The text, cleaned; the middle left out when it is long."""
    half = KEPT // 4
    if len(printed) > 2 * half:
        printed = f"{printed[:half]}\n…\n{printed[-half:]}"
    return clean(printed, 2 * half + 3)


def scripts(programs: Sequence[Path]) -> tuple[str, ...]:
    """The folders to search for programs, those of the kit's own runtimes."""
    return tuple(dict.fromkeys(str(program.parent) for program in programs))
