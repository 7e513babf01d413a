"""A grade is kept in the hand-in's own `.takehome/` where there is one, and never elsewhere inside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader import kept
from grader.errors import WrongUsage

GRADE = {"schema": "grade/1", "name": "x"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "hand-in").mkdir()
    return tmp_path / "hand-in"


def test_without_a_folder_of_its_own_nothing_is_created_in_the_hand_in(place: Path, cache: Path) -> None:
    report = kept.keep(place, GRADE, "page")
    assert list(place.iterdir()) == []
    assert cache in report.parents
    assert (report.read_text(encoding="utf-8"), kept.last(place)) == ("page", GRADE)


def test_a_folder_of_its_own_comes_first(place: Path, cache: Path) -> None:
    (place / ".takehome").mkdir()
    assert kept.keep(place, GRADE, "page") == place / ".takehome/report.html"
    assert not cache.exists()


def test_each_hand_in_has_its_own_place(place: Path, tmp_path: Path) -> None:
    other = tmp_path / "other/hand-in"
    other.mkdir(parents=True)
    assert kept.folder(place) != kept.folder(other)
    assert kept.folder(place) == kept.folder(place / "../hand-in")


def test_a_name_of_any_bytes_has_a_place(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"hand-in \xff\n../x")
    assert kept.folder(odd).parent == kept.cache()
    assert kept.keep(odd, GRADE, "page").is_file()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    kept.write(path, "old")
    with pytest.raises(UnicodeEncodeError):
        kept.write(path, "new \ud800")
    assert [(each.name, each.read_text(encoding="utf-8")) for each in tmp_path.iterdir()] == [("report.html", "old")]


@pytest.mark.parametrize("text", ["", "{", "[]", "1", '{"schema": "grade/0"}', "[" * 100_000])
def test_a_file_that_holds_no_grade_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "grade.json").write_text(text, encoding="utf-8")
    with pytest.raises(WrongUsage, match=r"grade\.json: holds no (JSON|grade)"):
        kept.read(tmp_path / "grade.json")


def test_a_hand_in_that_was_never_graded_leads_to_the_command(place: Path) -> None:
    with pytest.raises(WrongUsage, match="run: takehome grade"):
        kept.last(place)
