"""The rubric: ten criteria of four anchored levels, filled from a grade where a machine can, else left to a person.

A row of the grade's section `rubric` (`levels` gives all of them, in the order of `submission.yaml`):

    {"criterion": "paging", "title": "Paging", "level": 2 | null, "of": 3, "by": "machine" | "person",
     "evidence": "what the level rests on", "anchor": "the level in words" | null, "prompt": "…" | null,
     "note": "a person's words" | null, "machine": 3 | null}

`level` is null where it is left open: then `prompt` says what to look at. `machine` is its own level where a person
gave another. Levels are never added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from grader.errors import KitError, WrongUsage
from grader.exercise import kit_folder
from grader.grading.rubric_shape import NOTES, RUBRIC
from grader.submission.text import clean
from grader.written import Written, read

FILE = "submission.yaml"
TOP = 3
_NAMED = 5

Notes = Mapping[str, Mapping[str, Any]]
"""A person's `{level, note}` per criterion, one of the two at least."""


def has_rubric(exercise: str) -> bool:
    """Whether the exercise has a rubric for whole hand-ins; a small one may do without."""
    try:
        return (kit_folder("rubric", exercise) / FILE).is_file()
    except KitError:
        return False


def levels(grade: Mapping[str, Any], notes: Notes | None = None, path: Path | None = None) -> list[dict[str, Any]]:
    """The rubric's rows for a grade (`grade/1` as a dict). `path`: the rubric's file, by default the exercise's own."""
    given = notes or {}
    return [_row(key, one, grade, given.get(key, {})) for key, one in _criteria(grade["exercise"], path).items()]


def read_notes(path: Path, exercise: str, rubric: Path | None = None) -> Notes:
    """A person's levels from a YAML file. Raises WrongUsage with `path:line: what` when the file does not fit."""
    known = _criteria(exercise, rubric)
    try:
        written = read(path, NOTES)
        for key in written.data or {}:
            if key not in known:
                raise written.wrong(f"there is no criterion {key!r}; there are {', '.join(known)}", key)
    except KitError as error:
        raise WrongUsage(error.path, error.line, error.message) from error
    return written.data or {}


def _criteria(exercise: str, path: Path | None) -> dict[str, Any]:
    written = read(path or kit_folder("rubric", exercise) / FILE, RUBRIC)
    for key, one in written.data["criteria"].items():
        for n, level in enumerate(one["levels"]):
            _known(written, key, n, level.get("when", {}), one.get("measures", {}))
    return dict(written.data["criteria"])


def _known(written: Written, key: str, n: int, when: Mapping[str, Any], measures: Mapping[str, Any]) -> None:
    """A condition must name a measure of its criterion."""
    for name in when:
        if name not in measures:
            raise written.wrong(f"{key} has no measure {name!r}", "criteria", key, "levels", n, "when", name)


def _row(key: str, one: Mapping[str, Any], grade: Mapping[str, Any], note: Mapping[str, Any]) -> dict[str, Any]:
    found = _level(one, grade)
    level = note.get("level", found)
    by_person = "level" in note or level is None
    return {
        "criterion": key,
        "title": one["title"],
        "level": level,
        "of": TOP,
        "by": "person" if by_person else "machine",
        "evidence": _evidence(one, grade),
        "anchor": None if level is None else one["levels"][level]["anchor"],
        "prompt": one["prompt"] if level is None else None,
        "note": clean(note["note"]) if "note" in note else None,
        "machine": found if by_person else None,
    }


def _level(one: Mapping[str, Any], grade: Mapping[str, Any]) -> int | None:
    """The highest level whose conditions hold; None where a person must judge or the grade does not know enough."""
    if one["by"] == "person" or list(_unknown(one, grade)):
        return None
    measured = {name: _measured(measure, grade) for name, measure in one["measures"].items()}
    fits = [n for n, level in enumerate(one["levels"]) if _holds(level.get("when", {}), measured)]
    return max(fits)


def _unknown(one: Mapping[str, Any], grade: Mapping[str, Any]) -> Iterator[str]:
    """What the grade would have to know and does not: no such part, nothing counted, or a check not run to its end."""
    for path in one.get("needs", ()):
        part = at(grade, path)
        if part is None or part is False or (path.endswith(".of") and not _ran(at(grade, path.removesuffix(".of")))):
            yield path.removesuffix(".of").removesuffix(".judged")


def _ran(counted: Any) -> bool:
    return isinstance(counted, Mapping) and counted["of"] > 0 and not counted.get("not_run")


def _holds(when: Mapping[str, Mapping[str, Any]], measured: Mapping[str, Any]) -> bool:
    return all(_within(measured[name], bound) for name, bound in when.items())


def _within(value: Any, bound: Mapping[str, Any]) -> bool:
    if "is" in bound:
        return bool(value is bound["is"])
    number = len(value) if isinstance(value, list) else value or 0
    return bool(bound.get("least", number) <= number <= bound.get("most", number))


# ---- measures ----


def at(grade: Any, path: str) -> Any:
    """The part of a grade at a dotted path, None when a step of it is not there."""
    for step in path.split("."):
        if not isinstance(grade, Mapping):
            return None
        grade = grade.get(step)
    return grade


def _measured(measure: Mapping[str, Any], grade: Mapping[str, Any]) -> Any:
    """A value of the grade, or the rows of one of its lists that fit."""
    if "part" in measure:
        return at(grade, measure["part"])
    where = measure.get("where", {})
    return [row for row in at(grade, measure["count"]) or [] if all(_fits(row, key, where[key]) for key in where)]


def _fits(row: Mapping[str, Any], key: str, globs: list[str]) -> bool:
    return any(fnmatchcase(str(row.get(key)), glob) for glob in globs)


def _evidence(one: Mapping[str, Any], grade: Mapping[str, Any]) -> str:
    """What was measured, in words; for an open criterion what the grade does not know."""
    unknown = list(_unknown(one, grade))
    if unknown:
        return f"not judged: {', '.join(dict.fromkeys(unknown))}"
    if one["by"] == "person":
        return "for a person to judge"
    return "; ".join(_words(measure, _measured(measure, grade)) for measure in one["measures"].values())


def _words(measure: Mapping[str, Any], value: Any) -> str:
    match value:
        case list(rows):
            names = dict.fromkeys(clean(str(row[measure["names"]]), 60) for row in rows if "names" in measure)
            shown = [*names][:_NAMED] + (["…"] if len(names) > _NAMED else [])
            return f"{measure['says']}: {len(rows)}" + (f" ({', '.join(shown)})" if shown else "")
        case bool():
            return f"{measure['says']}: {'yes' if value else 'no'}"
    return f"{measure['says']}: {value or 0}"
