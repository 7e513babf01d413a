"""The engine grades an exercise of other names, without paging: nothing in it leans on the one that the kit ships."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from grader.exercise import Exercise, load_folder
from grader.grading.grade import grade
from grader.grading.options import Options
from grader.grading.replay import replay
from grader.report.html import page
from grader.report.verdict import sentence
from grader.submission.handin import take_in

TOY = Path(__file__).parent / "test_toy"


@pytest.fixture(scope="module")
def library() -> Exercise:
    return load_folder(TOY / "exercise", TOY / "exercise/rules.yaml")


def graded(library: Exercise, path: Path) -> dict[str, Any]:
    with take_in(path, library) as handin:
        return grade(handin, library, Options()).to_json()


def twisted(tmp_path: Path, old: str, new: str) -> Path:
    """The right hand-in with one edit."""
    shutil.copytree(TOY / "right", tmp_path / "twisted")
    path = tmp_path / "twisted/desk.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    return tmp_path / "twisted"


def rules(made: dict[str, Any]) -> list[str]:
    return [found["rule"] for found in made["findings"]]


def test_a_right_hand_in_is_ready(library: Exercise) -> None:
    made = graded(library, TOY / "right")
    assert (made["verdict"], made["findings"]) == ("ready", [])
    assert (made["acceptance"]["passed"], made["acceptance"]["of"]) == (3, 3)
    assert (made["exercise"], made["walks"]) == ("library", [])


def test_a_list_of_every_branch_is_a_leak(library: Exercise) -> None:
    made = graded(library, TOY / "leaky")
    assert (made["verdict"], made["acceptance"]["passed"]) == ("not_ready", 3)
    (found,) = made["findings"]
    assert (found["rule"], found["tier"]) == ("scope.list", "whose_data")
    assert found["says"] == "The reply shows what belongs to another session: north:S2, north:S1."


def test_each_fault_is_a_finding_of_its_own(library: Exercise) -> None:
    made = graded(library, TOY / "careless")
    assert rules(made) == ["fields.book", "fields.list", "slip.shelf", "answer.returned"]
    assert made["findings"][0]["expected"] == {"done": True, "book": {"shelf": "S1", "name": "Dracula"}}


@pytest.mark.parametrize(
    ("old", "new", "broken"),
    [
        ('"why": "no_card"', '"why": "bad_slip"', ["card.asked"]),
        ('"why": "no_such_desk"', '"why": "bad_slip"', ["desk.known"]),
        ('"why": "no_such_book"', '"why": "no_card"', ["book.found"]),
        ('if not context["may_lend"]', "if False", ["card.needed"]),
        (
            "f\"{branch}:{args['shelf']}\"",
            "next((k for k in records if k.endswith(':' + args['shelf'])), '')",
            ["scope.book"],
        ),
    ],
)
def test_the_rules_of_the_exercise_are_named(
    library: Exercise, tmp_path: Path, old: str, new: str, broken: list[str]
) -> None:
    assert rules(graded(library, twisted(tmp_path, old, new))) == broken


def test_a_finding_is_asked_again_and_found_mended(library: Exercise) -> None:
    (found,) = graded(library, TOY / "leaky")["findings"]
    for name, still in (("leaky", True), ("right", False)):
        with take_in(TOY / name, library) as handin:
            assert (replay(handin, library, json.loads(json.dumps(found)), Options()) is not None) == still


def test_the_report_speaks_of_it(library: Exercise) -> None:
    made = graded(library, TOY / "careless")
    assert sentence(made) == "Not ready: data goes out that should stay in; tests not judged."
    assert "find_book" in page(made)


@pytest.mark.parametrize(
    ("old", "new", "broken"),
    [
        ('"book": book(row)}', '"book": book(row), "more": 1}', ["slip.shelf"]),
        ("    wanted, desk =", '    return "text"\n    wanted, desk =', ["slip.shelf", "book.found"]),
        ("    wanted, desk =", '    records.pop("south:S1", 0)\n    wanted, desk =', ["slip.shelf", "book.found"]),
        ("    wanted, desk =", "    import os\n    os._exit(3)\n    wanted, desk =", ["slip.shelf", "book.found"]),
    ],
)
def test_a_rule_that_the_exercise_lacks_gives_way_to_one_that_it_has(
    library: Exercise, tmp_path: Path, old: str, new: str, broken: list[str]
) -> None:
    assert rules(graded(library, twisted(tmp_path, old, new))) == broken
