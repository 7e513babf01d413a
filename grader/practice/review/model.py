"""A model review: the worksheet that the key itself would hand in, its replies filled in by running the sample."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from grader.exercise import BLOCKING
from grader.grading.blame import Shown as Blamed
from grader.grading.test_text import test_text
from grader.practice.review.edits import Edit
from grader.practice.review.forms import AS_IT_IS, Forms
from grader.practice.review.key import Defect
from grader.practice.review.sheet_shape import COMMENTS
from grader.shapes import TIERS
from grader.submission.reply import Reply
from grader.values import write_tags

AS_THE_EDIT = "As the edit does it."


def model_review(forms: Forms) -> dict[str, Any]:
    """The data of a whole worksheet: the worst defects of the key, and what is good."""
    ranked = sorted(forms.key.defects, key=lambda defect: TIERS.index(defect.tier))
    good = forms.key.good
    return {
        "comments": [comment_on(forms, defect) for defect in ranked[:COMMENTS]],
        "also": [f"FYI: {remark}" for remark in forms.key.remarks],
        "good": {"place": good["place"], "say": good["says"], "call": good["call"]},
    }


def comment_on(forms: Forms, defect: Defect) -> dict[str, Any]:
    """The comment that the key would make on one of its defects."""
    place = defect.places[0]
    return {
        "tier": defect.tier,
        "blocking": defect.tier in BLOCKING,
        "place": f"{place.file}:{place.first}",
        "why": defect.says,
        "fix": AS_THE_EDIT,
        **_evidence(forms, defect),
        **({"test": text} if (text := _test(forms, defect)) else {}),
    }


def _evidence(forms: Forms, defect: Defect) -> Mapping[str, Any]:
    if defect.survivor:
        return {"survivor": _edit(defect.survivor)}
    assert defect.case is not None
    last = forms.ask(AS_IT_IS, defect.case)[-1]
    mends = [each.mend for each in forms.key.behaviour if each.id in defect.by[:1]] or [defect.mend]
    told = {"contract": write_tags(last.due), "sample": _told(last.reply), "edit": [_edit(edit) for edit in mends[0]]}
    return {
        **({"claim": {"quote": defect.claim, **(defect.asked or {})}} if defect.claim else defect.asked or {}),
        **told,
    }


def _told(reply: Reply) -> Any:
    return write_tags(reply.value) if reply.kind == "ok" else {"raises": reply.error or True}


def _edit(edit: Edit) -> dict[str, str]:
    return {"file": edit.file, "old": edit.old, "new": edit.new}


def _test(forms: Forms, defect: Defect) -> str:
    """A test that goes red on the defect: its own, else its case written out in the sample's language."""
    if defect.test or defect.case is None:
        return defect.test or ""
    case, exercise = defect.case, forms.exercise
    with forms.asker(AS_IT_IS) as asker:
        last = asker.ask(case)[-1]
    answered = replace(last, reply=replace(last.reply, rows=None))  # the test compares replies, whatever else changed
    text = test_text(exercise, forms.handin(AS_IT_IS), Blamed(case.rule, case, answered, None, ()))
    return _moved(text, forms)


def _moved(text: str, forms: Forms) -> str:
    """A test that was written for the top folder, as it reads in the place of the sample's own tests."""
    file = forms.handin(AS_IT_IS).entry.file
    there = os.path.relpath(file, PurePosixPath(forms.key.tests.file).parent)
    return text.replace(f'"./{file}"', f'"{there}"')
