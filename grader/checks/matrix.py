"""The matrix of a suite: which test is red on which adapter, and what that says of each test and each mutant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from grader.checks.suite_turns import AGAIN, BACKWARDS, OWN, RAISES, RUINS, Plan, turn_of
from grader.submission.suite_told import Played, Told

KILLS = ("failed", "error")


def bare(test: str) -> str:
    """A test without the value it runs for."""
    return test.partition("[")[0]


@dataclass(frozen=True)
class Matrix:
    """All cells, read once. A test *counts* when it is green on every correct adapter, and always, and can fail.

    `broken`: tests among whose calls the hand-in answers one otherwise than it is due.
    """

    told: Told
    plan: Plan
    broken: frozenset[str] = frozenset()

    @cached_property
    def skipped(self) -> Mapping[str, str]:
        """The tests that are skipped, each with its reason."""
        return self.told.turn(OWN).skipped

    @cached_property
    def run(self) -> list[str]:
        """The tests that are not skipped."""
        return [test for test in self.told.collected if test not in self.skipped]

    @cached_property
    def failed(self) -> dict[str, str]:
        """The tests that are red on the hand-in's own code, and why."""
        again = self.told.turn(AGAIN).red
        return {test: says for test, (_, says) in {**again, **self.told.turn(OWN).red}.items()}

    @cached_property
    def flaky(self) -> list[str]:
        """The tests that gave two results on the same code, run twice in the same order."""
        if AGAIN not in self.told.turns:
            return []
        own, again = self.told.turn(OWN).red, self.told.turn(AGAIN).red
        return [test for test in self.run if (test in own) != (test in again)]

    @cached_property
    def ordered(self) -> list[str]:
        """The tests that are red only when the last comes first."""
        return [test for test in self.run if test in self.told.turn(BACKWARDS).red and test not in self.failed]

    @cached_property
    def wrong(self) -> dict[str, list[str]]:
        """The tests that the contract contradicts; with the faults that they ask for, if few.

        Red on every correct adapter, and red on the hand-in or content with a wrong reply of it.
        """
        suspects = [test for test in self.run if test in self.failed or test in self.broken]
        return {test: self._content_with(test) for test in suspects if self._red_on(test) == set(self.plan.correct)}

    @cached_property
    def over_specified(self) -> dict[str, list[str]]:
        """The tests that are red on some correct adapter: they ask for more than the contract does."""
        found = {test: self._red_on(test) for test in self.run if test not in self.wrong}
        return {test: sorted(red) for test, red in found.items() if red}

    @cached_property
    def idle(self) -> list[str]:
        """The tests that never get to the function."""
        return [test for test in self.run if test in self.told.idle]

    @cached_property
    def cannot_fail(self) -> list[str]:
        """The tests that call the function and stay green whatever it does.

        Green when every call raises; or when every reply is a mere number and the records are emptied, and on every
        mutant.
        """
        raises, ruins = self.told.turn(RAISES), self.told.turn(RUINS)
        all_played = all(self.told.turn(name).end == "done" for name in (RUINS, *self._mutant_turns))
        killing = {bare(test) for name in self._mutant_turns for test in _killers(self.told.turn(name))}
        return [
            test
            for test in self.run
            if test not in self.told.idle and test not in self.failed
            if (raises.end == "done" and test not in raises.red)
            or (all_played and test not in ruins.red and bare(test) not in killing)
        ]

    @cached_property
    def counted(self) -> frozenset[str]:
        """The tests whose verdicts on the mutants count."""
        out = {*self.wrong, *self.over_specified, *self.flaky, *self.idle, *self.cannot_fail}
        return frozenset(test for test in self.run if test not in out)

    def killers(self, turn: str) -> list[str]:
        """The tests that count and are red in a turn, those among them that run for a value of its replies."""
        known, families = set(self.told.collected), {bare(test) for test in self.counted}
        red = _killers(self.told.turn(turn))
        return sorted(test for test in red if test in self.counted or (test not in known and bare(test) in families))

    def state(self, turn: str) -> str:
        """`killed`, `survived`, `timeout` (too slow, or without bound: no kill) or `not_run`."""
        played = self.told.turn(turn)
        if self.killers(turn):
            return "killed"
        if played.end == "timeout" or any(how == "unbounded" for how, _ in played.red.values()):
            return "timeout"
        return "survived" if played.end == "done" else "not_run"

    @cached_property
    def kills(self) -> dict[str, list[str]]:
        """What each test that counts kills."""
        found: dict[str, list[str]] = {test: [] for test in self.told.collected if test in self.counted}
        for mutant in self.plan.mutants:
            for test in self.killers(turn_of(mutant)):
                found.setdefault(test, []).append(mutant.name)
        return found

    @property
    def _mutant_turns(self) -> Iterable[str]:
        return map(turn_of, self.plan.mutants)

    def _red_on(self, test: str) -> set[str]:
        return {name for name in self.plan.correct if test in self.told.turn(name).red}

    def _content_with(self, test: str, most: int = 2) -> list[str]:
        """The faults on which a wrong test is green."""
        names = [each.name for each in self.plan.mutants if self._is_green(test, turn_of(each))]
        return names if len(names) <= most else []

    def _is_green(self, test: str, turn: str) -> bool:
        played = self.told.turn(turn)
        return played.end == "done" and test not in played.red


def _killers(played: Played) -> list[str]:
    return [test for test, (how, _) in played.red.items() if how in KILLS]
