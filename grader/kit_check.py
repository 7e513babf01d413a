"""The kit checks itself: template red, references green, model sure, every rule broken by some mutant and caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from rich.console import Console

from grader.checks.asking import Asker
from grader.checks.cases import Case, written_cases
from grader.checks.mutants import correct, languages_with_mutants
from grader.checks.round import Round
from grader.errors import KitError
from grader.exercise import BEHAVIOUR, BLOCKING, Exercise, kit_folder, load
from grader.exits import KIT_FAILED, READY
from grader.grading.grade import Grade, grade
from grader.grading.options import Options, starter
from grader.mutant_check import mutant_proofs
from grader.practice.review import proofs as keys
from grader.practice.review.proofs import Proof
from grader.submission.handin import NotJudged, take_in
from grader.submission.languages import languages
from grader.terminal import BAD, console

AGREED = 20_000
"""So many made-up calls are asked of each reference, beside those of a grade."""


def check(exercise_name: str) -> int:
    """Prove everything and print it; 0, or 4 when something does not hold."""
    exercise, out, broken = load(exercise_name), console(), 0
    for proof in proofs(exercise):
        broken += bool(proof.wrong)
        _print(proof, out)
    out.print(f"{broken} of the kit's promises are broken." if broken else "The kit keeps its promises.", style="bold")
    return KIT_FAILED if broken else READY


def _print(proof: Proof, out: Console) -> None:
    if proof.wrong:
        out.print(f"✗ {proof.says}: {proof.wrong}", style=BAD, markup=False)
    else:
        out.print(f"✓ {proof.says}", markup=False)


def proofs(exercise: Exercise) -> Iterator[Proof]:
    """Every proof, as it is made."""
    yield from _written(exercise)
    yield from _hand_ins(exercise, "candidate_template", _template_wrong)
    yield from _hand_ins(exercise, "reference", _reference_wrong)
    yield from _hand_ins(exercise, "sample_submission", _sample_wrong)
    for language in languages_with_mutants(exercise):
        for path in correct(exercise, language):
            yield Proof(f"correct adapter {path.name}, {language}", _told(_alarms, exercise, path))
        yield from mutant_proofs(exercise, language)
    yield from keys.proofs(exercise)


def _written(exercise: Exercise) -> Iterator[Proof]:
    """Every written reply and code is what the model owes."""
    cases = {case.source: case for language in languages() for case in written_cases(exercise, language.name)}
    wrong = [source or "" for source, case in cases.items() if not case.open and not _agrees(exercise, case)]
    first = exercise.folder / exercise.files["calls"] / f"{BEHAVIOUR[0]}.yaml"
    none = "" if cases else f"no call is written yet; write the first in {first}"
    yield Proof(f"model and calls files agree on {len(cases)} cases", none or ", ".join(wrong))


def _agrees(exercise: Exercise, case: Case) -> bool:
    first = case.steps[0]
    return (
        first.due is None
        or bool(first.edit)
        or first.due == exercise.due(first.call, exercise.rows(first.store or case.store))
    )


def _hand_ins(exercise: Exercise, kind: str, wrong: Callable[[Exercise, Path], str]) -> Iterator[Proof]:
    for path in (kit_folder(kind, exercise.name) / language.name for language in languages()):
        if not path.is_dir():
            continue
        yield Proof(f"{kind.replace('_', ' ')}, {path.name}", _told(wrong, exercise, path))


def _told(wrong: Callable[[Exercise, Path], str], exercise: Exercise, path: Path) -> str:
    """How a proof fails; a hand-in of the kit that does not load fails it too."""
    try:
        return wrong(exercise, path)
    except (KitError, NotJudged) as reason:
        return str(reason)


def _graded(exercise: Exercise, path: Path) -> Grade:
    with take_in(path, exercise) as handin:
        return grade(handin, exercise, Options(only=BEHAVIOUR))


def _template_wrong(exercise: Exercise, path: Path) -> str:
    """Red: nothing passes, and one finding says that nothing is there yet."""
    made = _graded(exercise, path)
    rules = [each.rule.id for each in made.findings if each.rule.tier in BLOCKING]
    right = made.acceptance["passed"] == 0 and rules == ["answer.returned"]
    return "" if right else f"should be red for one reason, but breaks {rules} and passes {made.acceptance['passed']}"


def _reference_wrong(exercise: Exercise, path: Path) -> str:
    """Green, and of one mind with the model on many made-up calls."""
    made = _graded(exercise, path)
    if made.findings:
        return f"breaks {', '.join(each.rule.id for each in made.findings)}"
    with take_in(path, exercise) as handin, Asker(exercise, starter(handin, Options())) as asker:
        told = Round(asker)
        told.run(islice(exercise.probes.made_up(exercise, 1, AGREED), AGREED))
        return f"differs from the model: {told.failures[0].case.call}" if told.failures else ""


def _sample_wrong(exercise: Exercise, path: Path) -> str:
    """Flawed, and the worst of it is found first."""
    made = _graded(exercise, path)
    first = made.findings[0] if made.findings else None
    right = made.verdict == "not_ready" and first and first.rule.tier == BLOCKING[0]
    said = f"should be caught by a finding of tier {BLOCKING[0]}, but the first is {first and first.rule.id}"
    return "" if right else said


def _alarms(exercise: Exercise, path: Path) -> str:
    return ", ".join(f"{each.rule.id} ({each.case})" for each in _graded(exercise, path).findings)
