"""The behaviour of a hand-in: everything is asked in one round, and what failed is blamed on rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from grader.checks import isolation
from grader.checks.asking import Asker
from grader.checks.cases import Case, written_cases
from grader.checks.page import NOTHING_BELIEVED
from grader.checks.round import Round, Tick
from grader.exercise import BEHAVIOUR, Exercise
from grader.grading.blame import Blame, Shown
from grader.grading.options import Options, starter
from grader.submission.handin import HandIn, NotJudged
from grader.submission.worker import Worker


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The round, the rules that are shown broken, and whether a person interrupted it."""

    told: Round
    shown: tuple[Shown, ...]
    interrupted: bool


def behaviour(handin: HandIn, exercise: Exercise, options: Options, tick: Tick | None = None) -> Behaviour:
    """Ask all that `options` names. Raises NotJudged when the hand-in cannot be loaded.

    An interrupt ends it early; what was found by then stands.
    """
    with Asker(exercise, starter(handin, options), NOTHING_BELIEVED) as asker:
        must_load(asker.worker)
        told = Round(asker, tick)
        interrupted = _ask_all(told, exercise, handin, options)
        told.end()
        blame = Blame(Asker(exercise, starter(handin, options, patience=2)))
        try:
            blame.all(told.failures, told.passed)
        except KeyboardInterrupt:
            interrupted = True
    return Behaviour(told, tuple(blame.kept()), interrupted)


def must_load(worker: Worker) -> None:
    """Raise NotJudged with the reason when the hand-in did not load: then nothing is answered, rightly or wrongly."""
    if worker.loaded.kind != "ok":
        raise NotJudged(worker.loaded.says)


def _ask_all(told: Round, exercise: Exercise, handin: HandIn, options: Options) -> bool:
    """Ask everything there is to ask; True when it was interrupted."""
    only = options.behaviour
    cases = written_cases(exercise, handin.language.name, only)
    if any(check != "acceptance" for check in only):
        kinds = generated_kinds(exercise, options.seed).values()
        cases += [case for make in kinds for case in make() if case.check in only]
    told.of = len(cases)
    try:
        told.run(cases)
        if "isolation" in only and exercise.paging and not told.hopeless:
            told.any_of(isolation.forgeries(told.asker))
        if len(only) == len(BEHAVIOUR) and exercise.paging and not told.hopeless:
            from grader.checks import machine  # noqa: PLC0415 - Hypothesis takes a while to import

            machine.run(exercise, told.value, options.seed)
    except KeyboardInterrupt:
        return True
    return False


def generated_kinds(exercise: Exercise, seed: int) -> dict[str, Callable[[], Iterable[Case]]]:
    """Every kind of cases that are made rather than written, by name, in the order in which they are asked."""
    probes = exercise.probes
    return {
        "enumerated": lambda: probes.enumerated(exercise),
        "replayed": lambda: isolation.replays(exercise),
        "pages": lambda: probes.pages(exercise),
        "walks": lambda: probes.walks(exercise),
        "made_up": lambda: probes.made_up(exercise, seed),
    }
