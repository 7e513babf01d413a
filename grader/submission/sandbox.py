"""The seam between a worker and the box it runs in: a job goes in, the command to start comes out."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from grader.submission.slots import Slot

CLEAN_ENV = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC"}  # noqa: S108 - the hand-in's scratch folder, none of ours
"""All that a hand-in sees of the environment, besides what its language adds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker may use: bytes of memory and file size, seconds of CPU, processes, open files.

    `data` bounds what each process lays claim to, `memory` what all of them use.
    """

    memory: int = 512 * 1024 * 1024
    data: int = 512 * 1024 * 1024
    fsize: int = 16 * 1024 * 1024
    cpu: int = 30
    nproc: int = 32
    nofile: int = 64


SUITE = Limits(memory=2 * 1024**3, data=2 * 1024**3, cpu=120, nproc=512, nofile=1024)
"""What a hand-in's own tests may use: test runners start many processes."""


@dataclass(frozen=True, slots=True)
class Job:
    """A driver to run: `runtime` (program and flags) runs `driver` with two descriptors and the hand-in's `root`.

    A box may show `driver` and `root` under other paths; `prefixes` are the folders that the runtime itself needs.
    """

    runtime: tuple[str, ...]
    driver: Path
    descriptors: tuple[int, int]
    root: Path
    prefixes: tuple[Path, ...] = ()
    limits: Limits = Limits()
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SuiteJob:
    """A command of the hand-in's own to run in `root`, a throw-away copy that it may write to.

    `bound` shows host files or folders read-only at paths below `root`; `argv` names them by those paths.
    `path` holds folders to search for programs before the system's; `{root}/X` in it is a folder of the copy.
    """

    argv: tuple[str, ...]
    root: Path
    bound: Mapping[str, Path] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    prefixes: tuple[Path, ...] = ()
    descriptors: tuple[int, ...] = ()
    limits: Limits = SUITE
    env: Mapping[str, str] = field(default_factory=dict)

    def environment(self, root: str) -> dict[str, str]:
        """The environment of the command, its copy lying at `root`."""
        folders = [folder.replace("{root}", root) for folder in self.path]
        return {**CLEAN_ENV, **self.env, "PATH": ":".join([*folders, CLEAN_ENV["PATH"]])}


@dataclass(frozen=True, slots=True)
class Command:
    """What to start, and what goes with it.

    `passed`: further descriptors to hand over, to be closed once it is started. `slot`: to be closed once it is gone.
    `shell_status`: it ends with the status 128+n when a signal n ended what it ran.
    """

    argv: list[str]
    env: dict[str, str]
    passed: tuple[int, ...] = ()
    slot: Slot | None = None
    shell_status: bool = False


class Sandbox(Protocol):
    """Turns a job into a command; `tier` is what the box proved, `says` the line that every report carries."""

    @property
    def tier(self) -> str:
        """`full` or `none`."""

    @property
    def says(self) -> str:
        """One line for a person."""

    def command(self, job: Job) -> Command:
        """The command that runs the job inside the box."""

    def suite_command(self, job: SuiteJob) -> Command:
        """The command that runs the hand-in's own tests inside the wider box."""


UNBOXED = "sandbox: none: this hand-in runs with your own rights. It can read your files and use the network."
ELSEWHERE = "or grade inside WSL2 or a container."


@dataclass(frozen=True, slots=True)
class Open:
    """No box: the hand-in runs with the rights of whoever grades it; time, memory and output stay bounded."""

    tier: str = "none"
    says: str = f"{UNBOXED} Install bubblewrap, {ELSEWHERE}"

    def command(self, job: Job) -> Command:
        """The job as it is, behind resource limits where the system has `prlimit`."""
        read, write = job.descriptors
        argv = [*job.runtime, str(job.driver), str(read), str(write), str(job.root)]
        return Command([*limited(job.limits), *argv], {**CLEAN_ENV, **job.env})

    def suite_command(self, job: SuiteJob) -> Command:
        """The tests as they are, to be started in `root`; what is to be shown there is linked into it."""
        for place, source in job.bound.items():
            target = job.root / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(source.resolve())
        return Command([*limited(job.limits), *job.argv], job.environment(str(job.root)))


def limited(limits: Limits, *, processes: bool = False) -> list[str]:
    """The `prlimit` command to put before another one; empty on systems without it.

    `processes` only inside a user namespace: elsewhere the count takes in everything else the user runs.
    """
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        return []
    cpu = f"--cpu={limits.cpu}:{limits.cpu + 1}"  # soft below hard: a soft limit ends with SIGXCPU, which can be named
    bounds = [f"--data={limits.data}", f"--fsize={limits.fsize}", f"--nofile={limits.nofile}", "--core=0", cpu]
    return [prlimit, *([f"--nproc={limits.nproc}"] if processes else []), *bounds, "--"]
