"""An exercise is loaded as a whole; a file of it that is wrong is named by its line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import KitError
from grader.exercise import FIXTURE, Call, Exercise, exercises, kit_folder, load, load_folder

Copy = Callable[..., Exercise]


@pytest.fixture
def changed(exercise: Exercise, tmp_path: Path) -> Copy:
    """Loads a copy of the exercise in which one text of one file is another."""

    def copy(file: str, old: str, new: str) -> Exercise:
        folder = shutil.copytree(exercise.folder, tmp_path / "exercise", ignore=shutil.ignore_patterns("mutants"))
        rules = shutil.copy(kit_folder("rubric", exercise.name) / "rules.yaml", folder)
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) >= 1
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        return load_folder(folder, Path(rules))

    return copy


def test_each_folder_with_an_exercise_file_is_an_exercise() -> None:
    assert exercises() == ["search_tickets"]


def test_the_store_stands_as_it_was_inserted(exercise: Exercise) -> None:
    tenants = " ".join(f"{key[0]}{key[-3:]}" for key in exercise.store)
    assert tenants == "a104 b104 a112 a101 b108 a107 a115 b103 a102 a110"


def test_what_a_call_needs_is_there(exercise: Exercise) -> None:
    assert (exercise.tools["get_ticket"].key, exercise.tools["search_tickets"].key) == ("ticket", "tickets")
    assert exercise.item.public == ("id", "title", "status")
    assert exercise.paging is not None
    assert exercise.tool(Call(exercise.paging.tool, {}, "alpha")) is exercise.tools["search_tickets"]
    assert [exercise.tool(Call(name, {}, "alpha")) for name in (None, ["get_ticket"], "__init__")] == [None] * 3


def test_rules_stand_in_the_order_of_their_file(exercise: Exercise) -> None:
    assert [rule.place for rule in exercise.rules.values()] == list(range(len(exercise.rules)))
    assert next(iter(exercise.rules)) == "scope.cursor"


def test_a_context_is_a_name_or_itself(exercise: Exercise) -> None:
    inline = {"tenant": "eu-1", "can_read_tickets": True}
    assert exercise.context("beta") == {"tenant": "beta", "can_read_tickets": True}
    assert exercise.context(inline) is inline


def test_the_reader_of_a_session_that_may_not_read_is_of_its_tenant(exercise: Exercise) -> None:
    assert exercise.reader("alpha_denied") == "alpha"
    assert exercise.reader("alpha") is None
    assert exercise.reader({"tenant": "alpha", "can_read_tickets": False}) is None


def test_rows_are_the_fixture_or_themselves(exercise: Exercise) -> None:
    assert exercise.rows(FIXTURE) is exercise.store
    assert exercise.rows({"a:1": None}) == {"a:1": None}


def test_an_exercise_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(KitError, match="no exercise is called 'chess'; there are: search_tickets"):
        load("chess")


def test_a_kit_that_lacks_a_folder_says_so() -> None:
    with pytest.raises(KitError, match="the kit has no chess/search_tickets; write it, or install the kit again"):
        kit_folder("chess", "search_tickets")


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("exercise.yaml", "minutes: 180", "minutes: three hours", r"exercise.yaml:\d+: minutes: 'three hours' is"),
        ("exercise.yaml", "version: 1", "version: 1\nversion: 2", r"exercise.yaml:\d+: the key 'version' stands"),
        ("exercise.yaml", "version: 1", "verzion: 1", r"exercise.yaml:\d+: .*'ver[sz]ion'"),
        ("rules.yaml", "tier: whose_data", "tier: who", r"rules.yaml:\d+: rules\.scope\.cursor\.tier: 'who'"),
        ("rules.yaml", "check: isolation", "check: isolated", r"rules.yaml:\d+: .*'isolated' is not one of"),
        ("store.yaml", "rows:", "raws:", r"store.yaml:\d+: .*'r[ao]ws'"),
        ("exercise.yaml", "store: store.yaml", "store: shop.yaml", r"shop.yaml: cannot be read"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_named_by_its_line(changed: Copy, file: str, old: str, new: str, says: str) -> None:
    with pytest.raises(KitError) as caught:
        changed(file, old, new)
    assert re.search(says, str(caught.value))


def test_a_model_that_is_not_there_is_named_when_it_is_asked(changed: Copy) -> None:
    exercise = changed("exercise.yaml", "model: contract.py", "model: kontract.py")
    with pytest.raises(KitError, match=r"kontract.py: is named in exercise.yaml but is not there"):
        exercise.due(Call("get_ticket", {}, "alpha"), {})


def test_an_exercise_may_do_without_misreadings(changed: Copy) -> None:
    exercise = changed("exercise.yaml", "misreadings: misreadings.py\n", "")
    assert list(exercise.misread(Call("search_tickets", {"limit": 1}, "alpha"), exercise.store)) == []


def test_known_misreadings_name_the_pages_that_they_would_give(exercise: Exercise) -> None:
    given = [
        (rule, ids) for _, rule, ids in exercise.misread(Call("search_tickets", {"limit": 1}, "alpha"), exercise.store)
    ]
    assert ("page.cut", ["TKT-101", "TKT-102"]) in given
    assert ("sort.id", ["TKT-104"]) in given
    assert ["TKT-101"] not in [ids for _, ids in given]
