"""User ids for boxes that root starts: no two that run at once share one, in this process or in any other."""

from __future__ import annotations

import itertools
import os
import socket
from dataclasses import dataclass

from grader.errors import KitError

FIRST, COUNT = 60_000, 1_000
# Each process starts elsewhere and goes round: a box that is just ending still counts against its user.
_turns = itertools.count(os.getpid() * 37)


@dataclass(frozen=True, slots=True)
class Slot:
    """A user id that is ours until the lock is closed. The kernel closes it when this process ends, however it ends."""

    uid: int
    lock: socket.socket

    def close(self) -> None:
        """Give the user id up."""
        self.lock.close()


def take_slot() -> Slot:
    """The next user id that nobody holds. Raises KitError when a thousand boxes run."""
    for _ in range(COUNT):
        number = next(_turns) % COUNT
        lock = _lock(number)
        if lock is not None:
            return Slot(FIRST + number, lock)
    raise KitError(None, None, f"{COUNT} sandboxes run at once on this machine; let some of them end")


def _lock(number: int) -> socket.socket | None:
    """A name that only one socket of the machine can bear: it needs no file, and so leaves none behind."""
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        lock.bind(f"\0takehome/slot/{number}")
    except OSError:
        lock.close()
        return None
    return lock
