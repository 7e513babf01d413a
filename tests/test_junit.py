"""JUnit XML: read by a parser and by a consumer, whatever a hand-in wrote; failures are what blocks."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from junitparser import JUnitXml
from the_desk import REFERENCE, SAMPLE, takehome
from the_formats import ERROR, NASTY, TAME, entries, grade, is_golden, with_texts

from grader.report.junit import ALL, junit
from grader.report.table import Entry


def read(*told: dict, names: str = "abcdef") -> ET.Element:
    return ET.fromstring(junit([Entry(name, one) for name, one in zip(names, told, strict=False)]))


def outcomes(root: ET.Element, suite: str) -> dict[str, str]:
    (found,) = (each for each in root if each.get("name") == suite)
    return {case.get("name"): case[0].tag if len(case) else "passed" for case in found.iter("testcase")}


def test_it_is_what_it_was():
    assert is_golden("junit.xml")


def test_the_thirteen_are_one_test_each():
    came = outcomes(read(grade("flawed")), "acceptance")
    assert list(came)[:3] == ["A1", "A2", "A3"]
    assert (came["A1"], came["A2"], came["A3"]) == ("passed", "failure", "error")


def test_a_check_is_one_test_and_each_finding_another():
    came = outcomes(read(grade("flawed")), "isolation")
    assert came == {ALL: "failure", "scope.cursor b38eea": "failure"}
    assert outcomes(read(grade("flawed")), "regression") == {ALL: "passed"}


def test_what_does_not_block_is_no_failure():
    assert outcomes(read(grade("ready")), "tests")["tests.mutants t1a2b3"] == "skipped"


def test_a_finding_of_a_check_that_counts_nothing_is_not_lost():
    told = grade("ready")
    told["checks"]["tests"] = dict.fromkeys(told["checks"]["tests"], 0)
    assert outcomes(read(told), "besides") == {"tests.mutants t1a2b3": "skipped"}


@pytest.mark.parametrize("told", [grade("not_judged"), ERROR], ids=["not judged", "error"])
def test_what_cannot_run_is_one_error(told):
    root = read(told)
    assert outcomes(root, "judging") == {"can be judged": "error"}
    assert (root.get("tests"), root.get("errors"), root.get("failures")) == ("1", "1", "0")


def test_several_say_whose_suite_it_is():
    root = read(grade("flawed"), grade("not_judged"))
    assert {each.get("name").split(": ")[0] for each in root} == {"a", "b"}


def test_a_consumer_counts_what_it_says(tmp_path):
    path = tmp_path / "junit.xml"
    path.write_text(junit(entries()), encoding="utf-8")
    told = JUnitXml.fromfile(str(path))
    cases = [case for suite in told for case in suite]
    assert (told.tests, told.failures, told.errors, told.skipped) == (
        len(cases),
        sum(case.is_failure for case in cases),
        sum(case.is_error for case in cases),
        sum(case.is_skipped for case in cases),
    )
    assert told.failures > 10
    again = JUnitXml.fromfile(str(path))
    again.update_statistics()
    assert (again.tests, again.failures, again.errors) == (told.tests, told.failures, told.errors)


def test_hostile_text_changes_no_element():
    nasty, tame = (read(with_texts(grade("flawed"), text), names=[text]) for text in (NASTY, TAME))
    assert [each.tag for each in nasty.iter()] == [each.tag for each in tame.iter()]
    assert [list(each.attrib) for each in nasty.iter()] == [list(each.attrib) for each in tame.iter()]
    assert "\\u0000" in "".join(nasty.itertext())


def test_the_command_writes_it_for_one_and_for_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    said = takehome("grade", SAMPLE, REFERENCE, "--only", "acceptance", "--junit", tmp_path / "j.xml", "--json")
    assert [one["exit"] for one in json.loads(said.out)] == [1, 0]
    told = JUnitXml.fromfile(str(tmp_path / "j.xml"))
    assert told.tests > 26
    assert {suite.name for suite in told} >= {
        "sample_submission/search_tickets/python: acceptance",
        "reference/search_tickets/python: acceptance",
    }
