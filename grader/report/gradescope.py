"""A grade as Gradescope's `results.json`: a point for each acceptance call and for each check without a failure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from grader.report import plain
from grader.report.verdict import sentence
from grader.submission.text import clean

SEEN, LATER, HIDDEN = "visible", "after_published", "hidden"
"""At once, when the grades are published, and for those who teach."""


def results(told: Mapping[str, Any]) -> str:
    """The text of `results.json` for a grade or an error; a hand-in that could not be judged has no point of one.

    Numbers give the order: 1 the acceptance calls, 2 the checks, 3 the findings, 4 how to mend them.
    """
    judged = told.get("verdict") in {"ready", "not_ready"} or bool(told.get("acceptance", {}).get("calls"))
    tests = [*_calls(told), *_checks(told), *_findings(told), *_mends(told)] if judged else [_unjudged(told)]
    whole = {
        "score": sum(test.get("score", 0) for test in tests),
        "execution_time": told.get("seconds", 0),
        "output": _output(told, judged=judged),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": SEEN,
        "stdout_visibility": HIDDEN,
        "extra_data": {key: told[key] for key in ("schema", "kit", "verdict", "exit", "sandbox") if key in told},
        "tests": tests,
    }
    return json.dumps(whole, indent=1) + "\n"


def _output(told: Mapping[str, Any], *, judged: bool) -> str:
    if not judged:
        return plain.reason(told)
    left = [plain.one_line(str(part)) for part in told.get("not_judged") or []]
    return "\n".join([sentence(dict(told)), *left])


def _unjudged(told: Mapping[str, Any]) -> dict[str, Any]:
    return _test("1", "The hand-in can be judged", right=False, output=plain.reason(told))


def _test(number: str, name: str, *, right: bool, output: str = "") -> dict[str, Any]:
    """A test that gives a point."""
    points = {"score": 1 if right else 0, "max_score": 1, "status": "passed" if right else "failed"}
    return {"number": number, "name": name, **points, "output": output, "visibility": SEEN}


def _calls(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for n, call in enumerate(told["acceptance"]["calls"], 1):
        right = call["status"] == "passed"
        lines = [] if right else [plain.one_line(str(call["status"])), *plain.evidence({**call, "case": call})]
        yield _test(f"1.{n}", plain.one_line(str(call["id"])), right=right, output="\n".join(lines))


def _checks(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every check besides the acceptance calls of which something was asked."""
    others = [(name, count) for name, count in told["checks"].items() if name != "acceptance" and count["of"]]
    for n, (name, count) in enumerate(others, 1):
        left = f", {count['not_run']:,} not run" if count["not_run"] else ""
        right = count["passed"] == count["of"]
        says = f"{count['passed']:,} of {count['of']:,} cases passed{left}"
        yield _test(f"2.{n}", plain.one_line(name), right=right, output=says)


def _findings(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The findings, which give no points: they say why a check has none."""
    for n, found in enumerate(told["findings"], 1):
        output = "\n".join([*plain.evidence(found), "", *_prose(found, "why")]).strip()
        tags = [str(found.get("tier"))]
        shown = {"number": f"3.{n}", "name": plain.title(found), "output": output, "tags": tags, "visibility": LATER}
        yield {**shown, "status": "failed" if found.get("blocking") else "passed"}


def _mends(told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """How each finding is mended, and a test for it, where the grade says so."""
    for n, found in enumerate(told["findings"], 1):
        lines = [*_prose(found, "fix"), "", *_prose(found, "test")]
        if any(lines):
            name = plain.one_line(f"To mend {found.get('rule')}")
            yield {"number": f"4.{n}", "name": name, "output": "\n".join(lines).strip(), "visibility": HIDDEN}


def _prose(found: Mapping[str, Any], key: str) -> list[str]:
    return [clean(str(found[key]), 8000)] if found.get(key) else []
