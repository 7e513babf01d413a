# ruff: noqa: INP001, PTH108, PTH110, PTH115, PTH123, PTH208 - a program, no package; pathlib is slow to load
"""Tries to leave the box it runs in, and tells what it managed: one request in, one line of JSON out.

    attempts.py REQUESTS REPLIES ROOT

It imports nothing of the kit. In a box that holds, every list it sends back is empty and every count is small.
"""

import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from typing import Any


def attempts(wanted: dict[str, Any]) -> dict[str, Any]:
    """What came of each attempt. The forks come last: they use up what the others may need."""
    return {
        "read": done(read, wanted["read"]),
        "reached": done(reach, wanted["reach"]),
        "wrote": done(write, wanted["write"]),
        "shared": shared(wanted["spaces"]),
        "signalled": done(signal_to, wanted["signal"]),
        "allocated": done(bytearray, wanted["allocate"]),
        "listed": listed(wanted["list"]),
        "opened": opened(wanted["open"]),
        "forked": forked(wanted["fork"]),
    }


def done(attempt: Callable[[Any], Any], things: Iterable[Any]) -> list[Any]:
    """The things with which it could be done."""
    return [thing for thing in things if can(attempt, thing)]


def can(attempt: Callable[[Any], Any], thing: Any) -> bool:
    try:
        attempt(thing)
    except (OSError, MemoryError):
        return False
    return True


def read(path: str) -> None:
    with open(path, "rb") as file:
        file.read(1)


def reach(address: list[Any] | str) -> None:
    """Connect to a port, or to a name that no file bears."""
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as line:
        line.settimeout(0.5)
        line.connect(address if isinstance(address, str) else tuple(address))


def write(folder: str) -> None:
    path = f"{folder}/takehome-probe"
    with open(path, "x"):
        os.unlink(path)


def signal_to(pid: int) -> None:
    """Signal nobody; a low number may be one of the box's own processes."""
    if pid <= os.getpid():
        raise ProcessLookupError
    os.kill(pid, 0)


def shared(spaces: dict[str, str]) -> list[str]:
    """The namespaces that are the same as outside; without `/proc` they cannot be told."""
    return [
        name
        for name, space in spaces.items()
        if os.path.exists("/proc/self") and os.readlink(f"/proc/self/ns/{name}") == space
    ]


def listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def opened(most: int) -> int:
    """How many more files can be open at once."""
    count = 0
    with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
        for _ in range(most):
            stack.enter_context(open("/dev/null"))
            count += 1
    return count


def forked(most: int) -> int:
    """How many processes can live at once."""
    children = []
    with contextlib.suppress(OSError):
        for _ in range(most):
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return len(children)


if __name__ == "__main__":
    requests, replies = int(sys.argv[1]), int(sys.argv[2])
    with open(requests) as lines:
        os.write(replies, json.dumps(attempts(json.loads(lines.readline()))).encode() + b"\n")
