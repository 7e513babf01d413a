"""The seam between a worker and the box it runs in: a job goes in, the command to start comes out."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

CLEAN_ENV = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8", "TZ": "UTC"}  # noqa: S108 - the hand-in's scratch folder, none of ours
"""All that a hand-in sees of the environment, besides what its language adds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker may use: bytes of memory and file size, seconds of CPU, processes, open files."""

    data: int = 512 * 1024 * 1024
    fsize: int = 16 * 1024 * 1024
    cpu: int = 30
    nproc: int = 32
    nofile: int = 64


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


class Command(NamedTuple):
    """What `subprocess.Popen` is given."""

    argv: list[str]
    env: dict[str, str]


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


@dataclass(frozen=True, slots=True)
class Open:
    """No box: the hand-in runs with the rights of whoever grades it; time, memory and output stay bounded."""

    tier: str = "none"
    says: str = (
        "sandbox: none: this hand-in runs with your own rights. It can read your files and use the network."
        " Install bubblewrap, or grade inside WSL2 or a container."
    )

    def command(self, job: Job) -> Command:
        """The job as it is, behind resource limits where the system has `prlimit`."""
        read, write = job.descriptors
        argv = [*job.runtime, str(job.driver), str(read), str(write), str(job.root)]
        return Command([*limited(job.limits), *argv], {**CLEAN_ENV, **job.env})


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
