"""The memory and the processes of a hand-in are counted from outside, in bounded time."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

from boxes import ask, boxed

from grader.submission.sandbox import Open
from grader.submission.watch import excess, processes

MB = 1024 * 1024
CHILDREN = """
import os, sys, time
kept = b"x" * int(sys.argv[2])
for _ in range(int(sys.argv[1])):
    if os.fork() == 0:
        break
else:
    print("ready", flush=True)
time.sleep(20)
"""


@contextlib.contextmanager
def family(children: int, size: int) -> Iterator[int]:
    """The id of a process with so many children, who all share `size` bytes."""
    run = [sys.executable, "-c", CHILDREN, str(children), str(size)]
    parent = subprocess.Popen(run, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert parent.stdout.readline() == "ready\n"
    try:
        yield parent.pid
    finally:
        os.killpg(parent.pid, signal.SIGKILL)
        parent.wait()
        parent.stdout.close()


def test_shared_memory_counts_once():
    with family(6, 100 * MB) as pid:
        assert excess(pid, 300 * MB) is None
        assert excess(pid, 90 * MB) == ("memory", "used more than 90 MB")


def test_a_walk_is_never_longer_than_its_bound():
    with family(10, 0) as pid:
        assert len(list(processes(pid, 5))) == 5
        assert len(list(processes(pid, 100))) == 11
    assert list(processes(pid, 5)) == [pid]


def test_a_crowd_of_processes_is_ended_without_a_box(tmp_path):
    """Three hundred processes that sleep, and end by themselves."""
    child = "    if os.fork() == 0:\n        time.sleep(8)\n        os._exit(0)\n"
    body = f"import os, time\nfor _ in range(300):\n{child}time.sleep(8)"
    started = time.monotonic()
    with boxed(Open(), tmp_path, body) as worker:
        reply = ask(worker, timeout=6)
    assert (reply.kind, reply.says) == ("died", "started more than 255 processes")
    assert time.monotonic() - started < 5
