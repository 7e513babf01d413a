"""How the engine asks a language to run a hand-in's own tests: `suite.py` beside its driver, three plain functions.

A language that can do it has a `suite.py` beside its driver. It imports nothing of the kit; `bench` (below) is what
it may use. A test is named by text that a person can find again.

`find(bench) -> list[str] | str`
    The words of the command that runs the tests: `bench.named` when that holds any, else what the files show. Or the
    sentence that says why there is none.
`run(bench, command) -> dict`
    That command once, as a stranger would run it, by `bench.start`. `status` (negative: a signal), `printed`,
    `seconds`, `late` (ended after its time), `missing` (what would have to be installed first, as phrases; install
    lines are never run), `nothing` (it ran, and there were no tests in it), perhaps `excuse` (why it may run elsewhere
    and not here, as a phrase).
`play(bench, command, turns, marks) -> iterable of dicts`
    The tests against one adapter after the other, each turn from a clean start. A turn has a `name` and a `kind`:
      own       the hand-in's own function; the first turn is one of these, and shows how long the tests take
      adapter   the function of `bench.adapters[turn["adapter"]]`
      raises    every call raises
      ruins     every call empties its args and records, and replies with a number, another each time
    It may be `backwards` (the last test first), `observe` (tell which calls are made), or have a `mark` with `spoiled`:
    the call of that mark gets this reply, and only the tests that make it in an observed turn are played; if none does,
    the turn is done. `marks` are calls by name, `[[NAME, ARGS, CONTEXT], RECORDS]`; here and below in wire form.
    What is told:
      {"collected": [TEST, …]}     once; besides, {"error": FILE, "says": TEXT} for what could not be collected
      {"turn": NAME, "end": "done" | "timeout" | "not_run" | WHAT ENDED IT, "seconds": S,
       "red": {TEST: [HOW, SAYS]}, "skipped": {TEST: REASON}}    once a turn; HOW is failed, error or unbounded
      {"test": TEST, "calls": N}                          how often a test calls the function
      {"store": KEY, "rows": [[ID, ROW], …]}              records that tests pass, before the first call on them
      {"made": TEST, "call": [NAME, ARGS, CONTEXT], "store": KEY, "reply": VALUE}      no reply when it raised
      {"idle": [TEST, …]}                                 tests that never get to the function
    A test that makes more than 1000 calls, and more than 100 times those that it makes of the own function, is ended as
    `unbounded`. That is no kill; nor is a turn that takes ten times as long as the own one, and more than 5 s.
    A test's name may end in the value it runs for, `NAME[VALUE]`.

What is told is a claim by a process of the hand-in; `told` reads it as such.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

from grader.submission.beside import beside
from grader.submission.commands import Ended, Errand, run, scripts
from grader.submission.handin import Entry, HandIn
from grader.submission.languages import Tests
from grader.submission.runtime import runtime
from grader.submission.sandbox import Sandbox

FILE = "suite.py"


class Suite(Protocol):
    """The three functions of a language's `suite.py`."""

    def find(self, bench: Bench) -> list[str] | str:
        """The command, or why there is none."""

    def run(self, bench: Bench, command: list[str]) -> dict[str, Any]:
        """Run the hand-in's own command once."""

    def play(
        self, bench: Bench, command: list[str], turns: list[dict[str, Any]], marks: Mapping[str, Any]
    ) -> Iterable[dict[str, Any]]:
        """Play the tests against adapters."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter that answers in place of the hand-in: its folder, and the file in it that binds the function."""

    folder: Path
    entry: str


@dataclass(frozen=True, slots=True)
class Bench:
    """What a language's `suite.py` may use: the hand-in to read, adapters by name, and `start`.

    `named`: the command that the hand-in names, empty when it names none. `jobs`: turns at a time. `seconds`: for all
    turns together; what is left then is `not_run`.
    """

    handin: HandIn
    sandbox: Sandbox
    function: str
    named: tuple[str, ...] = ()
    adapters: Mapping[str, Adapter] = field(default_factory=dict)
    jobs: int = 1
    seconds: float = 120.0

    @property
    def root(self) -> Path:
        """The hand-in's files: to be read, never written to."""
        return self.handin.root

    @property
    def entry(self) -> Entry:
        """Where the hand-in's function is."""
        return self.handin.entry

    @property
    def tests(self) -> Tests:
        """Where tests lie, by the language's own words."""
        return self.handin.language.tests

    @property
    def program(self) -> str:
        """The program that runs this language here."""
        return runtime(self.handin.language).command[0]

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags that a driver is run with."""
        return runtime(self.handin.language).command[1:]

    def start(
        self,
        argv: Iterable[str],
        *,
        seconds: float,
        env: Mapping[str, str] | None = None,
        files: Mapping[str, Path | str] | None = None,
        place: str | None = None,
    ) -> Ended:
        """Run a command in a fresh copy of the hand-in, which may be written to and is thrown away.

        `files` (paths to copy, or texts) lie in the copy's folder `place`, read-only. A word `{report}` becomes the
        descriptor on which JSON lines come back. The environment is clean but for the language's own and `env`.
        """
        language, found = self.handin.language, runtime(self.handin.language)
        path = (
            *scripts([Path(self.program), Path(sys.executable)]),
            *(f"{{root}}/{name}" for name in language.tests.programs),
        )
        env = {**language.env, **(env or {})}
        prefixes = tuple({*found.prefixes, Path(sys.prefix), Path(sys.base_prefix)})
        return run(
            Errand(self.root, tuple(argv), seconds, env, path, prefixes, place, files or {}, language.reserved),
            self.sandbox,
        )


def suite_of(handin: HandIn) -> Suite | None:
    """How tests in the language of a hand-in are run; None when this kit cannot."""
    path = handin.language.driver.parent / FILE
    return cast("Suite", beside(path)) if path.is_file() else None
