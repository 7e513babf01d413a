"""The shipped schemas: what the kit prints fits them, and what it never prints does not."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from the_desk import REFERENCE, SAMPLE, TOP, takehome
from the_formats import FOLDER, grade

import grader
from grader.outputs import CANDIDATE, meant_for
from grader.shapes import CHECKS, TIERS

QUICK = ("--only", "acceptance")
SCHEMAS = {
    name: json.loads((Path(grader.__file__).parent / f"report/schema/{file}.json").read_text(encoding="utf-8"))
    for name, file in (("grade/1", "grade-1"), ("error/1", "error-1"), ("review/1", "review-1"))
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def wrong(told: dict[str, Any], schema: str | None = None) -> list[str]:
    """What does not fit a schema, by default the one that a grade or an error names."""
    reader = Draft202012Validator(SCHEMAS[schema or told["schema"]], format_checker=Draft202012Validator.FORMAT_CHECKER)
    return [f"{error.json_path}: {error.message[:200]}" for error in reader.iter_errors(told)]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name):
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["properties"]["schema"]["const"] == name


def test_the_schema_knows_the_checks_and_tiers_that_there_are():
    assert tuple(SCHEMAS["grade/1"]["properties"]["checks"]["required"]) == CHECKS
    for schema in ("grade/1", "review/1"):
        assert tuple(SCHEMAS[schema]["$defs"]["tier"]["enum"]) == TIERS


def test_a_whole_grade_of_the_sample_fits():
    told = takehome("grade", SAMPLE, "--json").json
    assert (told["verdict"], wrong(told)) == ("not_ready", [])
    assert len(told["findings"]) > 8


def test_a_grade_for_a_candidate_fits_and_is_the_same_but_for_fixes_and_tests():
    told = meant_for(CANDIDATE, grade("flawed"))
    assert wrong(told) == []
    left = {
        key for was, now in zip(grade("flawed")["findings"], told["findings"], strict=True) for key in was.keys() - now
    }
    assert left == {"fix", "test"}


def test_the_command_leaves_fixes_and_tests_out_for_a_candidate():
    (mine, theirs) = (takehome("grade", SAMPLE, *QUICK, *more, "--json").json for more in ((), ("--for", "candidate")))
    assert {"fix", "test"} <= mine["findings"][0].keys()
    assert not {"fix", "test"} & {key for found in theirs["findings"] for key in found}
    assert len(mine["findings"]) == len(theirs["findings"])


@pytest.mark.parametrize(
    ("args", "exits"),
    [
        ((REFERENCE, *QUICK), [0]),
        ((TOP / "rubric", *QUICK), [3]),
        (("/no/such/folder",), [2]),
        (("--no-such-flag",), [2]),
        ((REFERENCE, "--exercise", "no_such"), [4]),
        ((REFERENCE, SAMPLE, TOP / "rubric", "/no/such", *QUICK), [0, 1, 3, 2]),
        ((REFERENCE, SAMPLE, TOP / "rubric", "/no/such", *QUICK, "--anon"), [0, 1, 3, 2]),
    ],
)
def test_whatever_is_printed_fits(args, exits):
    told = takehome("grade", *args, "--json").json
    listed = told if isinstance(told, list) else [told]
    assert [one["exit"] for one in listed] == exits
    assert [wrong(one) for one in listed] == [[]] * len(exits)


@pytest.mark.parametrize("path", sorted((FOLDER / "grades").glob("*.json")), ids=lambda path: path.stem)
def test_a_recorded_grade_fits(path):
    assert wrong(json.loads(path.read_text(encoding="utf-8"))) == []


@pytest.fixture(scope="module")
def score(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, Any]]:
    """The score of a recorded worksheet; of an empty one for `new`."""

    def made(name: str) -> dict[str, Any]:
        folder = tmp_path_factory.mktemp("review") / name
        assert takehome("review", "new", folder).code == 0
        if name != "new":
            shutil.copy(TOP / f"tests/reviews/{name}.yaml", folder / "review.yaml")
        told: dict[str, Any] = takehome("review", "score", folder, "--json").json
        return told

    return made


@pytest.mark.parametrize(("name", "shown"), [("good", 3), ("style", 0), ("new", 0)])
def test_a_score_fits(score, name, shown):
    told = score(name)
    assert (told["schema"], wrong(told)) == ("review/1", [])
    assert sum(comment["shown"] is not None for comment in told["comments"]) == shown


def test_what_is_no_score_does_not_fit(score):
    whole = score("good")
    for at, value in (
        ("helped", None),
        ("band", ""),
        ("comments.2", None),
        ("comments.0.why_not", "it shows nothing"),
        ("comments.0.shown.tier", "style"),
        ("comments.0.asked", {"call": {}, "steps": [{}]}),
        ("comments.0.ran.more", 1),
        ("missed.0.file", 5),
        ("false_blockers.points", 5),
        ("sample.seed", -1),
    ):
        assert wrong(replaced(at, value, whole)) != [], at


def replaced(at: str, value: Any, of: dict[str, Any] | None = None) -> dict[str, Any]:
    """A grade, by default the flawed one, with one part of it replaced; None takes the part away."""
    whole = copy.deepcopy(of or grade("flawed"))
    *path, last = (int(step) if step.isdigit() else step for step in at.split("."))
    part: Any = whole
    for step in path:
        part = part[step]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return whole


@pytest.mark.parametrize(
    ("at", "value"),
    [
        ("schema", "grade/2"),
        ("verdict", "fine"),
        ("verdict", "ready"),
        ("exit", 0),
        ("exit", 2),
        ("sandbox", "half"),
        ("seed", "0"),
        ("more", 1),
        ("graded_at", 5),
        ("checks.walks", None),
        ("checks.more", {"passed": 0, "failed": 0, "not_run": 0, "of": 0}),
        ("checks.walks.passed", -1),
        ("acceptance.calls.0.status", "fine"),
        ("acceptance.calls.0.id", None),
        ("findings.0.rule", None),
        ("findings.0.tier", "style"),
        ("findings.0.blocking", "yes"),
        ("findings.0.case", None),
        ("findings.0.case.before", {}),
        ("findings.0.expected", None),
        ("findings.0.source", [["a", 1]]),
        ("tests", {"judged": True, "why_not": None}),
        ("tests.why_not", 5),
        ("open.0.chose", None),
        ("not_judged", "why"),
    ],
)
def test_what_is_never_printed_does_not_fit(at, value):
    assert wrong(replaced(at, value), "grade/1") != []


@pytest.mark.parametrize(
    "told", [{"exit": 1, "error": "x"}, {"exit": 2, "error": ""}, {"exit": 2}, {"exit": 4, "error": "x", "more": 1}]
)
def test_an_error_says_why_and_nothing_else(told):
    assert wrong({"schema": "error/1", **told}, "error/1") != []
