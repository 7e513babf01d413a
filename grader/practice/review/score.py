"""The score of a review: every comment judged, their ranking, the praise, the band, and what is left for a person."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from grader.checks.round import Tick
from grader.exercise import Exercise
from grader.practice.review.forms import AS_IT_IS, Answers, Forms, rules_of
from grader.practice.review.judged import Judge, Judged
from grader.practice.review.key import Defect, Key
from grader.practice.review.marks import Marks, Part, read_marks
from grader.practice.review.sheet import Comment, Good, Sheet
from grader.shapes import TIERS
from grader.submission.sandbox import Sandbox
from grader.values import write_tags

SCHEMA = "review/1"


def score(
    exercise: Exercise, sample: Path, key: Key, sheet: Sheet, sandbox: Sandbox, tick: Tick | None = None
) -> dict[str, Any]:
    """The score of a worksheet as `review/1`; everything that it claims of the sample is run."""
    with Forms(exercise, sample, key, sandbox) as forms:
        return score_on(forms, sheet, tick)


def score_on(forms: Forms, sheet: Sheet, tick: Tick | None = None) -> dict[str, Any]:
    """The same on forms that are at hand."""
    marks = read_marks(forms.exercise)
    judged = list(_judged(Judge(forms, marks), sheet.comments, tick))
    found = {each.shown.what for each in judged if not each.fault}
    return {
        "schema": SCHEMA,
        "exercise": forms.exercise.name,
        "sample": {"name": forms.sample.name, "language": forms.handin(AS_IT_IS).language.name, "seed": sheet.seed},
        "sandbox": forms.sandbox.tier,
        **_points(forms, sheet.good, judged, marks, found),
        "comments": [_comment(n, each) for n, each in enumerate(judged, 1)],
        "also": list(sheet.also),
        "missed": [_try(defect) for defect in forms.key.defects if defect.id not in found],
        "person": [dict(each) for each in marks.person],
    }


def _judged(judge: Judge, comments: Sequence[Comment], tick: Tick | None) -> Iterator[Judged]:
    for n, comment in enumerate(comments, 1):
        yield judge.judge(comment)
        if tick:
            tick(n, len(comments))


def _points(
    forms: Forms, praised: Good, judged: Sequence[Judged], marks: Marks, found: Collection[str | None]
) -> dict[str, Any]:
    """The points with their band, and what they are made of besides the comments."""
    ranking, good = _ranking(judged, forms.key, marks), _good(forms, praised, marks)
    false = [n for n, each in enumerate(judged, 1) if each.false_blocker]
    taken = marks.false_blocker * len(false)
    earned = sum(each.points for each in judged) + sum(part.points for part in (*ranking, good))
    capped = not any(defect.id in found for defect in forms.key.defects if defect.tier == forms.key.worst)
    return {
        "points": max(0, earned - taken),
        "of": marks.whole * len(judged) + sum(marks.ranking.values()) + marks.good,
        "band": marks.band(max(0, earned - taken), capped=capped),
        "capped": capped,
        "ranking": [part.to_json() for part in ranking],
        "good": good.to_json(),
        "false_blockers": {"comments": false, "points": -taken},
    }


def _ranking(judged: Sequence[Judged], key: Key, marks: Marks) -> tuple[Part, Part]:
    tiers = [each.shown.tier if not each.fault else None for each in judged]
    first = tiers[0] == key.worst
    known = [TIERS.index(tier) for tier in tiers if tier]
    skipped = [d.tier for d in key.defects if known and TIERS.index(d.tier) < max(known) and d.tier not in tiers]
    if len(known) < len(tiers):
        says = "not all three show something"
    elif known != sorted(known):
        says = "a worse defect comes after a milder one"
    else:
        says = f"no comment is of the tier {skipped[0]}, which is worse than the last one's" if skipped else ""
    of = marks.ranking
    return (
        Part(
            "worst_first",
            of["worst_first"] * first,
            of["worst_first"],
            "" if first else f"the worst here is {key.worst}",
        ),
        Part("in_order", 0 if says else of["in_order"], of["in_order"], says),
    )


def _good(forms: Forms, good: Good, marks: Marks) -> Part:
    if good.case is None or not good.say.strip():
        return Part("good", 0, marks.good, "nothing is praised with a call that shows it")
    wrong = rules_of(forms.ask(AS_IT_IS, good.case))
    return Part("good", 0 if wrong else marks.good, marks.good, "that call is answered wrongly" if wrong else "")


def _comment(n: int, judged: Judged) -> dict[str, Any]:
    """A comment in the score: what it brought, what was run, what came, and its parts."""
    comment, shown = judged.comment, judged.shown
    counted = {"tier": shown.tier, "says": shown.defect.says if shown.defect else OUTSIDE}
    return {
        "n": n,
        "tier": comment.tier,
        "place": ", ".join(str(place) for place in comment.places),
        **_evidence(comment),
        "ran": _ran(shown.answers),
        "shown": None if judged.fault else counted,
        "why_not": judged.fault,
        "false_blocker": judged.false_blocker,
        "parts": [part.to_json() for part in judged.parts],
        "points": judged.points,
        "of": judged.whole,
    }


OUTSIDE = "A true difference from the contract that the key does not list."


def _evidence(comment: Comment) -> dict[str, Any]:
    survivor = comment.survivor
    return {
        "asked": comment.asked,
        "claim": comment.claim,
        "survivor": {"file": survivor.file, "old": survivor.old, "new": survivor.new} if survivor else None,
    }


def _ran(answers: Answers) -> dict[str, Any] | None:
    """What was due and what came, of the first call that went wrong, else of the last."""
    if not answers:
        return None
    shown = next((answer for answer in answers if answer.rules), answers[-1])
    answered = shown.reply.kind == "ok"
    return {
        "expected": write_tags(shown.due),
        "actual": write_tags(shown.reply.value) if answered else None,
        "says": None if answered else shown.reply.says,
        "store_changed": shown.reply.rows is not None,
        "rules": list(shown.rules),
    }


def _try(defect: Defect) -> dict[str, Any]:
    """A missed defect as one more thing to try; what it shows is not told."""
    if defect.survivor:
        return {"tier": defect.tier, "asked": None, "file": defect.survivor.file, "claim": None}
    return {"tier": defect.tier, "asked": defect.asked, "file": None, "claim": defect.claim}
