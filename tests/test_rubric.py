"""The rubric: ten criteria of four anchored levels, filled from a grade as far as it goes, and open beyond."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from grader.errors import KitError, WrongUsage
from grader.exercise import kit_folder
from grader.grading import rubric
from grader.grading.rubric_shape import RUBRIC
from grader.written import read

FILE = kit_folder("rubric", "search_tickets") / "submission.yaml"
CRITERIA = [
    "contract",
    "old_tool",
    "registry",
    "paging",
    "isolation",
    "tests",
    "declaration",
    "readme",
    "scope",
    "time",
]
RAN = {"passed": 9, "failed": 0, "not_run": 0, "of": 9}
GOOD: dict[str, Any] = {
    "exercise": "search_tickets",
    "acceptance": {"passed": 13, "of": 13},
    "checks": dict.fromkeys(("arguments", "regression", "walks", "isolation", "fields"), RAN),
    "findings": [],
    "tests": {
        "judged": True,
        "passed": 40,
        "failed": 0,
        "acceptance_made": [f"A{n}" for n in range(1, 14)],
        "mutants": [],
    },
    "declaration": {"judged": True, "found": True, "findings": [], "more_pages": True},
    "readme": {"parts": [{}] * 7, "missing": [], "findings": []},
    "scope": [],
}


def rows(grade: Any = GOOD, notes: Any = None) -> dict[str, dict[str, Any]]:
    return {row["criterion"]: row for row in rubric.levels(grade, notes)}


def grade(path: str, value: Any) -> dict[str, Any]:
    """The good grade with one part changed."""
    changed = copy.deepcopy(GOOD)
    *above, last = path.split(".")
    inner = changed
    for name in above:
        inner = inner[name]
    inner[last] = value
    return changed


def found(*rules: str, tier: str = "contract") -> list[dict[str, str]]:
    return [{"rule": rule, "tier": tier} for rule in rules]


def mutants(*tiers: str, state: str = "survived") -> list[dict[str, str]]:
    return [{"id": f"m{n}", "tier": tier, "state": state} for n, tier in enumerate(tiers)]


def test_ten_criteria_with_four_levels_each():
    criteria = read(FILE, RUBRIC).data["criteria"]
    assert list(criteria) == CRITERIA
    for one in criteria.values():
        anchors = [level["anchor"] for level in one["levels"]]
        assert len(set(anchors)) == 4
        assert one["prompt"]


def test_a_good_grade_has_the_top_level_wherever_a_machine_can_tell():
    told = {key: row["level"] for key, row in rows().items()}
    assert told == {**dict.fromkeys(CRITERIA, 3), "registry": None, "time": None}


def test_what_a_person_must_judge_is_open_and_asks_something():
    for key in ("registry", "time"):
        row = rows()[key]
        assert (row["level"], row["by"], row["anchor"]) == (None, "person", None)
        assert row["prompt"].endswith(("?", "."))


def test_no_row_adds_anything_up():
    assert {tuple(row) for row in rows().values()} == {
        ("criterion", "title", "level", "of", "by", "evidence", "anchor", "prompt", "note", "machine")
    }
    assert not any("%" in row["evidence"] for row in rows().values())


LEVELS = [
    ("contract", "acceptance.passed", 13, 3),
    ("contract", "acceptance.passed", 12, 1),
    ("contract", "acceptance.passed", 6, 0),
    ("contract", "findings", found("limit.range"), 2),
    ("contract", "findings", found("a", "b", "c", "d"), 1),
    ("contract", "findings", found("scope.cursor", tier="whose_data"), 3),
    ("old_tool", "checks.regression", {**RAN, "failed": 1}, 2),
    ("old_tool", "checks.regression", {**RAN, "failed": 5}, 1),
    ("old_tool", "checks.regression", {**RAN, "failed": 6}, 0),
    ("paging", "checks.walks", {**RAN, "failed": 1}, 2),
    ("paging", "findings", found("walk.once", "next.id"), 1),
    ("paging", "findings", found("walk.once", "next.id", "page.cut"), 0),
    ("isolation", "findings", found("scope.cursor", tier="whose_data"), 0),
    ("isolation", "findings", found("scope.page", tier="whose_data"), 1),
    ("isolation", "findings", found("permission.search", tier="data_leaves"), 1),
    ("isolation", "findings", found("fields.search", tier="data_leaves"), 2),
    ("tests", "tests.failed", 1, 0),
    ("tests", "tests.passed", 0, 0),
    ("tests", "tests.acceptance_made", ["A1"], 1),
    ("tests", "tests.mutants", mutants("whose_data"), 1),
    ("tests", "tests.mutants", mutants("data_leaves"), 2),
    ("tests", "tests.mutants", mutants(*["contract"] * 4), 2),
    ("tests", "tests.mutants", mutants(*["contract"] * 3), 3),
    ("tests", "tests.mutants", mutants(*["whose_data"] * 9, state="killed"), 3),
    ("declaration", "declaration.found", False, 0),
    ("declaration", "declaration.more_pages", False, 2),
    ("declaration", "declaration.findings", found(*["declaration.agrees"] * 3), 1),
    ("readme", "readme.missing", ["Next"], 2),
    ("readme", "readme.missing", ["a", "b", "c", "d"], 1),
    ("readme", "readme.missing", ["a", "b", "c", "d", "e"], 0),
    ("readme", "readme.findings", found("readme.command"), 2),
    ("scope", "scope", [{"rule": "scope.imports", "what": "zod"}], 2),
    ("scope", "scope", [{"rule": "scope.tools", "what": "purge"}], 1),
    ("scope", "scope", [{"rule": "scope.imports", "what": "a"}] * 5, 0),
]


@pytest.mark.parametrize(("criterion", "path", "value", "level"), LEVELS)
def test_a_level_follows_from_the_grade(criterion, path, value, level):
    row = rows(grade(path, value))[criterion]
    assert (row["level"], row["by"], row["prompt"]) == (level, "machine", None)
    assert row["anchor"] == read(FILE).data["criteria"][criterion]["levels"][level]["anchor"]


UNKNOWN = [
    ("contract", "checks.arguments", {**RAN, "of": 0}),
    ("paging", "checks.walks", {**RAN, "not_run": 2}),
    ("tests", "tests", {"judged": False, "why_not": "pip install needed"}),
    ("declaration", "declaration", {"judged": False}),
    ("readme", "readme", None),
    ("scope", "scope", None),
]


@pytest.mark.parametrize(("criterion", "path", "value"), UNKNOWN)
def test_what_the_grade_does_not_know_stays_open(criterion, path, value):
    row = rows(grade(path, value))[criterion]
    assert (row["level"], row["by"]) == (None, "person")
    assert row["evidence"].startswith("not judged: ")
    assert row["prompt"]


def test_a_grade_that_knows_nothing_leaves_all_ten_open():
    empty = {"exercise": "search_tickets", "acceptance": {"passed": 0, "of": 0}, "checks": {}, "findings": []}
    assert [row["level"] for row in rows(empty).values()] == [None] * 10


def test_evidence_names_what_was_counted():
    told = rows(grade("findings", found("limit.range", "query.type", "status.value", "a", "b", "c")))["contract"]
    assert told["evidence"] == (
        "acceptance calls answered rightly: 13;"
        " rules of the contract broken: 6 (limit.range, query.type, status.value, a, b, …)"
    )


# ---- a person's notes ----


def test_a_persons_level_comes_before_the_machines_and_shows_both():
    told = rows(notes={"contract": {"level": 1, "note": "guessed"}, "registry": {"level": 2}})
    assert (told["contract"]["level"], told["contract"]["machine"], told["contract"]["by"]) == (1, 3, "person")
    assert told["contract"]["note"] == "guessed"
    assert (told["registry"]["level"], told["registry"]["prompt"]) == (2, None)


def test_a_note_alone_changes_no_level():
    told = rows(notes={"scope": {"note": "fine"}})["scope"]
    assert (told["level"], told["by"], told["note"], told["machine"]) == (3, "machine", "fine", None)


def test_notes_are_read_from_a_file(tmp_path):
    path = tmp_path / "notes.yaml"
    path.write_text("registry: {level: 3, note: one table}\ntime: {note: not asked}\n")
    assert rubric.read_notes(path, "search_tickets") == {
        "registry": {"level": 3, "note": "one table"},
        "time": {"note": "not asked"},
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("contract: {level: 4}", r"notes.yaml:1: contract.level: 4 is greater"),
        (
            "scope: {level: 1}\nspeed: {level: 1}",
            r"notes.yaml:2: there is no criterion 'speed'; there are contract, old_tool",
        ),
        ("scope: {}", r"notes.yaml:1: scope"),
        ("scope: 3", r"notes.yaml:1: scope: 3 is not of type"),
        ("scope: {levl: 3}", r"notes.yaml:1: scope: .*levl"),
        ("scope: {level: 1}\nscope: {level: 2}", r"notes.yaml:2: the key 'scope'"),
    ],
)
def test_a_slip_in_the_notes_is_told_by_its_line(tmp_path, text, says):
    path = tmp_path / "notes.yaml"
    path.write_text(text)
    with pytest.raises(WrongUsage, match=says):
        rubric.read_notes(path, "search_tickets")


def test_notes_that_are_not_there_are_told(tmp_path):
    with pytest.raises(WrongUsage, match=r"notes.yaml: cannot be read"):
        rubric.read_notes(tmp_path / "notes.yaml", "search_tickets")


# ---- the file itself ----


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("wrong: {most: 3}", "worng: {most: 3}", r"submission.yaml:\d+: contract has no measure 'worng'"),
        ("    by: person", "    by: nobody", r"submission.yaml:\d+: criteria.registry"),
        ("{most: 3}", "{atmost: 3}", r"submission.yaml:\d+: "),
    ],
)
def test_a_slip_in_the_rubric_is_told_by_its_line(tmp_path, old, new, says):
    text = FILE.read_text()
    assert old in text
    path = tmp_path / "submission.yaml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(KitError, match=says):
        rubric.levels(GOOD, path=path)


def test_each_rule_that_the_rubric_names_is_one(exercise):
    named = [
        glob
        for one in read(FILE).data["criteria"].values()
        for measure in one.get("measures", {}).values()
        for glob in measure.get("where", {}).get("rule", [])
    ]
    known = exercise.rules
    assert [
        glob for glob in named if glob not in known and not any(rule.startswith(glob.rstrip("*")) for rule in known)
    ] == []
    assert len(named) > 10
