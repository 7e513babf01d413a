"""A round: every case is asked once in turn; what passed is counted, what failed is kept with all that shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from grader.checks.asking import FATAL, Asker, Exchange, failures
from grader.checks.cases import Case, Step, single
from grader.checks.judge import Verdict
from grader.checks.walks import Walk, own_form, page_fault, walk
from grader.exercise import Call, Rows
from grader.values import Value

Tick = Callable[[int, int], None]
"""Told how many are done, and of how many."""
STATUS = {"ok": "failed", "unusable": "failed", "error": "raised", "load": "raised", "timeout": "timeout"}
"""The status of a failing case by the kind of its reply; every other kind is `died`."""
MOST_DEAD_UNDER_A_RULE, MOST_DEAD = 3, 6
SAMPLED = 17
"""One in so many right pages is kept, and one in so many failures of a rule that is broken everywhere."""
MOST_KEPT = 60
TICK = 100
"""So many cases pass between two signs of progress."""
ASIDE = ("store.unchanged", "copy.fresh", "answer.sync")
"""Rules broken beside the reply: a case written for another rule still passes."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A case and what is wrong in it; of `history` the first `asked` are what its worker was asked before."""

    case: Case
    verdict: Verdict
    exchange: Exchange
    walk: Walk | None = None
    history: list[tuple[Step, Rows]] = field(default_factory=list)
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """A written case as it came out."""

    case: Case
    status: str
    exchange: Exchange | None


@dataclass
class Round:
    """The cases asked of one hand-in so far, counted by check and status."""

    asker: Asker
    tick: Tick | None = None
    of: int = 0
    done: int = 0
    tally: dict[str, Counter[str]] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    walked: list[tuple[Case, Walk]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    passed: list[tuple[Call, Rows]] = field(default_factory=list)
    _seen: Counter[str] = field(default_factory=Counter)
    _dead: Counter[str] = field(default_factory=Counter)
    _dead_in_a_row: int = 0

    def run(self, cases: Iterable[Case]) -> None:
        """Ask each case once; keep the result of the written ones."""
        for case in cases:
            status, exchange = self._one(case)
            if case.name:
                self.results.append(Result(case, status, exchange))
            if not case.open:
                self._count(case, status)

    def any_of(self, groups: Iterable[list[Case]]) -> None:
        """Each group is one try in several forms: it counts once, and fails when one form does."""
        for group in groups:
            tried = [Result(case, *self._one(case)) for case in group]
            worst = next((result for result in tried if result.status != "passed"), tried[-1])
            self.results.append(worst)
            self._count(worst.case, worst.status)

    def value(self, case: Case) -> Value:
        """Ask a case, count it, and give the reply's value (None where there is none)."""
        status, exchange = self._one(case)
        self._count(case, status)
        return exchange.reply.value if exchange and exchange.reply.kind == "ok" else None

    def _count(self, case: Case, status: str) -> None:
        self.tally.setdefault(case.check, Counter())[status] += 1
        self.done += 1
        if self.tick and self.done % TICK == 0:
            self.tick(self.done, self.of)

    def end(self) -> None:
        """Say that no more is asked, however many were."""
        if self.tick:
            self.tick(self.done, self.done)

    def _one(self, case: Case) -> tuple[str, Exchange | None]:
        if self._given_up(case.rule):
            return "not_run", None
        if case.walk:
            return self._walk(case)
        exchanges = self.asker.ask(case)
        self._note_deaths(case.rule, exchanges[-1])
        if case.open:
            return "passed", exchanges[-1]
        wrong = list(failures(self.asker.exercise, exchanges))
        if not wrong:
            self._sample(case, exchanges[-1])
        for exchange, verdict in wrong:
            self._keep(case.upto(exchange.at), verdict, exchange)
        return self._status(case, wrong), wrong[0][0] if wrong else exchanges[-1]

    def _sample(self, case: Case, exchange: Exchange) -> None:
        """Keep some right pages: they speak against misreadings that foretell others."""
        paging = self.asker.exercise.paging
        if paging and self.done % SAMPLED == 0 and case.call.tool == paging.tool and paging.items in exchange.due:
            self.passed.append((exchange.step.call, exchange.rows))

    def _status(self, case: Case, wrong: list[tuple[Exchange, Verdict]]) -> str:
        rules = {rule for _, verdict in wrong for rule in verdict.all}
        if not rules - ({*ASIDE} - {case.rule}):
            return "passed"
        return STATUS.get(wrong[0][0].reply.kind, "died")

    def _walk(self, case: Case) -> tuple[str, Exchange | None]:
        walked = walk(self.asker, case)
        self._note_deaths(case.rule, walked.exchanges[-1])
        self.walked.append((case, walked))
        wrong = [exchange for exchange in walked.exchanges if exchange.verdict.all and not self._follows(exchange)]
        for exchange in wrong:
            page = single("page.complete", case.check, exchange.step.call, case.store)
            self._keep(page, exchange.verdict, exchange)
        if walked.rules:
            self._keep(case, Verdict(walked.rules), walked.exchanges[-1], walked)
        faults = [exchange for exchange in wrong if page_fault(self.asker.exercise, exchange)]
        return ("failed" if walked.rules or faults else "passed"), walked.exchanges[-1]

    def _follows(self, exchange: Exchange) -> bool:
        """A page behind a cursor of the hand-in's own form: only what it leaks is held against it."""
        return own_form(self.asker.exercise, exchange) and not any(
            self.asker.exercise.rules[rule].tier == "whose_data" for rule in exchange.verdict.rules
        )

    def _keep(self, case: Case, verdict: Verdict, exchange: Exchange, walked: Walk | None = None) -> None:
        """Keep a failure; of a rule that many made-up cases break, the first and some spread over the rest."""
        self._seen.update(verdict.all)
        if case.name or self.done % SAMPLED == 0 or any(self._seen[rule] <= MOST_KEPT for rule in verdict.all):
            self.failures.append(Failure(case, verdict, exchange, walked, self.asker.asked, self.asker.before))

    def _note_deaths(self, rule: str, exchange: Exchange) -> None:
        if exchange.reply.kind in FATAL:
            self._dead[rule] += 1
            self._dead_in_a_row += 1
        else:
            self._dead[rule] = self._dead_in_a_row = 0

    @property
    def hopeless(self) -> bool:
        """Whether so many calls in a row got no answer that nothing more is asked."""
        return self._dead_in_a_row >= MOST_DEAD

    def _given_up(self, rule: str) -> bool:
        return self.hopeless or self._dead[rule] >= MOST_DEAD_UNDER_A_RULE
