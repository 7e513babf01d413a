"""The keys prove themselves: each mend alone changes the answer that tells its defect, and all together are ready."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import KitError
from grader.exercise import BEHAVIOUR, Exercise, kit_folder
from grader.grading.grade import grade
from grader.grading.options import Options
from grader.practice.review import trial
from grader.practice.review.forms import AS_IT_IS, Forms, alike, rules_of
from grader.practice.review.key import Defect, Key, key_file, read_key
from grader.practice.review.survivors import survivor_fault
from grader.submission.handin import NotJudged
from grader.submission.tier import choose


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing that the kit promises of itself; `wrong` says how it is broken, empty when it holds."""

    says: str
    wrong: str


def proofs(exercise: Exercise) -> Iterator[Proof]:
    """Every proof about the keys of the exercise's own samples, as it is made."""
    for sample in sorted(path for path in kit_folder("sample_submission", exercise.name).iterdir() if path.is_dir()):
        path = key_file(exercise, sample.name)
        if path.is_file():
            yield from key_proofs(exercise, sample, read_key(path, exercise))
        else:
            yield Proof(f"key to the sample, {sample.name}", f"there is no {path.name}")


def key_proofs(exercise: Exercise, sample: Path, key: Key) -> Iterator[Proof]:
    """Every proof about one key."""
    with Forms(exercise, sample, key, choose("auto")) as forms:
        says = f"key to the sample, {forms.handin(AS_IT_IS).language.name}"
        for defect in key.defects:
            yield Proof(f"{says}: {defect.id}", wrong(forms, defect))
        yield Proof(f"{says}: its own suite is green", "" if trial.own_suite_is_green(forms, AS_IT_IS) else "it is red")
        yield Proof(f"{says}: all mends together are ready", _all_wrong(forms))


def wrong(forms: Forms, defect: Defect) -> str:
    """How a row of the key does not hold; empty when it does."""
    try:
        return _misplaced(forms, defect) or _unshown(forms, defect)
    except NotJudged as reason:
        return str(reason)


def _misplaced(forms: Forms, defect: Defect) -> str:
    root = forms.handin(AS_IT_IS).root
    for place in defect.places:
        file = root / place.file
        if not file.is_file() or len(file.read_text(encoding="utf-8").splitlines()) < place.last:
            return f"there is no {place.file}:{place.last}"
    return ""


def _unshown(forms: Forms, defect: Defect) -> str:
    if defect.survivor:
        return survivor_fault(forms, defect.survivor)
    assert defect.case is not None
    came = forms.ask(AS_IT_IS, defect.case)
    if not rules_of(came):
        return "its call is answered as the contract asks"
    if defect.claim:
        readme = " ".join(
            forms.handin(AS_IT_IS).root.joinpath(defect.places[0].file).read_text(encoding="utf-8").split()
        )
        return "" if defect.claim in readme else "no document of the sample makes this claim"
    return "its mend does not change the answer" if alike(came, forms.ask(defect.mend, defect.case)) else ""


def _all_wrong(forms: Forms) -> str:
    mends = tuple(edit for defect in forms.key.behaviour for edit in defect.mend)
    try:
        made = grade(forms.handin(mends), forms.exercise, Options(only=BEHAVIOUR, sandbox=forms.sandbox))
    except (NotJudged, KitError) as reason:
        return str(reason)
    return "" if made.verdict == "ready" else f"breaks {', '.join(each.rule.id for each in made.findings)}"
