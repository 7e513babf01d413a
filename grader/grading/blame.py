"""Blame: a failure is asked again alone, made small, and laid at the door of one rule, or of what went before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from grader.checks.asking import FATAL, Asker, Exchange, failures
from grader.checks.cases import NEXT, Case, Step, case_json
from grader.checks.judge import Verdict
from grader.checks.owners import Owners
from grader.checks.round import Failure
from grader.checks.walks import Walk, walk
from grader.exercise import FIXTURE, Exercise, Rows
from grader.grading.history import shortest
from grader.grading.shrink import shrunk
from grader.values import canonical

_ASIDE = ("copy.fresh", "store.unchanged")
TRIES = 5
"""So many cases of a rule are asked again alone before the rule is let go."""
MOST_ALONE = 120
"""So many workers are started for asking alone in one grade."""


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
    _alone: int = 0

    def all(self, found: list[Failure]) -> list[Shown]:
        """One shown case for each rule that the failures truly break, in the order of the rules."""
        groups = _by_rule(found)
        for rule in sorted(groups, key=self._place):
            self._settle(rule, sorted(groups[rule], key=_size))
        return sorted(self.shown.values(), key=lambda shown: self._place(shown.rule))

    @property
    def exercise(self) -> Exercise:
        """The exercise that is graded."""
        return self.asker.exercise

    def _place(self, rule: str) -> int:
        return self.exercise.rules[rule].place

    def _settle(self, rule: str, group: list[Failure]) -> None:
        also = tuple(dict.fromkeys(failure.case.name for failure in group if failure.case.name))
        for failure in _apart(group, TRIES):
            if self._alone >= MOST_ALONE:
                return
            again = self._ask_alone(failure.case)
            if again is None:
                self._blame_history(failure, also)
            elif rule in again.verdict.all and not self._follows(rule, again):
                self._show(rule, again, also)
                return

    def _follows(self, rule: str, failure: Failure) -> bool:
        """Whether the failure is only another fault seen again: behind steps that do nothing, or by a session that may not read."""
        case = failure.case
        if case.before and rule not in _ASIDE:
            return not self._passes_by_itself(failure)
        reader = self.exercise.reader(case.call.context)
        if self.exercise.rules[rule].check != "order" or reader is None:
            return False
        allowed = replace(case, steps=(replace(case.steps[-1], call=replace(case.call, context=reader), due=None),))
        return self._ask_alone(allowed) is not None

    def _ask_alone(self, case: Case) -> Failure | None:
        """What is wrong in a case when a fresh worker is asked nothing else; None when it passes there."""
        self._alone += 1
        with Asker(self.exercise, self.asker.start) as fresh:
            return wrong(fresh, case)

    def _show(self, rule: str, failure: Failure, also: tuple[str, ...]) -> None:
        if failure.exchange.reply.kind not in FATAL and not failure.walk:
            rule, failure = self._smaller(rule, failure)
        self._add(Shown(rule, failure.case, failure.exchange, failure.walk, also))

    def _smaller(self, rule: str, failure: Failure) -> tuple[str, Failure]:
        """The smallest failure found, confirmed alone, and the rule it breaks: the foreign rows' where they decide it."""
        with Asker(self.exercise, self.asker.start) as fresh:
            rule, small = shrunk(fresh, rule, failure.case)
        again = self._ask_alone(small)
        if again is None or rule not in again.verdict.all:
            return rule, failure
        if self.exercise.rules[rule].tier == "contract" and self._foreign_rows_decide(again):
            return "scope.page", again
        if again.case.before and rule not in _ASIDE:
            return state_rule(self.exercise, again.case, again.verdict), again
        return rule, again

    def _foreign_rows_decide(self, failure: Failure) -> bool:
        """Whether the same call is answered rightly once the rows of others are gone (or, for a twin, there)."""
        twin = failure.case.twin or _without_foreign(self.exercise, failure)
        if "scope.page" not in self.exercise.rules or twin is None or failure.case.before:
            return False
        return self._ask_alone(replace(failure.case, store=twin)) is None

    def _passes_by_itself(self, failure: Failure) -> bool:
        exchange = failure.exchange
        call = replace(exchange.step, edit=(), keep_args=False, scribble=False, times=1, store=None)
        return self._ask_alone(replace(failure.case, steps=(call,), store=exchange.rows)) is None

    def _blame_history(self, failure: Failure, also: tuple[str, ...]) -> None:
        """A case that passes alone: what was asked before shows through."""
        rule = state_rule(self.exercise, failure.case, failure.verdict)
        if rule in self.shown and self.shown[rule].case.before:
            return
        case = shortest(self.asker, failure, wrong)
        again = self._ask_alone(case) if case.before else None
        seen = again or failure
        self._add(Shown(rule, case, seen.exchange, seen.walk, also))

    def _add(self, shown: Shown) -> None:
        """Keep the smaller of two cases that show one rule."""
        known = self.shown.get(shown.rule)
        if known is None or _weight(shown.case) < _weight(known.case):
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


def state_rule(exercise: Exercise, case: Case, verdict: Verdict) -> str:
    """The rule that an answer breaks which is right when it is asked alone, by what it shows."""
    tiers = {rule: exercise.rules[rule].tier for rule in verdict.all}
    if "whose_data" in tiers.values():
        return "scope.cursor" if _passed_on(exercise, case) else "scope.session"
    denied = next((rule for rule in tiers if rule.startswith("permission.") and tiers[rule] == "data_leaves"), None)
    if denied:
        return denied
    if exercise.rules[case.rule].check == "state" or case.rule.startswith("walk."):
        return case.rule
    return "state.same_answer"


def _passed_on(exercise: Exercise, case: Case) -> bool:
    """Whether the judged call carries a cursor that an earlier step was given."""
    args, paging = case.call.args, exercise.paging
    return bool(paging and isinstance(args, dict) and args.get(paging.cursor) == NEXT)


def _without_foreign(exercise: Exercise, failure: Failure) -> Rows | None:
    owners = Owners.of(exercise, failure.exchange.step.call, failure.exchange.rows)
    return owners.own if owners.foreign else None


def _by_rule(found: list[Failure]) -> dict[str, list[Failure]]:
    groups: dict[str, list[Failure]] = {}
    for failure in found:
        for rule in failure.verdict.all:
            groups.setdefault(rule, []).append(failure)
    return groups


def _apart(group: list[Failure], most: int) -> Iterator[Failure]:
    """The smallest failure, then some spread over the rest, so that one odd case does not speak for all."""
    step = max(1, len(group) // most)
    yield from group[:2]
    yield from group[2::step][: most - 2]


def _size(failure: Failure) -> tuple[int, ...]:
    return (len(failure.verdict.all), *_weight(failure.case))


def _weight(case: Case) -> tuple[int, int, int, int]:
    """How much a reader must take in: the steps before, rows that are not the fixture's, the call, the rows' size."""
    rows = 0 if case.store == FIXTURE else len(case.store)
    return (sum(step.times for step in case.before), rows, len(canonical(_call(case))), len(canonical(case_json(case))))


def _call(case: Case) -> list[object]:
    step: Step = case.steps[-1]
    return [step.call.tool, step.call.args, step.call.context]
