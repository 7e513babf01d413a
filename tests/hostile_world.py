"""Hostile hand-ins as they lie in `hostile/`, the world that they must not reach, and what is left of them."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import time
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from grader.exercise import HERE, load
from grader.submission.handin import NotJudged, take_in
from grader.submission.languages import Language
from grader.submission.reply import Reply
from grader.submission.runtime import runtime
from grader.submission.sandbox import Sandbox
from grader.submission.worker import Worker

FOLDER = Path(__file__).parent / "hostile"
EXERCISE = load("search_tickets")


@dataclass(frozen=True, slots=True)
class Hostile:
    """One hostile hand-in, and what must be said of it: `expect.toml` beside it."""

    name: str
    kind: list[str] | str
    word: str
    max_seconds: float
    tier: str
    timeout: float = 0.5
    loading: float = 3.0
    wait: float = 0.0
    limits_first: bool = False
    then: str | None = None
    open_word: str | None = None

    @property
    def quick(self) -> bool:
        """Whether it is answered long before the time is over."""
        return self.timeout <= 0.5 and self.loading >= 3.0 and "timeout" not in self.kinds

    @property
    def kinds(self) -> list[str]:
        return [self.kind] if isinstance(self.kind, str) else self.kind


CASES = [
    Hostile(path.parent.name, **tomllib.loads(path.read_text(encoding="utf-8")))
    for path in sorted(FOLDER.glob("*/expect.toml"))
]
HOLES = [case for case in CASES if case.open_word]
# The tests of the other drivers hold theirs to the same sentences, in no box.
SAME = [case for case in CASES if case.tier == "any" and case.quick and not case.name.startswith(("js_", "ts_"))]


@dataclass(slots=True)
class World:
    """What a hand-in must not reach: a secret in a file, at home and in another process, and two addresses."""

    folder: Path
    secret: str
    port: socket.socket
    nameless: socket.socket
    mark: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def told(self) -> dict[str, object]:
        """Where all of it lies: a hand-in is told, so that it need not search."""
        return {
            "folder": str(self.folder),
            "canary": str(self.folder / "canary"),
            "home": str(self.folder / "home"),
            "kit": str(HERE),
            "pid": os.getpid(),
            "port": self.port.getsockname()[1],
            "nameless": self.nameless.getsockname()[1:].decode(),
        }


def meet(case: Hostile, sandbox: Sandbox, world: World) -> list[Reply]:
    """The replies of a hostile hand-in to one call, or to two when the second matters."""
    with take_in(FOLDER / case.name, EXERCISE) as handin:
        needs_runtime(handin.language)
        language = replace(handin.language, env={**handin.language.env, "HOSTILE_MARK": world.mark})
        marked = replace(handin, language=language)
        with Worker(marked, sandbox=sandbox, timeout=case.timeout, loading=case.loading) as worker:
            if worker.loaded.kind == "load":
                return [worker.loaded]
            worker.store("s", {"a:1": {"id": "1"}})
            time.sleep(case.wait)
            return [worker.call("t", world.told, {}, "s") for _ in range(2 if case.then else 1)]


def needs_runtime(language: Language) -> None:
    """Where nothing runs this language the case is skipped and says so; in CI it fails."""
    try:
        runtime(language)
    except NotJudged as missing:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(missing))


def text(reply: Reply) -> str:
    return f"{reply.says}\n{json.dumps(reply.value, default=str)}\n{reply.printed}\n{reply.args}\n{reply.rows}"


def left_over(mark: str) -> list[int]:
    """The processes, of all on this machine, that bear the mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (path / "environ").read_bytes():
                found.append(int(path.name))
    return found


def gone(mark: str, seconds: float = 2.0) -> bool:
    """Whether all of them end within that time."""
    deadline = time.monotonic() + seconds
    while left_over(mark) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not left_over(mark)


def was_called(line: socket.socket) -> bool:
    try:
        line.accept()[0].close()
    except BlockingIOError:
        return False
    return True
