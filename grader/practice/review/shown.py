"""Which defect an input shows: the sample answers it wrongly, and mending that defect changes the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.checks.cases import Case
from grader.practice.review.forms import AS_IT_IS, Answers, Forms, alike, rules_of
from grader.practice.review.key import Defect, Place
from grader.shapes import TIERS

NEAR = 1
"""So many lines beside a defect's own still name its place."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a comment says besides its input, the places and the tier; and which defects were shown before it."""

    places: tuple[Place, ...]
    tier: str | None
    before: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Shown:
    """What an input showed: `defect` of the key, or `outside` it the tier of a true difference; else `why_not`."""

    defect: Defect | None = None
    outside: str | None = None
    why_not: str = ""
    rules: frozenset[str] = frozenset()
    answers: Answers = ()

    @property
    def tier(self) -> str | None:
        """The tier of what was shown."""
        return self.defect.tier if self.defect else self.outside

    @property
    def what(self) -> str | None:
        """A name for what was shown, the same for the same thing."""
        return self.defect.id if self.defect else f"outside: {', '.join(sorted(self.rules))}" if self.outside else None


def shown_by(forms: Forms, case: Case, pointed: Pointed) -> Shown:
    """What the input shows on the sample; what the contract leaves open shows nothing."""
    mended = [defect.mend for defect in forms.key.behaviour]
    forms.ahead([AS_IT_IS, *forms.correct, *mended], [case])
    came = forms.ask(AS_IT_IS, case)
    rules = rules_of(came)
    if not came or not rules:
        return Shown(why_not="the sample answers this input as the contract asks", answers=came)
    odd = [form for form in forms.correct if rules_of(forms.ask(form, case))]
    if odd:
        return Shown(why_not="correct adapters differ here: the contract leaves this open", rules=rules, answers=came)
    changed = [d for d in forms.key.behaviour if not alike(came, forms.ask(d.mend, case))]
    if not changed:
        return Shown(outside=_tier_of(forms, rules), rules=rules, answers=came)
    return Shown(_credited(forms, case, rules, changed, pointed), rules=rules, answers=came)


def _tier_of(forms: Forms, rules: Iterable[str]) -> str:
    return min((forms.exercise.rules[rule].tier for rule in rules), key=TIERS.index)


def _credited(forms: Forms, case: Case, rules: frozenset[str], changed: Sequence[Defect], pointed: Pointed) -> Defect:
    """Of several: those at the place named, and of the tier named; then those whose mend restores a rule; the worst."""
    here = [d for d in changed if names(pointed.places, d.places)]
    left = here or list(changed)
    if here:
        left = [d for d in here if d.tier == pointed.tier] or here
    left = [d for d in left if rules - rules_of(forms.ask(d.mend, case))] or left
    return min(left, key=lambda d: (TIERS.index(d.tier), d.id in pointed.before))


def names(given: Iterable[Place], due: Sequence[Place]) -> bool:
    """Whether one of the places given touches one of those due."""
    return any(
        one.file == other.file and one.first <= other.last + NEAR and one.last >= other.first - NEAR
        for one in given
        for other in due
    )
