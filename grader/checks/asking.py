"""A hand-in at hand: cases go in, judged exchanges come out; workers are started, remembered and replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

from grader.checks.cases import NEXT, Case, Step
from grader.checks.judge import RIGHT, Question, Verdict, judge
from grader.checks.page import Believed
from grader.exercise import BLOCKING, Call, Exercise, Rows
from grader.submission.worker import Reply, Worker
from grader.values import Value, same

FATAL = ("timeout", "died", "memory", "flood", "protocol", "load")
_HISTORY = 100_000
"""So many exchanges of one worker are remembered: what a session may carry over is looked for among them."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Step `at` of a case as it was asked (`$next` filled in), the store it saw, the reply and its verdict."""

    at: int
    step: Step
    rows: Rows
    due: Value
    reply: Reply
    verdict: Verdict


@dataclass
class Asker:
    """Asks one hand-in. `start` makes a fresh worker; a worker that died is replaced before the next case."""

    exercise: Exercise
    start: Callable[[], Worker]
    believed: Believed = None
    asked: list[tuple[Step, Rows]] = field(default_factory=list)
    before: int = 0  # so many of them were asked before the case at hand
    _worker: Worker | None = None
    _key: str = ""
    _keys: dict[int, tuple[Rows, str]] = field(default_factory=dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def worker(self) -> Worker:
        """The worker at hand, started anew when there is none or the last one died."""
        if self._worker is None or not self._worker.alive:
            self.close()
            self._worker = self.start()
        return self._worker

    def close(self) -> None:
        """End the worker and forget what it was asked."""
        if self._worker is not None:
            self._worker.close()
        self._worker, self._keys, self.asked = None, {}, []

    def fresh(self) -> Asker:
        """Another asker of the same hand-in, with a worker of its own."""
        return Asker(self.exercise, self.start, self.believed)

    def ask(self, case: Case) -> list[Exchange]:
        """Play the steps of a case and judge each; it ends early when the worker is lost or a `$next` has no value."""
        return list(self._play(case))

    def alone(self, case: Case) -> list[Exchange]:
        """The same in a worker that was asked nothing else."""
        with self.fresh() as fresh:
            return fresh.ask(case)

    def _play(self, case: Case) -> Iterator[Exchange]:
        rows, fresh, last = self.exercise.rows(case.store), True, None
        self.before = len(self.asked) if self._worker and self._worker.alive else 0
        for at, step in enumerate(case.steps):
            if step.store is not None:
                rows, fresh = self.exercise.rows(step.store), True
            rows = edited(rows, step) if step.edit else rows
            call = self._filled(step.call, last)
            if call is None:
                return
            filled = replace(step, call=call)
            for _ in range(step.times):
                exchange = self._exchange(case, at, filled, rows, fresh=fresh)
                yield exchange
                if exchange.reply.kind in FATAL:
                    return
                fresh, filled = False, replace(filled, edit=(), store=None)
            last = exchange.reply
            if step.scribble:
                yield from self._scribble(exchange)

    def _exchange(self, case: Case, at: int, step: Step, rows: Rows, *, fresh: bool) -> Exchange:
        reply = self._call(step, rows, fresh=fresh)
        if len(self.asked) < _HISTORY:
            self.asked.append((step if step.times == 1 else replace(step, times=1), rows))
        if case.open:
            return Exchange(at, step, rows, None, reply, RIGHT)
        due = step.due if step.due is not None else self.exercise.due(step.call, rows)
        rule = case.rule if self._speaks_for(case, at) else ""
        verdict = judge(Question(self.exercise, step.call, rows, due, rule, self.believed), reply)
        return Exchange(at, step, rows, due, reply, verdict)

    def _speaks_for(self, case: Case, at: int) -> bool:
        """Whether the rule of a case is that of the code at this step: of the last, unless the steps before matter."""
        return at == len(case.steps) - 1 and not (at and self.exercise.rules[case.rule].check == "state")

    def _call(self, step: Step, rows: Rows, *, fresh: bool) -> Reply:
        """Ask once: on a store built anew, or on the records (and args) of the call before."""
        call, worker = step.call, self.worker
        context = self.exercise.context(call.context)
        if fresh:
            return worker.call(call.tool, call.args, context, self._handed_over(worker, rows))
        keep = ("records", "args") if step.keep_args else ("records",)
        return worker.call(call.tool, call.args, context, self._key, keep=keep, edit=step.edit)

    def _handed_over(self, worker: Worker, rows: Rows) -> str:
        """The name under which the worker knows these rows; they are handed over the first time."""
        if id(rows) not in self._keys:
            key = f"s{len(self._keys)}"
            worker.store(key, rows)
            self._keys[id(rows)] = (rows, key)
        self._key = self._keys[id(rows)][1]
        return self._key

    def _filled(self, call: Call, last: Reply | None) -> Call | None:
        """The call with `$next` replaced by the cursor of the reply before; None when that reply gave none."""
        paging = self.exercise.paging
        if paging is None or not isinstance(call.args, dict) or call.args.get(paging.cursor) != NEXT:
            return call
        given = last.value.get(paging.next) if last and isinstance(last.value, dict) else None
        return None if given is None else replace(call, args={**call.args, paging.cursor: given})

    def _scribble(self, exchange: Exchange) -> Iterator[Exchange]:
        """Overwrite the reply in place; when the store changes with it, the reply was no copy."""
        if exchange.reply.kind == "ok":
            rows = self.worker.scribble().rows
            if rows is not None:
                reply = replace(exchange.reply, rows=rows)
                shared = self.exercise.known("copy.fresh", self.exercise.decides(exchange.step.call, exchange.rows))
                yield replace(exchange, reply=reply, verdict=Verdict((), (shared,)))


def edited(rows: Rows, step: Step) -> Rows:
    """The rows after a step's inserts and deletes."""
    changed = dict(rows)
    for key, row in step.edit:
        if row is None:
            changed.pop(key, None)
        else:
            changed[key] = row
    return changed


def failures(exercise: Exercise, exchanges: list[Exchange]) -> Iterator[tuple[Exchange, Verdict]]:
    """What is wrong in a case: the first wrong exchange, and of the later ones what they leak.

    A wrong answer may follow from an earlier one on the same records; a leak never does.
    """
    seen = False
    for exchange in exchanges:
        seen = seen and exchange.step.store is None
        verdict = exchange.verdict
        if seen:
            verdict = Verdict(tuple(rule for rule in verdict.rules if _leaks(exercise, rule)))
        if verdict.all:
            seen = True
            yield exchange, verdict


def _leaks(exercise: Exercise, rule: str) -> bool:
    return rule in exercise.rules and exercise.rules[rule].tier in BLOCKING[:2]


def answers_alike(left: Reply, right: Reply) -> bool:
    """Whether two replies are the same answer."""
    return left.kind == right.kind and same(left.value, right.value)
