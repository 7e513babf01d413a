"""The test commands that a README shows, each tried in a fresh copy: which one runs the tests, and which does not."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.checks.readme_commands import Command, commands, normal, same_run
from grader.checks.readme_parts import readme
from grader.submission.handin import HandIn
from grader.submission.suites import Bench, Suite
from grader.submission.text import clean

_NO_PROGRAM = 127
_ERROR = re.compile(r"\w*error:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tried:
    """A command of the README that does not run the tests; `says` goes after "which"."""

    command: Command
    says: str


def shown_in(handin: HandIn) -> list[Command]:
    """The test commands that the README of a hand-in shows."""
    found = readme(handin.root)
    return commands(found, handin) if found else []


class Tries:
    """The commands of one hand-in, each run once at most."""

    def __init__(self, suite: Suite, bench: Bench, shown: Sequence[Command]) -> None:
        self._suite, self._bench, self._shown = suite, bench, shown
        self._ran: dict[tuple[str, ...], Mapping[str, Any]] = {}

    def ran(self, words: Sequence[str]) -> Mapping[str, Any]:
        """How the command ended."""
        key = tuple(words)
        if key not in self._ran:
            self._ran[key] = self._suite.run(self._bench, list(words))
        return self._ran[key]

    def command(self) -> list[str] | str:
        """The words that run the tests: what is named, else what the files show, else what the README does; or why not.

        Where the README has the same command with more flags, it is taken with them.
        """
        found = self._suite.find(self._bench)
        if self._bench.named:
            return found
        if isinstance(found, list):
            tried = [*(list(each.typed) for each in self._shown if self._is_more(each, found)), found]
            works = next((words for words in tried if not _amiss(self.ran(words))), None)
            if works:
                return works
        works = next((list(each.typed) for each in self._shown if not _amiss(self.ran(each.typed))), None)
        if works or isinstance(found, list):
            return works or found
        return next((list(each.typed) for each in self._shown if _starts(self.ran(each.typed))), found)

    def _is_more(self, shown: Command, found: list[str]) -> bool:
        """Whether a shown command is the one found, with flags after it."""
        same = same_run(shown, shlex.join(found), self._bench.handin, exactly=True)
        return same and normal(shown.words).startswith(normal(tuple(found))) and len(shown.typed) > len(found)

    def documented(self, command: Sequence[str]) -> Tried | None:
        """The command of the README that does not do what it should, where none does; those in blocks count first.

        One whose program is not here may be right. Where the tests are red, so may be what the README shows.
        """
        red, handin = self.ran(command)["status"], self._bench.handin
        wrong: list[Tried] = []
        for each in [each for each in self._shown if each.block] or self._shown:
            if list(each.typed) == list(command) or same_run(each, shlex.join(command), handin, exactly=True):
                return None
            ended = self.ran(each.typed)
            says = _amiss(ended)
            if not says or (red and _starts(ended)):
                return None
            if not _absent(ended):
                wrong.append(Tried(each, says))
        return wrong[0] if wrong else None


def _absent(ran: Mapping[str, Any]) -> bool:
    return bool(ran["missing"]) or ran["status"] == _NO_PROGRAM


def _starts(ran: Mapping[str, Any]) -> bool:
    """Whether it ran some test, green or red."""
    return not (_absent(ran) or ran["nothing"] or ran["late"])


def _amiss(ran: Mapping[str, Any]) -> str:
    """What is wrong with how it ended; empty when nothing is."""
    if _absent(ran):
        return "cannot be started here"
    if ran["late"]:
        return f"had not ended after {ran['seconds']:.0f} s"
    if ran["nothing"]:
        return f"runs no test{_last(ran['printed'])}"
    return f"ends with status {ran['status']}{_last(ran['printed'])}" if ran["status"] else ""


def _last(printed: str) -> str:
    """The line that tells most of what went wrong: the last that speaks of an error, else the last one."""
    lines = [text for line in printed.splitlines() if (text := line.strip(" =-_\t"))]
    telling = [line for line in lines if _ERROR.search(line)] or lines
    return f" ({clean(telling[-1], 200)})" if telling else ""
