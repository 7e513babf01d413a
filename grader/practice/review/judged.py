"""One comment, judged by running it: what its evidence shows, and the points of each of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from grader.checks.cases import case_json
from grader.exercise import BLOCKING
from grader.practice.review import trial
from grader.practice.review.form import claimed, misplaced, settled
from grader.practice.review.forms import AS_IT_IS, Forms, alike
from grader.practice.review.marks import Marks, Part
from grader.practice.review.remedy import fault_of, spoiled
from grader.practice.review.sheet import Comment
from grader.practice.review.shown import Pointed, Shown, names, shown_by
from grader.practice.review.survivors import survivor_fault
from grader.practice.review.told import agrees
from grader.submission.handin import NotJudged
from grader.submission.reply import Reply
from grader.values import canonical

MAY_BLOCK = (*BLOCKING, "evidence")
"""Tiers on which a comment may block; it must on the first three."""
LEAST_QUOTE = 12
"""So many characters a quote of a claim has at least."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A comment as it came out; `fault` says why its evidence does not count."""

    comment: Comment
    shown: Shown
    fault: str
    parts: tuple[Part, ...]
    whole: int

    @property
    def points(self) -> int:
        """The points of the comment; fewer parts than usual weigh more."""
        of = sum(part.of for part in self.parts)
        return round(self.whole * sum(part.points for part in self.parts) / of) if of else 0

    @property
    def false_blocker(self) -> bool:
        """Whether it would block on nothing, or on what never blocks."""
        if not self.comment.blocking or self.comment.empty:
            return False
        return self.shown.what is None or self.shown.tier not in MAY_BLOCK


@dataclass
class Judge:
    """Judges one comment after the other, and remembers what was shown before."""

    forms: Forms
    marks: Marks
    _shown: dict[str, int] = field(default_factory=dict)
    _inputs: set[str] = field(default_factory=set)
    _tests: set[str] = field(default_factory=set)
    _done: int = 0

    def judge(self, comment: Comment) -> Judged:
        """What a comment is worth, after those before it."""
        self._done += 1
        read = settled(self.forms.handin(AS_IT_IS).root, comment)
        shown = self._evidence(read)
        fault = self._elsewhere(read) or shown.why_not or self._again(read, shown)
        parts = () if read.empty else tuple(self._parts(read, shown, fault))
        if shown.what and not fault:
            self._shown.setdefault(shown.what, self._done)
        return Judged(comment, shown, fault, parts, self.marks.whole)

    def _elsewhere(self, comment: Comment) -> str:
        """Why a comment is not about this sample: it names files, and none of them is here."""
        root = self.forms.handin(AS_IT_IS).root
        if not comment.places or any((root / place.file).is_file() for place in comment.places):
            return ""
        return f"the sample has no {comment.places[0].file}; is this a review of another one?"

    def _evidence(self, comment: Comment) -> Shown:
        if comment.survivor:
            why_not = survivor_fault(self.forms, comment.survivor)
            defect = next((each for each in self.forms.key.defects if each.survivor), None)
            return Shown(why_not=why_not) if why_not else Shown(defect, None if defect else "evidence")
        if comment.case is None:
            return Shown(why_not="it brings no evidence")
        shown = shown_by(self.forms, comment.case, Pointed(comment.places, comment.tier, frozenset(self._shown)))
        return self._belied(comment, shown) if comment.claim else shown

    def _belied(self, comment: Comment, shown: Shown) -> Shown:
        """What a quoted sentence and the call against it show together."""
        quote = " ".join((comment.claim or "").split())
        if len(quote) < LEAST_QUOTE or not claimed(self.forms.handin(AS_IT_IS).root, quote):
            return Shown(why_not="no document of the sample holds this sentence", answers=shown.answers)
        if shown.why_not:
            return shown
        rows = [each for each in self.forms.key.defects if each.claim and (quote in each.claim or each.claim in quote)]
        for row in rows:
            if any(each.id in row.by and self._changes(comment, shown, each.mend) for each in self.forms.key.behaviour):
                return Shown(row, rules=shown.rules, answers=shown.answers)
        return Shown(why_not="this call does not belie this sentence", answers=shown.answers)

    def _changes(self, comment: Comment, shown: Shown, mend: tuple[Any, ...]) -> bool:
        assert comment.case is not None
        return not alike(shown.answers, self.forms.ask(mend, comment.case))

    def _again(self, comment: Comment, shown: Shown) -> str:
        """Why a comment repeats another; the same input shows something new only with an edit that mends that."""
        if shown.what in self._shown:
            return f"comment {self._shown[shown.what]} shows this defect already"
        asked = canonical(case_json(comment.case)) if comment.case else ""
        repeated = bool(asked) and not comment.claim and asked in self._inputs
        self._inputs.add(asked)
        if repeated and not (comment.edit and self._edit_fault(comment, shown) == ""):
            return "a comment before brings the same input; only an edit that mends it could make this another defect"
        return ""

    def _parts(self, comment: Comment, shown: Shown, fault: str) -> Iterator[Part]:
        """The parts that this kind of comment has; when nothing was shown, none has points."""
        of = self.marks.comment
        yield Part("shown", 0 if fault else of["shown"], of["shown"], fault)
        kinds = {"tier": self._tier, "place": self._place, "told": self._told, "edit": self._edit, "test": self._test}
        for part, give in kinds.items():
            if comment.survivor and part in ("told", "edit"):
                continue
            share, says = (0.0, "") if fault else give(comment, shown)
            yield Part(part, round(share * of[part]), of[part], says)

    def _tier(self, comment: Comment, shown: Shown) -> tuple[float, str]:
        tier, may, must = shown.tier, shown.tier in MAY_BLOCK, shown.tier in BLOCKING
        right_tier = comment.tier == tier
        right_weight = comment.blocking is not None and (comment.blocking if must else may or not comment.blocking)
        wrong = [] if right_tier else [f"what it shows is of the tier {tier}"]
        wrong += [] if right_weight else [f"that {'blocks' if must else 'does not block'}"]
        return (right_tier + right_weight) / 2, "; ".join(wrong)

    def _place(self, comment: Comment, shown: Shown) -> tuple[float, str]:
        if not comment.places:
            return 0, "it names no line"
        root = self.forms.handin(AS_IT_IS).root
        wrong = next((why for place in comment.places if (why := misplaced(root, place))), "")
        if wrong or shown.defect is None or names(comment.places, shown.defect.places):
            return (0, wrong) if wrong else (1, "")
        return (1, "") if comment.survivor and self._at_survivor(comment) else (0, "the defect stands elsewhere")

    def _at_survivor(self, comment: Comment) -> bool:
        """Whether the place is the line that a survivor changes."""
        assert comment.survivor is not None
        text = (self.forms.handin(AS_IT_IS).root / comment.survivor.file).read_text(encoding="utf-8")
        line = text[: text.index(comment.survivor.old)].count("\n") + 1
        last = line + comment.survivor.old.count("\n")
        return any(p.file == comment.survivor.file and line - 1 <= p.first <= last + 1 for p in comment.places)

    def _told(self, comment: Comment, shown: Shown) -> tuple[float, str]:
        last, exercise = shown.answers[-1], self.forms.exercise
        due = agrees(comment.contract, Reply("ok", last.due), exercise)
        came = agrees(comment.sample, last.reply, exercise)
        wrong = [name for name, fits in (("contract", due), ("sample", came)) if not fits]
        why = f"what it says under {' and '.join(wrong)} is not so, or is no reply" if wrong else ""
        return (due + came) / 2, why

    def _edit(self, comment: Comment, shown: Shown) -> tuple[float, str]:
        if not comment.edit:
            return 0, "it brings no edit"
        why = self._edit_fault(comment, shown)
        return (0, why) if why else (1, "")

    def _edit_fault(self, comment: Comment, shown: Shown) -> str:
        assert comment.case is not None
        if comment.claim and self._takes_back(comment):
            return ""
        return fault_of(self.forms, comment.case, shown, comment.edit)

    def _takes_back(self, comment: Comment) -> bool:
        """Whether the edit takes the untrue sentence out and leaves every answer as it was."""
        try:
            root = self.forms.handin(comment.edit).root
        except NotJudged:
            return False
        return not claimed(root, comment.claim or "") and not spoiled(self.forms, comment.edit)

    def _test(self, comment: Comment, shown: Shown) -> tuple[float, str]:
        if not comment.test:
            return 0, "it brings no test"
        text = comment.test.strip()
        if text in self._tests:
            return 0, "a comment before brings the same test"
        self._tests.add(text)
        why = trial.fault_of(self.forms, comment.test, (comment.survivor,) if comment.survivor else AS_IT_IS)
        return (0, why) if why else (1, "")
