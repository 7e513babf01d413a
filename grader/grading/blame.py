"""Blame: a failure is asked again alone, made small, and laid at the door of one rule, or of what went before it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from grader.checks.asking import FATAL, Asker, Exchange, failures
from grader.checks.cases import Case
from grader.checks.judge import Verdict
from grader.checks.owners import Owners
from grader.checks.round import ASIDE, Failure
from grader.checks.walks import Walk, walk
from grader.exercise import Call, Exercise, Rows
from grader.grading.carried import carried_rule, with_any_cursor
from grader.grading.groups import apart, by_rule, few_of_a_kind, names, size, weight
from grader.grading.history import shortest
from grader.grading.shrink import shrunk
from grader.grading.votes import believed

TRIES = 5
"""So many cases of a rule are asked again alone before the rule is let go."""
MOST_UNFOUND = 3
"""So many histories are searched in vain: an answer that chance decides has none."""
SURE = 3
"""So often it is tried whether others' rows decide: by chance an answer may differ once."""
MOST_IN_VAIN = 30
"""So many single calls that turn out right alone are asked again in one grade."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule, the case that shows it broken, and what came back there."""

    rule: str
    case: Case
    exchange: Exchange
    walk: Walk | None
    also: tuple[str, ...]


@dataclass
class Blame:
    """Turns the failures of one round into one shown case a rule."""

    asker: Asker
    shown: dict[str, Shown] = field(default_factory=dict)
    _in_vain: int = 0
    _unfound: int = 0

    def all(self, found: list[Failure], passed: list[tuple[Call, Rows]]) -> list[Shown]:
        """One shown case for each rule that the failures truly break, in the order of the rules."""
        self.asker.believed, found = believed(self.exercise, found, passed)
        groups = by_rule([failure for failure in found if not failure.case.sequence])
        self._sequences([failure for failure in found if failure.case.sequence], groups)
        for rule in sorted(groups, key=self._place):
            self._settle(rule, sorted(groups[rule], key=size))
        return self.kept()

    def kept(self) -> list[Shown]:
        """What is shown so far, without the rules that only show another's fault once more."""
        follows = self.exercise.follows
        kept = [each for each in self.shown.values() if not set(follows.get(each.rule, ())) & self.shown.keys()]
        return sorted(kept, key=lambda shown: self._place(shown.rule))

    @property
    def exercise(self) -> Exercise:
        """The exercise that is graded."""
        return self.asker.exercise

    def _place(self, rule: str) -> int:
        return self.exercise.rules[rule].place

    def _sequences(self, found: list[Failure], settled_later: Collection[str]) -> None:
        """Failures behind earlier steps: what the judged call does wrong by itself is left to the single calls."""
        for failure in few_of_a_kind(sorted(found, key=size)):
            beside = next((rule for rule in failure.verdict.beside if rule in ASIDE), None)
            rule = beside or carried_rule(self.exercise, failure.case, failure.verdict.rules)
            if rule in self.shown:
                continue
            single = None if beside else self._ask_alone(_stripped(self.exercise, failure))
            if single:
                self._by_itself(single, settled_later)
            elif (again := self._ask_alone(failure.case)) and not self._unscribbled(again):
                again = self._with_any_cursor(again) or again
                self._show(
                    beside or carried_rule(self.exercise, again.case, again.verdict.rules), again, names([failure])
                )

    def _unscribbled(self, failure: Failure) -> bool:
        """Whether a case whose reply is written to goes wrong without that too: then no copy is at fault."""
        steps = tuple(replace(step, scribble=False) for step in failure.case.steps)
        return steps != failure.case.steps and self._ask_alone(replace(failure.case, steps=steps)) is not None

    def _with_any_cursor(self, failure: Failure) -> Failure | None:
        """What goes wrong just so with a cursor that nobody was given, and is right alone: no cursor is at fault."""
        case = with_any_cursor(self.exercise, failure)
        again = self._ask_alone(case) if case and self.exercise.leaks_scope(failure.verdict.rules) else None
        if again is None or not self.exercise.leaks_scope(again.verdict.rules):
            return None
        return None if self._ask_alone(_stripped(self.exercise, again)) else again

    def _by_itself(self, single: Failure, settled_later: Collection[str]) -> None:
        """The last call of a sequence, wrong without the steps before it."""
        for rule in single.verdict.all:
            if rule not in settled_later and rule not in self.shown:
                self._show(rule, single, ())

    def _settle(self, rule: str, group: list[Failure]) -> None:
        for failure in apart(group, TRIES):
            if self._in_vain >= MOST_IN_VAIN:
                return
            again = self._ask_alone(failure.case)
            if again is None:
                self._in_vain += 1
                self._blame_history(failure)
            elif rule in again.verdict.all and not self._denial_follows(rule, again) and not self._carried(again):
                self._show(rule, again, names(group))
                return

    def _carried(self, failure: Failure) -> bool:
        """Whether a walk is only wrong because calls know of each other, which a sequence has shown already."""
        if not failure.walk or not any(each.case.sequence for each in self.shown.values()):
            return False
        with self.asker.fresh() as fresh:
            return not walk(fresh, failure.case, apart=True).rules

    def _denial_follows(self, rule: str, failure: Failure) -> bool:
        """Whether a session that may read is answered wrongly too: then the fault is not about permission."""
        case = failure.case
        reader = self.exercise.reader(case.call.context)
        if reader is None or self.exercise.rules[rule].tier != "contract" or self.exercise.rules[rule].check == "order":
            return False
        last = replace(case.steps[-1], call=replace(case.call, context=reader), due=None)
        return self._ask_alone(replace(case, steps=(last,))) is not None

    def _ask_alone(self, case: Case) -> Failure | None:
        """What is wrong in a case when a fresh worker is asked nothing else; None when it passes there."""
        with self.asker.fresh() as fresh:
            return wrong(fresh, case)

    def _show(self, rule: str, failure: Failure, also: tuple[str, ...]) -> None:
        if failure.exchange.reply.kind not in FATAL and not failure.walk:
            rule, failure = self._smaller(rule, failure)
        self._add(Shown(rule, failure.case, failure.exchange, failure.walk, also))

    def _smaller(self, rule: str, failure: Failure) -> tuple[str, Failure]:
        """The smallest failure found, confirmed alone, and its rule: `scope.page` where foreign rows decide."""
        with self.asker.fresh() as fresh:
            rule, small = shrunk(fresh, rule, failure.case)
        again = self._ask_alone(small)
        if again is None or (rule not in again.verdict.all and not again.case.sequence):
            return rule, failure
        if self.exercise.rules[rule].tier == "contract" and self._foreign_rows_decide(again):
            return "scope.page", again
        return rule, again

    def _foreign_rows_decide(self, failure: Failure) -> bool:
        """Whether the same call is answered rightly once the rows of others are gone (or, for a twin, there)."""
        twin = failure.case.twin or _without_foreign(self.exercise, failure)
        if "scope.page" not in self.exercise.rules or twin is None or failure.case.before:
            return False
        beside = replace(failure.case, store=twin)
        return all(self._ask_alone(beside) is None and self._ask_alone(failure.case) for _ in range(SURE))

    def _blame_history(self, failure: Failure) -> None:
        """A case that passes alone: what was asked before shows through, unless a sequence has shown that already."""
        rule = carried_rule(self.exercise, failure.case, failure.verdict.rules)
        if any(each.case.sequence and self._place(each.rule) <= self._place(rule) for each in self.shown.values()):
            return
        case = shortest(self.asker, failure, wrong) if self._unfound < MOST_UNFOUND else failure.case
        self._unfound += case is failure.case
        again = self._ask_alone(case) if case.before else None
        seen = again or failure
        self._add(Shown(rule, case, seen.exchange, seen.walk, names([failure])))

    def _add(self, shown: Shown) -> None:
        """Keep the smaller of two cases that show one rule."""
        known = self.shown.get(shown.rule)
        if known is None or weight(shown.case) < weight(known.case):
            self.shown[shown.rule] = shown


def wrong(asker: Asker, case: Case) -> Failure | None:
    """What is wrong in a case, asked once of this asker; None when nothing is."""
    if case.walk:
        walked = walk(asker, case)
        return Failure(case, Verdict(walked.rules), walked.exchanges[-1], walked) if walked.rules else None
    for exchange, verdict in failures(asker.exercise, asker.ask(case)):
        if exchange.at == len(case.steps) - 1:
            return Failure(case, verdict, exchange)
    return None


def _stripped(exercise: Exercise, failure: Failure) -> Case:
    """The judged call of a failure by itself, on the store as it stood."""
    exchange = failure.exchange
    step = replace(exchange.step, edit=(), keep_args=False, scribble=False, times=1, store=None)
    store = failure.case.store if exchange.at == 0 else exchange.rows
    rule = exercise.decides(step.call, exchange.rows)
    return Case(rule, exercise.rules[rule].check, (step,), store)


def _without_foreign(exercise: Exercise, failure: Failure) -> Rows | None:
    owners = Owners.of(exercise, failure.exchange.step.call, failure.exchange.rows)
    return owners.own if owners.foreign else None
