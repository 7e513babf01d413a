"""Whether an edit repairs what an input shows, and breaks nothing that the sample did rightly before."""

from __future__ import annotations

from grader.checks.asking import Asker
from grader.checks.cases import Case, single, written_cases
from grader.checks.isolation import sessions
from grader.checks.round import Round
from grader.checks.walks import walk
from grader.exercise import Call, Exercise
from grader.practice.review.edits import Edit
from grader.practice.review.forms import AS_IT_IS, Forms, alike, rules_of
from grader.practice.review.shown import Shown
from grader.submission.handin import NotJudged

CHECKS = ("acceptance", "regression", "arguments", "order", "walks")
WALKED = 3
"""The sizes of page, from one on, at which each session's whole list is walked."""


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
    broken = sorted(right(forms, AS_IT_IS) - right(forms, edits))
    return f"it breaks what was right before: {', '.join(broken[:3])}" if broken else ""


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


def right(forms: Forms, form: tuple[Edit, ...]) -> set[str]:
    """What a form of the sample does rightly: cases by name, and whole walks."""
    known = forms.rights.get(form)
    if known is None:
        with forms.asker(form) as asker:
            known = forms.rights[form] = _right(asker, forms.handin(form).language.name)
    return known


def _right(asker: Asker, language: str) -> set[str]:
    told = Round(asker)
    told.run(case for case in _cases(asker.exercise, language) if not case.open)
    passed = {str(result.case.name) for result in told.results if result.status == "passed"}
    return passed | {
        f"the walk {case.call.args} of {case.call.context}" for case in _walks(asker.exercise) if _whole(asker, case)
    }


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


def _cases(exercise: Exercise, language: str) -> list[Case]:
    return written_cases(exercise, language, CHECKS)
