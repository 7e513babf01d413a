"""Mutants: correct adapters with one fault each, read from the exercise and planted as hand-ins of their own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.checks.cases import Case, read_row
from grader.errors import KitError
from grader.exercise import Exercise
from grader.shapes import MUTANTS, SAME_AS
from grader.submission.languages import made_by_tools
from grader.written import Written, not_called, read

FROM = "correct_1"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: the sentence that says it, the rule it breaks, the edits that make it, the case that tells it."""

    name: str
    star: bool
    tier: str
    kind: str
    says: str
    rule: str
    edit: tuple[tuple[str, str], ...]
    case: Case
    open: str | None


def folder(exercise: Exercise, language: str) -> Path:
    """Where the mutants of a language lie; `same_as.yaml` sends to another language's."""
    here = exercise.folder / exercise.files["mutants"] / language
    other = here / "same_as.yaml"
    return here.parent / read(other, SAME_AS).data["same_as"] if other.is_file() else here


def languages_with_mutants(exercise: Exercise) -> list[str]:
    """The languages for which the exercise has a catalogue, sorted."""
    return sorted(path.parent.name for path in (exercise.folder / exercise.files["mutants"]).glob("*/mutants.yaml"))


def correct(exercise: Exercise, language: str) -> list[Path]:
    """The correct adapters of a language, the one that mutants edit first."""
    return sorted(path for path in folder(exercise, language).glob("correct_*") if path.is_dir())


def mutants(exercise: Exercise, language: str) -> list[Mutant]:
    """The catalogue of a language, in its order. Raises KitError at the line of a row that does not fit."""
    written = read(folder(exercise, language) / "mutants.yaml", MUTANTS)
    return [_mutant(exercise, written, n, row) for n, row in enumerate(written.data["mutants"])]


def _mutant(exercise: Exercise, written: Written, n: int, row: Mapping[str, Any]) -> Mutant:
    if row["rule"] not in exercise.rules:
        raise written.wrong(not_called("rule", row["rule"], exercise.rules), "mutants", n, "rule")
    asked = {**row.get("call", {}), **{key: row[key] for key in ("steps",) if key in row}}
    try:
        case = read_row({"id": row["name"], "store": {}, **asked, **_store(row)}, row["rule"], "", exercise)
    except (ValueError, KeyError, TypeError) as error:
        raise written.wrong(f"{row['name']}: {error}", "mutants", n) from error
    edit = tuple((each["old"], each["new"]) for each in row["edit"])
    return Mutant(
        row["name"], row["star"], row["tier"], row["class"], row["says"], row["rule"], edit, case, row.get("open")
    )


def _store(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"store": row["store"]} if "store" in row else {}


def plant(exercise: Exercise, language: str, mutant: Mutant, target: Path) -> Path:
    """Write the mutant into `target`, as a hand-in. Raises KitError when an edit does not match exactly once."""
    shutil.copytree(folder(exercise, language) / FROM, target, dirs_exist_ok=True)
    for old, new in mutant.edit:
        _replace(target, mutant, old, new)
    return target


def _replace(target: Path, mutant: Mutant, old: str, new: str) -> None:
    places = [(path, text) for path, text in _sources(target) if old in text]
    if len(places) != 1 or places[0][1].count(old) != 1:
        count = sum(text.count(old) for _, text in places)
        raise KitError(target, None, f"the edit of mutant {mutant.name!r} matches {count} times, not once: {old!r}")
    path, text = places[0]
    path.write_text(text.replace(old, new), encoding="utf-8")


def _sources(target: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(target.rglob("*")):
        if path.is_file() and not made_by_tools() & {*path.relative_to(target).parts}:
            yield path, path.read_text(encoding="utf-8")
