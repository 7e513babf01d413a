"""Gradescope's `results.json`: the published fields and no others, written whatever happens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from the_desk import SAMPLE, takehome
from the_formats import ERROR, NASTY, grade, is_golden, with_texts

from grader.outputs import CANDIDATE, meant_for
from grader.report.gradescope import results
from grader.submission.tier import proved

NUMBER, TEXT = (int, float), str
SEEN = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
WHOLE = {
    "score": NUMBER,
    "execution_time": NUMBER,
    "output": TEXT,
    "output_format": FORMATS,
    "test_output_format": FORMATS,
    "test_name_format": FORMATS,
    "visibility": SEEN,
    "stdout_visibility": SEEN,
    "extra_data": dict,
    "tests": list,
}
TEST = {
    "score": NUMBER,
    "max_score": NUMBER,
    "status": {"passed", "failed"},
    "name": TEXT,
    "name_format": FORMATS,
    "number": TEXT,
    "output": TEXT,
    "output_format": FORMATS,
    "tags": list,
    "visibility": SEEN,
    "extra_data": dict,
}
"""What gradescope-autograders.readthedocs.io says under "Output format"."""


def fits(value: object, kind: object) -> bool:
    return value in kind if isinstance(kind, set) else isinstance(value, kind) and not isinstance(value, bool)


def read(told: dict) -> dict:
    made = json.loads(results(told))
    assert [key for key in made if not fits(made[key], WHOLE.get(key))] == []
    for test in made["tests"]:
        assert [key for key in test if not fits(test[key], TEST.get(key))] == []
    assert "score" in made
    return made


@pytest.mark.parametrize("name", ["flawed.gradescope.json", "not_judged.gradescope.json"])
def test_it_is_what_it_was(name):
    assert is_golden(name)


@pytest.mark.parametrize(
    "told",
    [grade("flawed"), grade("ready"), grade("not_judged"), ERROR, with_texts(grade("flawed"), NASTY)],
    ids=["flawed", "ready", "not judged", "error", "hostile"],
)
def test_only_published_fields_are_used(told):
    assert read(told)["tests"]


def test_a_point_for_each_call_and_each_check():
    made = read(grade("flawed"))
    assert [test["name"] for test in made["tests"] if test.get("score")] == [
        "A1",
        "A8",
        "A11",
        "A13",
        "regression",
        "scope",
    ]
    assert sum(test.get("max_score", 0) for test in made["tests"]) == 13 + 12
    assert made["score"] == sum(test.get("score", 0) for test in made["tests"])


def test_the_numbers_give_the_order():
    numbers = [test["number"] for test in read(grade("flawed"))["tests"]]
    assert numbers == sorted(numbers, key=lambda number: [int(part) for part in number.split(".")])
    assert (numbers[0], numbers[13]) == ("1.1", "2.1")


def test_calls_are_seen_at_once_findings_later_and_fixes_by_those_who_teach():
    seen = {test["number"][0]: test["visibility"] for test in read(grade("flawed"))["tests"]}
    assert seen == {"1": "visible", "2": "visible", "3": "after_published", "4": "hidden"}


def test_a_candidate_gets_no_fix_even_hidden():
    made = results(meant_for(CANDIDATE, grade("flawed")))
    assert "Let the cursor be the last ID shown" in results(grade("flawed"))
    assert "Let the cursor be the last ID shown" not in made
    assert "def test_" not in made


def test_a_check_that_was_only_begun_gives_no_point():
    made = read(grade("ready"))
    (state,) = (test for test in made["tests"] if test["name"] == "state")
    assert (state["score"], state["output"]) == (0, "20 of 26 cases passed, 6 not run")


@pytest.mark.parametrize("told", [grade("not_judged"), ERROR], ids=["not judged", "error"])
def test_what_cannot_run_has_no_point_and_says_why(told):
    made = read(told)
    assert (made["score"], len(made["tests"]), made["tests"][0]["max_score"]) == (0, 1, 1)
    assert (told.get("error") or told["not_judged"][0]) in made["output"]


@pytest.mark.parametrize(
    ("path", "args", "code"),
    [
        (SAMPLE, ("--only", "acceptance"), 1),
        (SAMPLE.parent, ("--entry", "no/such.py"), 3),
        (Path("/no/such"), (), 2),
        (SAMPLE, ("--exercise", "no_such"), 4),
    ],
)
def test_it_is_always_written(path, args, code, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    said = takehome("grade", path, *args, "--gradescope", tmp_path / "results.json")
    assert said.code == code
    made = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert (made["score"] > 0) == (code == 1)


@pytest.fixture
def without_box(tmp_path, monkeypatch):
    """No program is found, and what was found before is forgotten."""
    monkeypatch.setenv("PATH", str(tmp_path))
    proved.cache_clear()
    yield
    proved.cache_clear()


@pytest.mark.usefixtures("without_box")
def test_it_is_written_when_no_sandbox_holds(tmp_path):
    said = takehome("grade", SAMPLE, "--sandbox", "required", "--gradescope", tmp_path / "results.json")
    assert said.code == 4
    assert "bubblewrap is not installed" in said.err
    made = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert "bubblewrap is not installed" in made["output"]


@pytest.mark.usefixtures("without_box")
def test_a_person_is_warned_where_there_is_no_box(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    said = takehome("grade", tmp_path, "--only", "acceptance")
    assert said.err.startswith("sandbox: none: this hand-in runs with your own rights.")
    assert takehome("grade", tmp_path, "--sandbox", "none").err.count("sandbox: none") == 1
    assert takehome("grade", tmp_path, "--json").err == ""


def test_an_interrupted_grade_gives_the_points_of_what_was_asked():
    made = read({**grade("flawed"), "verdict": "not_judged", "exit": 130})
    assert made["score"] == 6
