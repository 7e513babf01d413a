"""The verdict of a grade in one sentence: the same words in title, terminal and report."""

from __future__ import annotations

from typing import Any

from grader.report.words import count
from grader.submission.text import clean

NOT_ASKED = "not asked for"
"""What a grade says of tests that it was not asked to judge."""
_NAMED = 3  # checks that are named when they were not run; more are counted
_HARM = {
    "scope.page": "another tenant's data decides an answer",
    "scope.session": "one session's data shows in another session",
    "permission.get": "data goes out without permission",
    "permission.search": "data goes out without permission",
    "copy.fresh": "callers are handed the stored records themselves",
    "store.unchanged": "a call changes the stored records",
    "query.title_only": "hidden fields decide what is found",
    "tests.run": "its tests do not run",
    "tests.green": "its own tests fail",
    "tests.can_fail": "its tests cannot fail",
    "tests.acceptance": "its tests leave acceptance calls out",
    "whose_data": "another tenant's data gets out",
    "data_leaves": "data goes out that should stay in",
    "evidence": "its tests do not carry it yet",
}


def sentence(grade: dict[str, Any]) -> str:
    """The verdict sentence, cleaned and short enough for a title, such as `Ready in behaviour; tests not judged`."""
    left = _left_out(grade)
    match grade.get("verdict"):
        case "ready" if not left:
            return "Ready: nothing stands in the way."
        case "ready":
            return f"Ready in {'what was run' if _not_run(grade) else 'behaviour'}; {left}."
        case "not_ready":
            return f"Not ready: {_harm(grade)}{f'; {left}' if left else ''}."
    return f"Not judged: {_reason(grade)}."


def _reason(grade: dict[str, Any]) -> str:
    """The first sentence of why it was not judged, fit to follow a colon."""
    whole = str(next(iter(grade.get("not_judged") or []), "the reason is not known"))
    first = clean(whole.strip().split(". ")[0].split("\n")[0], 240).rstrip(".")
    return first[:1].lower() + first[1:] if first.split(" ")[0].isalpha() else first


def _harm(grade: dict[str, Any]) -> str:
    """What the first blocking finding does, in words that are true of every finding of its rule."""
    found = [one for one in grade.get("findings") or [] if one.get("blocking")]
    if not found:
        return "something blocks"
    rule, tier = str(found[0].get("rule")), str(found[0].get("tier"))
    if tier == "contract" or not (rule in _HARM or tier in _HARM):
        broken = len({str(one.get("rule")) for one in found if str(one.get("tier")) == tier})
        return f"{count(broken, 'rule')} of the contract {'is' if broken == 1 else 'are'} broken"
    return _HARM.get(rule) or _HARM[tier]


def _left_out(grade: dict[str, Any]) -> str:
    """What was not run or not judged, for the end of the sentence; empty when all was."""
    unrun = _not_run(grade)
    parts = [f"{', '.join(unrun)} not run" if len(unrun) <= _NAMED else f"{len(unrun)} checks not run"] if unrun else []
    if (grade.get("tests") or {}).get("judged") is False and "tests" not in unrun:
        parts.append("tests not judged")
    return " and ".join(parts)


def _not_run(grade: dict[str, Any]) -> list[str]:
    """The checks of which nothing was run, without the tests when they were asked for and could not be judged."""
    tests = grade.get("tests") or {}
    unjudged = tests.get("judged") is False and tests.get("why_not") != NOT_ASKED
    return [
        clean(str(name), 40)
        for name, check in (grade.get("checks") or {}).items()
        if check.get("of") and check.get("not_run") == check["of"] and not (name == "tests" and unjudged)
    ]
