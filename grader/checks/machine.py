"""A state machine of Hypothesis: two tenants search by turns and feed one bundle of cursors; every reply is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.internal.conjecture import providers
from hypothesis.stateful import Bundle, RuleBasedStateMachine, rule, run_state_machine_as_test

from grader.checks.cases import Case, single
from grader.exercise import Call, Exercise
from grader.values import Value
from grader.vocabulary import Paging

Ask = Callable[[Case], Value]
"""Ask a case and judge it; gives the reply's value."""

EXAMPLES, STEPS = 25, 20
CALLS = EXAMPLES * STEPS
SETTINGS = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=tuple(HealthCheck),
)


def run(exercise: Exercise, ask: Ask, start: int) -> None:
    """Drive `ask` through the machine; what it finds wrong it keeps itself, so nothing is raised or shrunk here."""
    machine = _machine(exercise, ask, start)
    with _no_loaded_literals():
        if start:  # seed 0 is Hypothesis derandomized; any other is drawn from
            run_state_machine_as_test(seed(start)(machine), settings=settings(SETTINGS, derandomize=False))
        else:
            run_state_machine_as_test(machine, settings=SETTINGS)


@contextmanager
def _no_loaded_literals() -> Iterator[None]:
    """Draw none of the literals in loaded modules, as Hypothesis does: other processes have loaded others.

    No setting turns this off. A release of Hypothesis without these names draws as it likes, and a test goes red.
    """
    loaded = getattr(providers, "_get_local_constants", None)
    if loaded is None:
        yield
        return
    providers._get_local_constants = providers.Constants  # type: ignore[attr-defined] # noqa: SLF001
    providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        providers._get_local_constants = loaded  # noqa: SLF001
        providers.CONSTANTS_CACHE.cache.clear()


def _machine(exercise: Exercise, ask: Ask, start: int) -> type[RuleBasedStateMachine]:
    assert exercise.paging is not None
    paging: Paging = exercise.paging
    rows = exercise.probes.machine_store(exercise, start)

    class Sessions(RuleBasedStateMachine):
        cursors: Bundle[str] = Bundle("cursors")

        @rule(target=cursors, call=exercise.probes.calls(exercise, []))
        def call(self, call: Call) -> str:
            return self._asked(call)

        @rule(target=cursors, call=exercise.probes.calls(exercise, []), cursor=cursors)
        def go_on(self, call: Call, cursor: str) -> str:
            args = {**call.args, paging.cursor: cursor} if call.tool == paging.tool and cursor else call.args
            return self._asked(replace(call, args=args))

        def _asked(self, call: Call) -> str:
            decided = exercise.decides(call, rows)
            value = ask(single(decided, exercise.rules[decided].check, call, rows))
            given = value.get(paging.next) if isinstance(value, dict) else None
            return given if isinstance(given, str) else ""

    return Sessions
