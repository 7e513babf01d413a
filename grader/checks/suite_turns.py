"""What a hand-in's own tests are played on: its own code, correct adapters, planted faults, and spoiled replies."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.checks.cases import Case
from grader.checks.judge import UNUSABLE
from grader.checks.mutants import FROM, Mutant, correct, mutants, plant
from grader.checks.suite_acceptance import spoils
from grader.exercise import Exercise
from grader.submission.handin import HandIn, take_in
from grader.submission.suites import Adapter

OWN, AGAIN, BACKWARDS, RAISES, RUINS = "own", "own again", "own backwards", "raises", "ruins"
_ENDS = {UNUSABLE[kind] for kind in ("timeout", "died")}
"""Rules of mutants that loop, sleep or end the process: a suite is not asked to survive those."""

Turn = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """The adapters, and the turns to play on them."""

    adapters: Mapping[str, Adapter]
    correct: tuple[str, ...]
    mutants: tuple[Mutant, ...]
    spoiled: Mapping[str, tuple[tuple[str, str], ...]]
    turns: tuple[Turn, ...]


def asked_of_suites(
    exercise: Exercise, language: str, *, every: bool = False, only: Collection[str] = ()
) -> tuple[Mutant, ...]:
    """The mutants that a suite is judged by: those with a star, or every one, or those named in `only`."""
    known = (each for each in mutants(exercise, language) if each.open is None and each.rule not in _ENDS)
    return tuple(each for each in known if (each.name in only if only else each.star or every))


def plan(
    exercise: Exercise, handin: HandIn, acceptance: Mapping[str, Case], asked: tuple[Mutant, ...], folder: Path
) -> Plan:
    """Plant the mutants below `folder`, and say what to play."""
    language = handin.language.name
    good = {path.name: _adapter(path, exercise) for path in correct(exercise, language)}
    base = good[FROM].entry
    planted = {turn_of(each): Adapter(plant(exercise, language, each, folder / each.name), base) for each in asked}
    spoiled = {name: _spoiled(exercise, name, case) for name, case in acceptance.items()}
    turns = (
        *_own(),
        *(_on(name, observe=name == FROM) for name in good),
        *({"name": kind, "kind": kind} for kind in (RAISES, RUINS)),
        *(_on(name) for name in planted),
        *(turn for each in spoiled.values() for turn in each),
    )
    parts = {name: tuple((turn["name"], turn["part"]) for turn in each) for name, each in spoiled.items()}
    return Plan({**good, **planted}, tuple(good), asked, parts, turns)


def turn_of(mutant: Mutant) -> str:
    """The name of the turn on a mutant, and of its adapter."""
    return f"mutant-{mutant.name}"


def _adapter(path: Path, exercise: Exercise) -> Adapter:
    with take_in(path, exercise) as taken:
        return Adapter(path, taken.entry.file)


def _own() -> Iterator[Turn]:
    yield {"name": OWN, "kind": "own", "observe": True}
    yield {"name": AGAIN, "kind": "own"}
    yield {"name": BACKWARDS, "kind": "own", "backwards": True}


def _on(name: str, *, observe: bool = False) -> Turn:
    return {"name": name, "kind": "adapter", "adapter": name, **({"observe": True} if observe else {})}


def _spoiled(exercise: Exercise, name: str, case: Case) -> Sequence[Turn]:
    return [
        {**_on(FROM), "name": f"{name} spoiled: {part}", "part": part, "mark": name, "spoiled": reply}
        for part, reply in spoils(exercise, case)
    ]
