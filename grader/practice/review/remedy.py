"""Whether an edit repairs what an input shows, and breaks nothing that the sample did rightly before."""

from __future__ import annotations

from dataclasses import dataclass

from grader.checks.asking import Asker
from grader.checks.cases import Case, single, written_cases
from grader.checks.isolation import sessions
from grader.checks.round import Result, Round
from grader.checks.walks import walk
from grader.exercise import FIXTURE, Call, Exercise
from grader.practice.review.edits import Edit
from grader.practice.review.forms import AS_IT_IS, Forms, alike, rules_of
from grader.practice.review.shown import Shown
from grader.submission.handin import NotJudged

CHECKS = ("acceptance", "regression", "arguments", "order", "walks")
WALKED = 3
"""The sizes of page, from one on, at which each session's whole list is walked."""


RIGHT, OF_ITS_KIND, OTHER = range(3)
"""How an answer stands: right; a success or a failure where one is due, but another; or something else."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a form answers one case, and the rules that it breaks there."""

    level: int
    rules: frozenset[str] = frozenset()

    def worse_than(self, before: Standing) -> bool:
        """Whether it is a step down, or as far down for a further rule; what was no answer cannot get worse."""
        if self.level != before.level:
            return self.level > before.level
        return self.level != OTHER and not self.rules <= before.rules


def fault_of(forms: Forms, case: Case, shown: Shown, edits: tuple[Edit, ...]) -> str:
    """What is wrong with a comment's edit; empty when it mends the input and breaks nothing."""
    try:
        came = forms.ask(edits, case)
    except NotJudged as reason:
        return str(reason)
    if any(answer.reply.kind == "load" for answer in came):
        return f"the edited sample does not load: {came[0].reply.says}"
    if not _mends(forms, case, shown, edits):
        return "the input is still answered wrongly, and in the same way"
    broken = _broken(forms, shown, edits)
    return f"with it these are answered worse than before: {', '.join(broken[:3])}" if broken else ""


def _broken(forms: Forms, shown: Shown, edits: tuple[Edit, ...]) -> list[str]:
    """What gets worse with an edit, and would not with the defect's own mend: that may only uncover another defect."""
    broken = spoiled(forms, edits)
    if not broken or shown.defect is None or not shown.defect.mend:
        return broken
    uncovered = spoiled(forms, shown.defect.mend)
    return [name for name in broken if name not in uncovered]


def _mends(forms: Forms, case: Case, shown: Shown, edits: tuple[Edit, ...]) -> bool:
    """Whether the rules that the defect's own mend restores are kept now, and none is broken that this leaves whole."""
    came, now = forms.ask(edits, case), rules_of(forms.ask(edits, case))
    if not now:
        return True
    if shown.defect is None or not shown.defect.mend:
        return now < shown.rules
    model = forms.ask(shown.defect.mend, case)
    restored = shown.rules - rules_of(model)
    if alike(came, model) or not restored:
        return alike(came, model) or now < shown.rules
    return now <= shown.rules | rules_of(model) and not now & restored


def spoiled(forms: Forms, edits: tuple[Edit, ...]) -> list[str]:
    """The cases and walks, by name, that are answered worse with these edits than without, sorted."""
    before, after = standing(forms, AS_IT_IS), standing(forms, edits)
    return sorted(name for name, was in before.items() if after[name].worse_than(was))


def standing(forms: Forms, form: tuple[Edit, ...]) -> dict[str, Standing]:
    """How a form of the sample answers each written case, and whether its walks are whole."""
    known = forms.standings.get(form)
    if known is None:
        with forms.asker(form) as asker:
            known = forms.standings[form] = _standing(asker, forms.handin(form).language.name)
    return known


def _standing(asker: Asker, language: str) -> dict[str, Standing]:
    told = Round(asker)
    cases = [case for case in written_cases(asker.exercise, language, CHECKS) if not case.open]
    told.run(sorted(cases, key=lambda case: case.store != FIXTURE))  # what is kept of other stores spoils none of these
    standings = {str(result.case.name): _of(result, asker.exercise) for result in told.results}
    walks = {f"the walk {case.call.args} of {case.call.context}": case for case in _walks(asker.exercise)}
    return standings | {name: Standing(RIGHT if _whole(asker, case) else OTHER) for name, case in walks.items()}


def _of(result: Result, exercise: Exercise) -> Standing:
    """How a case came out; of several calls only whether they were right, as one hides another."""
    exchange, ok = result.exchange, exercise.reply.ok
    if exchange is None or result.case.sequence or result.case.walk:
        return Standing(RIGHT if result.status == "passed" else OTHER)
    rules, value, due = frozenset(exchange.verdict.all), exchange.reply.value, exchange.due
    if result.status == "passed":
        return Standing(RIGHT, rules)
    alike_kind = isinstance(value, dict) and isinstance(due, dict) and value.get(ok) is due.get(ok)
    return Standing(OF_ITS_KIND if alike_kind else OTHER, rules)


def _whole(asker: Asker, case: Case) -> bool:
    """Whether a walk by the hand-in's own cursors gives every item that is due, once and in order."""
    walked = walk(asker, case)
    return walked.ended == "end" and sum(walked.pages, ()) == sum(walked.due, ())


def _walks(exercise: Exercise) -> list[Case]:
    paging = exercise.paging
    if paging is None:
        return []
    pages = [{}, *({paging.limit: size} for size in range(1, WALKED + 1))]
    calls = [Call(paging.tool, args, session) for session in sessions(exercise) for args in pages]
    return [single("walk.complete", "walks", call) for call in calls]
