"""The misreading behind a wrong prediction: the mutant that gives just this answer."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grader.checks.asking import Asker
from grader.checks.mutants import Mutant, languages_with_mutants, mutants, plant
from grader.checks.round import Tick
from grader.exercise import Exercise
from grader.grading.options import Options, starter
from grader.practice.answers import Answer, cases, short
from grader.submission.handin import NotJudged, take_in

AT_ONCE = 4


def misreadings(exercise: Exercise, wrong: Mapping[str, Answer], tick: Tick | None = None) -> dict[str, Mutant]:
    """For each wrong answer the mutant that gives it, where one does: first that which explains most of them.

    Starred mutants are tried first, the others only for what is still without an explanation.
    """
    catalogue = _catalogue(exercise, languages_with_mutants(exercise))
    found: list[tuple[Mutant, set[str]]] = []
    for star in (True, False):
        open_ones = {name: answer for name, answer in wrong.items() if not any(name in names for _, names in found)}
        if open_ones:
            found += _tried(exercise, [pair for pair in catalogue if pair[1].star == star], open_ones, tick)
    share = Counter({mutant.name: len(names) for mutant, names in found})
    found.sort(key=lambda each: -share[each[0].name])
    return {
        name: next(mutant for mutant, names in found if name in names)
        for name in wrong
        if any(name in names for _, names in found)
    }


def _catalogue(exercise: Exercise, names: Sequence[str]) -> list[tuple[str, Mutant]]:
    """The faults that a single call can show, each with the language it is planted in: a fault is tried in one."""
    found: dict[str, tuple[str, Mutant]] = {}
    for language in sorted(names, key=lambda name: -len(mutants(exercise, name))):
        for mutant in mutants(exercise, language):
            if not mutant.open and not mutant.case.sequence:
                found.setdefault(mutant.says, (language, mutant))
    return list(found.values())


def _tried(
    exercise: Exercise, catalogue: Sequence[tuple[str, Mutant]], wrong: Mapping[str, Answer], tick: Tick | None
) -> Iterator[tuple[Mutant, set[str]]]:
    """The mutants that give one of the wrong answers, in their order, each with the names of those calls."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = pool.map(lambda pair: _given(exercise, pair[0], pair[1], wrong), catalogue)
        for n, ((_, mutant), names) in enumerate(zip(catalogue, answers, strict=True), 1):
            if tick:
                tick(n, len(catalogue))
            if names:
                yield mutant, names


def _given(exercise: Exercise, language: str, mutant: Mutant, wrong: Mapping[str, Answer]) -> set[str]:
    """The calls that the mutant answers as was predicted; none where its language cannot be run."""
    asked = {name: case for name, case in cases(exercise).items() if name in wrong}
    with tempfile.TemporaryDirectory(prefix="takehome-") as folder:
        planted = plant(exercise, language, mutant, Path(folder) / "mutant")
        try:
            with take_in(planted, exercise) as handin, Asker(exercise, starter(handin, Options(timeout=1.0))) as asker:
                replies = {name: asker.ask(case)[-1].reply.value for name, case in asked.items()}
        except NotJudged:
            return set()
    return {name for name, reply in replies.items() if short(exercise, asked[name], reply) == wrong[name]}
