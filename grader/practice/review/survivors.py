"""An edit that the sample's own suite survives: it shows what the tests do not notice."""

from __future__ import annotations

from grader.practice.review import trial
from grader.practice.review.edits import Edit
from grader.practice.review.forms import Forms
from grader.practice.review.remedy import spoiled
from grader.submission.handin import NotJudged


def survivor_fault(forms: Forms, edit: Edit) -> str:
    """Why an edit shows nothing of the tests; empty when it makes an answer worse and no test notices."""
    try:
        with forms.asker((edit,)) as asker:
            loaded = asker.worker.loaded
    except NotJudged as reason:
        return str(reason)
    if loaded.kind != "ok":
        return f"with this edit the sample does not load: {loaded.says}"
    if not trial.own_suite_is_green(forms, (edit,)):
        return "the sample's own suite notices this edit"
    return "" if spoiled(forms, (edit,)) else "no answer becomes worse by this edit"
