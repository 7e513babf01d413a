"""The turns of a suite, each in a fork of this process: started in order, bounded in time, reported at their end."""

import contextlib
import hashlib
import json
import os
import selectors
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

CHUNK = 1 << 16
FIRST = 120.0
"""Seconds for the own tests on the own code; a turn after that gets ten times what these took."""
LEAST, TIMES = 5.0, 10
OBSERVED = 30_000
"""So many calls are reported, and no more."""

Line = dict[str, Any]
Play = Callable[[dict[str, Any], Callable[[Line], None]], None]


def short(text: str) -> str:
    """A name for a text."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:12]


class Fork:
    """One turn, played in a process of its own."""

    def __init__(self, turn: dict[str, Any], play: Play, seconds: float) -> None:
        self.turn, self.begun = turn, time.monotonic()
        self.deadline = self.begun + seconds
        self.red: dict[str, list[str]] = {}
        self.skipped: dict[str, str] = {}
        self.ran = 0
        self.end = "died"
        self.rest = b""
        self.pipe, write = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            _played(turn, play, write)
        os.close(write)

    def lines(self, data: bytes) -> Iterator[Line]:
        """The whole lines that have come."""
        *whole, self.rest = (self.rest + data).split(b"\n")
        for line in whole:
            with contextlib.suppress(ValueError):  # a test may have written into any descriptor
                yield json.loads(line)

    def stop(self) -> None:
        """End the process if it has not ended, and reap it."""
        for end in (os.killpg, os.kill):  # it may not have become the head of its group yet
            with contextlib.suppress(ProcessLookupError):
                end(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.pipe)


def _played(turn: dict[str, Any], play: Play, write: int) -> None:
    """In the fork: play the turn and end, without a word on the terminal."""
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    waiting: list[bytes] = []

    def flush() -> None:
        data = b"".join(waiting)
        waiting.clear()
        while data:
            data = data[os.write(write, data) :]

    def send(line: Line) -> None:
        waiting.append(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        if len(waiting) > 64 or line.get("outcome", "passed") != "passed":  # noqa: PLR2004 - a handful at a time
            flush()

    try:
        play(turn, send)
        send({"end": True})
    except BaseException as error:  # noqa: BLE001 - whatever a suite does to its own run is told, and ends this process
        send({"stopped": type(error).__name__})
    flush()
    os._exit(0)


class Forks:
    """Plays turns and reports them. `usual` learns how many calls each test makes of the own function."""

    def __init__(self, descriptor: int, task: dict[str, Any], usual: dict[str, int]) -> None:
        self.descriptor, self.task, self.usual = descriptor, task, usual
        self.most, self.ends = task["jobs"], time.monotonic() + task["seconds"]
        self.seconds = FIRST
        self.marked: dict[str, set[str]] = {}
        self.stores: set[str] = set()
        self.observed = 0

    def report(self, line: Line) -> None:
        """Write a line for whoever started us."""
        data = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        while data:
            data = data[os.write(self.descriptor, data) :]

    def play_all(self, play: Play, *, side_by_side: bool = True) -> None:
        """Play every turn. Those that observe run alone and first: the others need what they show."""
        turns = self.task["turns"]
        first = [turn for turn in turns if turn.get("observe")]
        for turn in first:
            self.play([turn], play, 1)
        self.play([turn for turn in turns if turn not in first], play, self.most if side_by_side else 1)

    def play(self, turns: list[dict[str, Any]], play: Play, most: int) -> None:
        """Play these turns, so many at a time."""
        waiting, running = list(turns), selectors.DefaultSelector()
        while waiting or running.get_map():
            while waiting and len(running.get_map()) < most:
                turn = waiting.pop(0)
                end = self.begin(turn, play, running)
                if end:
                    self.report({"turn": turn["name"], "end": end, "seconds": 0, "red": {}, "skipped": {}})
            self.hear(running)
        running.close()

    def begin(self, turn: dict[str, Any], play: Play, running: Any) -> str:
        """Start a turn; its end, when there is no time left for it or nothing to play."""
        left = self.ends - time.monotonic()
        if left <= 0:
            return "not_run"
        if "mark" in turn:
            turn.setdefault("only", sorted(self.marked.get(turn["mark"], ())))
            if not turn["only"]:
                return "done"
        fork = Fork(turn, play, min(self.seconds, left))
        running.register(fork.pipe, selectors.EVENT_READ, fork)
        return ""

    def hear(self, running: Any) -> None:
        """Take in what the running turns say, and end those that are late."""
        forks = [key.data for key in running.get_map().values()]
        if not forks:
            return
        wait = max(0.0, min(fork.deadline for fork in forks) - time.monotonic())
        for key, _ in running.select(wait):
            data = os.read(key.fd, CHUNK)
            for line in key.data.lines(data):
                self.learn(key.data, line)
            if not data:
                self.finish(running, key.data)
        now = time.monotonic()
        for fork in [key.data for key in running.get_map().values()]:
            if now >= fork.deadline:
                fork.end = "timeout"
                self.finish(running, fork)

    def finish(self, running: Any, fork: Fork) -> None:
        running.unregister(fork.pipe)
        fork.stop()
        seconds = time.monotonic() - fork.begun
        if fork.turn["name"] == self.task["turns"][0]["name"]:
            self.seconds = max(LEAST, TIMES * seconds)
        self.report({
            "turn": fork.turn["name"], "end": fork.end, "seconds": round(seconds, 4), "ran": fork.ran,
            "red": fork.red, "skipped": fork.skipped,
        })  # fmt: skip

    def learn(self, fork: Fork, line: Line) -> None:
        """Take in a line of a turn."""
        match line:
            case {"test": test, "outcome": outcome, "says": says}:
                fork.ran += 1
                self.tested(fork, line)
                if outcome == "skipped":
                    fork.skipped[test] = says
                elif outcome != "passed":
                    fork.red[test] = [outcome, says]
            case {"end": True}:
                fork.end = "done"
            case {"stopped": name}:
                fork.end = f"stopped by {name}"
            case _:
                self.observe(line)

    def observe(self, line: Line) -> None:
        """Pass on a call that was made, and remember which tests make a marked one."""
        match line:
            case {"store": key, "rows": _}:
                if key not in self.stores:
                    self.stores.add(key)
                    self.report(line)
            case {"made": test}:
                self.observed += 1
                for mark in line.get("marks", ()):
                    self.marked.setdefault(mark, set()).add(test)
                if self.observed <= OBSERVED:
                    self.report(line)

    def tested(self, fork: Fork, line: Line) -> None:
        """What an observing turn tells of a test besides its outcome."""
        if "calls" not in line:
            return
        if fork.turn["kind"] == "own":
            self.usual[line["test"]] = line["calls"]
        if "world" in line["touched"]:
            self.most = 1
        self.report({"test": line["test"], "calls": line["calls"], "touched": line["touched"]})
