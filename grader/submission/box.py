"""The box: bubblewrap around a hand-in, with nothing in it but the system, one runtime, the driver and the copy."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from grader.submission.sandbox import CLEAN_ENV, Command, Job, Limits, SuiteJob, limited
from grader.submission.slots import Slot, take_slot
from grader.submission.view import secrets, shown, system, view

ROOT, DRIVER = "/box", "/driver"
_HOSTS = b"127.0.0.1 localhost\n::1 localhost\n"
_SCRATCH, _SHARED = str(64 * 1024**2), str(16 * 1024**2)
_COMMON = ("--die-with-parent", "--new-session", "--hostname", "sandbox")
_AS_USER = ("--unshare-all", "--unshare-user", "--disable-userns")
# A limit on processes does not bind root, so root's box runs as another user; it needs these rights to become that one.
_RIGHTS = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
_AS_ROOT = (
    *("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--cap-drop", "ALL"),
    *(word for right in _RIGHTS for word in ("--cap-add", right)),
)
_DEVICES = (
    *("--dev", "/dev", "--perms", "1777", "--size", _SHARED, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"),  # noqa: S108 - the box's own
    *("--perms", "1777", "--size", _SCRATCH, "--tmpfs", "/tmp"),  # noqa: S108 - the box's own
)


@dataclass(frozen=True, slots=True)
class Box:
    """One way of making a box with the program `bwrap`; `proc`: with a `/proc` of its own. Proved by `tier`."""

    bwrap: str
    as_root: bool
    proc: bool = True
    tier: str = "full"
    says: str = "sandbox: full (bubblewrap): no files, no network, own processes, 512 MB"

    def command(self, job: Job) -> Command:
        """The driver in the box: its own folder and the copy are there to read, only `/tmp` to write to."""
        driver = job.driver.resolve()
        read, write = map(str, job.descriptors)
        binds = ["--ro-bind", str(driver.parent), DRIVER, "--ro-bind", str(job.root), ROOT]
        argv = [*job.runtime, f"{DRIVER}/{driver.name}", read, write, ROOT]
        return self._around(argv, binds, job.prefixes, job.limits, {**CLEAN_ENV, **job.env}, self._slot())

    def suite_command(self, job: SuiteJob) -> Command:
        """The hand-in's own tests in the wider box: they may write to the copy, and find their own machine."""
        hosts = _held(_HOSTS)
        binds = ["--bind", str(job.root), ROOT, "--perms", "0444", "--ro-bind-data", str(hosts), "/etc/hosts"]
        for place, source in job.bound.items():
            (job.root / place).parent.mkdir(parents=True, exist_ok=True)
            binds += ["--ro-bind", str(source), f"{ROOT}/{place}"]
        slot = self._slot()
        if slot:
            _give(job.root, slot.uid)
        made = self._around(list(job.argv), binds, job.prefixes, job.limits, job.environment(ROOT), slot)
        return replace(made, passed=(*made.passed, hosts))

    def _around(
        self,
        argv: list[str],
        binds: list[str],
        prefixes: Iterable[Path],
        limits: Limits,
        env: Mapping[str, str],
        slot: Slot | None,
    ) -> Command:
        """The command `argv` behind all walls; the options go through a descriptor, for the box can read its argv."""
        show = view(shown(argv[0], prefixes), secrets())
        walls = [*(_AS_ROOT if self.as_root else _AS_USER), *_COMMON]
        floor = [*system(), *(("--proc", "/proc") if self.proc else ()), *_DEVICES]
        words = [*walls, *floor, *show, *binds, "--remount-ro", "/", "--chdir", ROOT]
        options = _held(b"".join(os.fsencode(word) + b"\0" for word in words))
        inner = [*(_become(slot.uid) if slot else ()), *limited(limits, processes=True), *argv]
        return Command([self.bwrap, "--args", str(options), "--", *inner], dict(env), (options,), slot, True)

    def _slot(self) -> Slot | None:
        return take_slot() if self.as_root else None


def _become(uid: int) -> list[str]:
    """The `setpriv` command that gives up root and all its rights for good."""
    rights = ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
    return [shutil.which("setpriv") or "setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", *rights]


def _held(data: bytes) -> int:
    """A descriptor from which this can be read."""
    descriptor = os.memfd_create("held")
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _give(root: Path, uid: int) -> None:
    """Make the copy the box's own to write to."""
    for path in (root, *root.rglob("*")):
        os.chown(path, uid, uid, follow_symlinks=False)
