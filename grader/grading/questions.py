"""Questions for an interview, made from a grade: each names the case or the fact that it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice, zip_longest
from typing import Any

from grader.submission.text import clean
from grader.values import flat

MOST = 4
_LONG = 160
_LEAD = 40
"""So much that two replies share is shown before they differ."""
_FAR = 1.5
"""So many times the minutes planned are far longer."""
_ASK = {
    "whose_data": "Which line lets it decide whose records are read, and how would you close this for every caller?",
    "data_leaves": "Who could see or change what here, and which line has to say what may leave?",
    "contract": "Which line decides this, why did no test of yours turn red, and what would you change?",
    "evidence": "What would you add, and how would you see that it can fail?",
    "documents": "What would a stranger need to read there?",
}

Question = dict[str, str]
"""`{"text": what is asked, "from": a finding's id, or the part of the grade that it was made from}`."""


def questions(grade: Mapping[str, Any]) -> list[Question]:
    """Up to four questions made from a grade (`grade/1`), the worst first; the same grade gives the same ones.

    Two at most of one kind as long as there are others: findings of different tiers, then faults that the own tests
    do not notice, what was given up, open places.
    """
    kinds = [list(_findings(grade)), list(_survivors(grade)), list(_time(grade)), list(_open(grade))]
    first = [question for kind in (kinds[0][:2], *(kind[:1] for kind in kinds[1:])) for question in kind]
    rest = chain.from_iterable(zip_longest(*(kinds[0][2:], *(kind[1:] for kind in kinds[1:]))))
    return list(islice(chain(first, (question for question in rest if question)), MOST))


def _findings(grade: Mapping[str, Any]) -> Iterator[Question]:
    """One question a finding; those of a tier not asked about yet come first."""
    seen: set[str] = set()
    later = []
    for found in grade["findings"]:
        if found["tier"] in seen:
            later.append(found)
            continue
        seen.add(found["tier"])
        yield _finding(found)
    yield from map(_finding, later)


def _finding(found: Mapping[str, Any]) -> Question:
    case, says = found.get("case"), str(found.get("says") or "")
    asked = f"{_call(case)} is answered {_answered(found)}." if case else says
    lead = f"{str(found['title']).rstrip('.')}: {asked}" if asked else str(found["title"])
    return {"text": clean(f"{lead} {_ASK.get(found['tier'], _ASK['contract'])}", 900), "from": str(found["id"])}


def _call(case: Mapping[str, Any]) -> str:
    before = sum(step.get("times", 1) for step in case.get("before", ()))
    after = f", after {before} earlier call{'s' if before > 1 else ''}," if before else ""
    return f"{_word(case.get('tool'))} {_short(flat(case.get('args')))} as {_word(case.get('context'))}{after}"


def _answered(found: Mapping[str, Any]) -> str:
    if found.get("actual") is None:
        return f"with no value ({found['status']})"
    yours, due = flat(found["actual"]), flat(found["expected"])
    alike = next((n for n, (left, right) in enumerate(zip(yours, due, strict=False)) if left != right), 0)
    start = max(0, alike - _LEAD) if alike > _LONG - _LEAD else 0
    return f"{_short(yours, start)}, where {_short(due, start)} is due"


def _word(value: Any) -> str:
    return value if isinstance(value, str) and value.isidentifier() else _short(flat(value))


def _short(text: str, start: int = 0) -> str:
    """At most so much of a text, from `start` on."""
    return f"{'…' if start else ''}{text[start : start + _LONG]}{'…' if len(text) > start + _LONG else ''}"


def _survivors(grade: Mapping[str, Any]) -> Iterator[Question]:
    """Faults that the hand-in's own tests do not notice."""
    tests = grade.get("tests") or {}
    for mutant in tests.get("mutants") or () if tests.get("judged") else ():
        if mutant.get("state") == "survived":
            says = str(mutant.get("says") or mutant["id"]).rstrip(".")
            call = mutant.get("call")
            seen = f", seen by {_call(call).rstrip(',') if isinstance(call, dict) else call}" if call else ""
            text = f"Your tests stay green with this fault: {says}{seen}. Which test would turn red, and on what store?"
            yield {"text": clean(text, 900), "from": f"tests.mutants {mutant['id']}"}


def _time(grade: Mapping[str, Any]) -> Iterator[Question]:
    """What was given up, and a phase that took far longer than planned."""
    time = grade.get("time") or {}
    for drop in time.get("dropped", ()):
        text = f"You gave up: {drop['what']}. Why that and nothing else, and what does a user miss until it is there?"
        yield {"text": clean(text, 600), "from": "time"}
    for phase in time.get("phases", ()):
        planned, actual = phase.get("planned") or phase.get("allotted"), phase.get("actual")
        if planned and actual and actual > planned * 60 * _FAR:
            text = f"{phase['title']} took {round(actual / 60)} minutes of {planned}. What did you not see beforehand?"
            yield {"text": clean(text, 600), "from": "time"}


def _open(grade: Mapping[str, Any]) -> Iterator[Question]:
    for place in grade.get("open", ()):
        name, chose = str(place["place"]).replace("_", " "), str(place["chose"])
        text = f"The contract leaves this open: {name}. Yours: {chose}. Who decided that, and what would turn it?"
        yield {"text": clean(text, 600), "from": f"open {place['place']}"}
