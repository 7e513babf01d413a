"""Which box a hand-in runs in: of those that this machine could make, the first that a probe could not leave."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grader.errors import KitError
from grader.submission.box import Box
from grader.submission.proof import hole
from grader.submission.sandbox import ELSEWHERE, UNBOXED, Open, Sandbox

INSTALL = "apt-get install bubblewrap"
LEAST = (0, 8)
CURE = (
    "sudo apt install apparmor-profiles"
    " && sudo install -m 0644 /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/"
    " && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict"
)
_RESTRICTED = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")


@dataclass(frozen=True, slots=True)
class NoBox:
    """Why no box holds on this machine, and what to do about it; each a sentence."""

    why: str
    cure: str


def choose(wanted: str) -> Sandbox:
    """The sandbox for `auto`, `required` or `none`. Raises KitError when one is required and none holds."""
    if wanted == "none":
        return Open()
    found = proved()
    if isinstance(found, Box):
        return found
    if wanted == "required":
        raise KitError(None, None, f"a sandbox is required and there is none. {found.why} {found.cure}")
    return Open(says=f"{UNBOXED} {found.why} {found.cure}")


@cache
def proved() -> Box | NoBox:
    """The first box that holds, or why there is none; found once a process, by trying."""
    bwrap = _program()
    if bwrap is None:
        return NoBox("bubblewrap is not installed.", f"Install it ({INSTALL}), {ELSEWHERE}")
    holes = []
    for box in _boxes(bwrap):
        found = hole(box)
        if found is None:
            return box
        holes.append(found)
    return NoBox(f"bubblewrap is there, but its box does not hold: {holes[0]}.", _cure(bwrap))


def _program() -> str | None:
    """Where bubblewrap lies; a relative entry of PATH could lead into a hand-in and is not searched."""
    folders = [folder for folder in os.environ.get("PATH", os.defpath).split(":") if folder.startswith("/")]
    return shutil.which("bwrap", path=":".join(folders))


def _boxes(bwrap: str) -> Iterator[Box]:
    """The boxes to try, best first; inside some containers none can have a `/proc`."""
    for proc in (True, False):
        if os.geteuid() == 0:
            yield Box(bwrap, as_root=True, proc=proc)
        yield Box(bwrap, as_root=False, proc=proc)


def _cure(bwrap: str) -> str:
    """What can be done about a box that does not hold."""
    if _version(bwrap) < LEAST:
        return f"Its version is older than {'.'.join(map(str, LEAST))}: upgrade it, {ELSEWHERE}"
    if _restricted():
        return f"AppArmor keeps it from making one. To allow it: {CURE}"
    return f"Allow it to make namespaces, {ELSEWHERE}"


def _version(bwrap: str) -> tuple[int, ...]:
    said = subprocess.run([bwrap, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", said)))


def _restricted() -> bool:
    try:
        return _RESTRICTED.read_text().strip() == "1"
    except OSError:
        return False
