"""Fresh samples to review: each runs, its suite is green, its defects are shown and mended as its key says."""

from __future__ import annotations

import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader.checks.mutants import mutants
from grader.errors import KitError, WrongUsage
from grader.exercise import Exercise
from grader.practice.review.compose import Composed, _Base, compose
from grader.practice.review.edits import LINES, Edit, make
from grader.practice.review.forms import Forms
from grader.practice.review.hunks import hunks
from grader.practice.review.ingredients import read_ingredients
from grader.practice.review.key import Key, read_input, read_key
from grader.practice.review.model import model_review
from grader.practice.review.samples import as_yaml, fresh_sample, write
from grader.practice.review.score import score_on
from grader.practice.review.sheet import read_sheet
from grader.submission.tier import choose
from grader.values import read_tags, same

SEEDS = range(1, 51)


@pytest.fixture(scope="module")
def composed(exercise: Exercise) -> dict[int, Composed]:
    return {seed: compose(exercise, "python", seed) for seed in SEEDS}


# ---- fifty seeds, run in this process: the code is the kit's own ----


def test_no_two_seeds_give_the_same(composed: dict[int, Composed]) -> None:
    assert len({(each.flaws, each.layout) for each in composed.values()}) == len(SEEDS)
    assert len({each.flaws for each in composed.values()}) >= 25


def test_a_seed_gives_the_same_again(composed: dict[int, Composed], exercise: Exercise) -> None:
    assert compose(exercise, "python", 7) == composed[7]
    assert compose(exercise, "python", 7, attempt=1) != composed[7]


def test_each_has_two_to_five_flaws_the_worst_tier_among_them(
    composed: dict[int, Composed], exercise: Exercise
) -> None:
    catalogue = {mutant.name: mutant for mutant in mutants(exercise, "python")}
    for each in composed.values():
        found = [catalogue[name] for name in each.flaws]
        assert 2 <= len(found) <= 5
        assert all(mutant.star for mutant in found)
        assert any(mutant.tier == "whose_data" for mutant in found)


def test_every_flaw_shows_when_it_is_the_only_one(exercise: Exercise) -> None:
    made_of = read_ingredients(exercise, "python")
    base = _Base(exercise, "python", made_of)
    for flaw in made_of.flaws:
        asked = {part: flaw.row[part] for part in ("call", "steps") if part in flaw.row}
        right, due = answers({"tickets.py": base.with_flaws(())}, asked, exercise)
        assert same(right, due), flaw.name
        came, _ = answers({"tickets.py": base.with_flaws((flaw,))}, asked, exercise)
        assert not same(came, due), flaw.name


@pytest.mark.parametrize("seed", SEEDS)
def test_its_suite_is_green(composed: dict[int, Composed], seed: int) -> None:
    files = composed[seed].files
    suite = files[composed[seed].key["tests"]["file"]]
    tests = [test for name, test in vars(ran(suite, files)).items() if name.startswith("test_")]
    assert len(tests) == 3
    for test in tests:
        test()


@pytest.mark.parametrize("seed", SEEDS)
def test_each_defect_is_shown_by_its_input_and_mended_by_its_mend(
    composed: dict[int, Composed], seed: int, exercise: Exercise, tmp_path: Path
) -> None:
    sample, key = composed[seed], written(composed[seed], exercise, tmp_path)
    assert len(key.behaviour) == len(sample.flaws)
    for defect in key.behaviour:
        assert defect.case is not None
        came, due = answers(sample.files, defect.asked or {}, exercise)
        assert not same(came, due), defect.id
        mended, _ = answers(mended_files(sample.files, defect.mend), defect.asked or {}, exercise)
        assert not same(mended, came), defect.id


@pytest.mark.parametrize("seed", SEEDS)
def test_its_tests_survive_the_edit_of_the_key(
    composed: dict[int, Composed], seed: int, exercise: Exercise, tmp_path: Path
) -> None:
    sample, key = composed[seed], written(composed[seed], exercise, tmp_path)
    survivor = next(each.survivor for each in key.defects if each.survivor)
    files = mended_files(sample.files, (survivor,))
    tests = [test for name, test in vars(ran(files[key.tests.file], files)).items() if name.startswith("test_")]
    assert len(tests) > 1
    for test in tests:
        test()


@pytest.mark.parametrize("seed", SEEDS)
def test_its_readme_makes_the_untrue_claim_where_the_key_says(composed: dict[int, Composed], seed: int) -> None:
    row = next(each for each in composed[seed].key["defects"] if "claim" in each)
    line = int(row["place"].split(":")[1])
    assert row["claim"] in composed[seed].files["README.md"].splitlines()[line - 1]
    assert set(row["by"]) <= set(composed[seed].flaws)


def test_the_code_is_retold_in_the_words_of_the_layout(composed: dict[int, Composed], exercise: Exercise) -> None:
    words = read_ingredients(exercise, "python").data["words"]
    for each in composed.values():
        code = next(text for text in each.files.values() if "def execute_tool" in text)
        defined = {line.split()[1].split("(")[0] for line in code.splitlines() if line.startswith("def ")}
        retold = words[each.layout[1]]
        assert defined & retold.keys() == set()
        assert not retold or defined & {*retold.values()}


def test_nothing_in_a_sample_gives_a_flaw_away(composed: dict[int, Composed]) -> None:
    for each in composed.values():
        text = "\n".join(each.files.values()).lower()
        assert [name for name in each.flaws if name in text] == []
        assert not {"mutant", "flaw", "correct adapter"} & set(text.split())


def written(sample: Composed, exercise: Exercise, folder: Path) -> Key:
    (folder / "key.yaml").write_text(as_yaml(sample.key), encoding="utf-8")
    return read_key(folder / "key.yaml", exercise)


def mended_files(files: Any, edits: tuple[Edit, ...]) -> dict[str, str]:
    changed = dict(files)
    for edit in edits:
        assert changed[edit.file].count(edit.old) == 1
        assert len(edit.old.strip("\n").split("\n")) <= LINES
        changed[edit.file] = changed[edit.file].replace(edit.old, edit.new)
    return changed


@cache
def compiled(text: str) -> types.CodeType:
    return compile(text, "sample", "exec")


def ran(text: str, files: Any) -> types.SimpleNamespace:
    """A module of the sample, run; what it imports from the sample is run first."""
    space: dict[str, Any] = {"__name__": "sample"}
    lines = text.splitlines(keepends=True)
    own = {file.removesuffix(".py").replace("/", "."): file for file in files if file.endswith(".py")}
    kept = []
    for line in lines:
        words = line.split()
        if words[:1] == ["from"] and words[1] in own:
            space[words[3]] = getattr(ran(files[own[words[1]]], files), words[3])
        else:
            kept.append(line)
    exec(compiled("".join(kept)), space)
    return types.SimpleNamespace(**space)


def answers(files: Any, asked: dict[str, Any], exercise: Exercise) -> tuple[list[Any], list[Any]]:
    """What the sample answers to an input, records included, and what is due."""
    entry = next(text for text in files.values() if "def execute_tool" in text)
    execute = ran(entry, files).execute_tool
    case = read_input(asked, "an input", exercise)
    records = {key: dict(row) for key, row in exercise.store.items()}
    came, due = [], []
    for step in case.steps:
        records.update({key: dict(row) for key, row in step.edit if row is not None})
        rows = {key: dict(row) for key, row in records.items()}
        due += [exercise.due(step.call, rows), rows]
        reply = said(execute, read_tags(step.call.tool), step.call.args, exercise.context(step.call.context), records)
        came += [copied(reply), {key: dict(row) for key, row in records.items()}]
        if step.scribble and isinstance(reply, dict):
            for ticket in reply.get("tickets", []):
                ticket["title"] = "scribbled over"
            came += [{key: dict(row) for key, row in records.items()}]
            due += [rows]
    return came, due


def said(execute: Any, *call: Any) -> Any:
    try:
        return execute(*call)
    except Exception as error:  # noqa: BLE001 - a flaw may raise anything
        return type(error).__name__


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value


# ---- some seeds, whole ----


@pytest.mark.parametrize("seed", [11, 29])
def test_a_review_built_from_the_key_gets_full_marks(seed: int, exercise: Exercise, tmp_path: Path) -> None:
    sample = fresh_sample(exercise, "python", seed, tmp_path / "home", choose("auto"))
    assert sample.path.joinpath("README.md").read_text() == compose(exercise, "python", seed).files["README.md"]
    with Forms(exercise, sample.path, sample.key, choose("auto")) as forms:
        (tmp_path / "review.yaml").write_text(as_yaml(model_review(forms)), encoding="utf-8")
        score = score_on(forms, read_sheet(tmp_path / "review.yaml", exercise))
    assert [each["why_not"] for each in score["comments"]] == ["", "", ""]
    assert (score["points"], score["of"], score["band"]) == (80, 80, "interview-ready")


def test_a_fresh_sample_is_kept_with_its_key_beside_it(
    exercise: Exercise, tmp_path: Path, composed: dict[int, Composed]
) -> None:
    place = tmp_path / exercise.name / "python-3"
    write(place / "sample", composed[3].files)
    (place / "key.yaml").write_text(as_yaml(composed[3].key), encoding="utf-8")
    sample = fresh_sample(exercise, "python", 3, tmp_path, choose("none"))
    assert (sample.path, sample.seed) == (place / "sample", 3)
    assert not list(sample.path.rglob("key.yaml"))


def test_a_language_without_fresh_samples_is_told(exercise: Exercise) -> None:
    with pytest.raises(WrongUsage, match="no fresh samples are made in 'cobol'; the languages are: python"):
        compose(exercise, "cobol", 1)


# ---- the edits of a mend ----


def pairs() -> Iterator[tuple[str, str]]:
    yield "a\nb\nc\n", "a\nB\nc\n"
    yield "x\nx\ny\nx\nx\n", "x\nx\ny\nz\nx\nx\n"
    yield "a\nb\na\nb\n", "a\nb\na\nc\n"
    yield "a\na\na\nb\n", "a\nq\na\na\nb\nr\n"
    x = "x\n"
    yield f"a\n{x * 8}b\n", f"a\n{x * 2}q\n{x * 3}r\n{x * 3}b\n"
    yield "a\nb\n", "a\nb\n"


@pytest.mark.parametrize(("old", "new"), list(pairs()))
def test_hunks_lead_from_one_text_to_the_other(old: str, new: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(old)
    edits = [Edit("file", each["old"], each["new"]) for each in hunks(old, new)]
    assert make(tmp_path, edits) is None
    assert (tmp_path / "file").read_text() == new


def test_a_flaw_that_is_no_mutant_is_an_error(exercise: Exercise, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.practice.review.ingredients.mutants", lambda *_: [])
    with pytest.raises(KitError, match="the catalogue has no mutant called"):
        read_ingredients(exercise, "python")
