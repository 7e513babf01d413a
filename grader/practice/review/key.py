"""The key to a flawed sample: each of its defects with the input that shows it and the mend that repairs it alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from grader.checks.cases import Case, read_row
from grader.errors import KitError
from grader.exercise import Exercise
from grader.practice.review.edits import EDIT, EDITS, Edit, read_edits
from grader.shapes import STEP, TEXT, TEXTS, TIERS, WORDS, record
from grader.written import Written, read

ASKED = record({"tool": {}, "args": {}, "context": {"type": ["string", "object"]}})
STEPS = {"type": "array", "items": STEP, "minItems": 1}
_ROW = record(
    {"id": TEXT, "tier": {"enum": list(TIERS)}, "says": TEXT, "place": TEXT},
    {"call": ASKED, "steps": STEPS, "mend": EDITS, "survivor": EDIT, "test": TEXT, "claim": TEXT, "by": TEXTS},
)
KEY = record(
    {
        "tests": record({"command": TEXT, "file": TEXT, "overlay": TEXT}, {"env": WORDS}),
        "defects": {"type": "array", "items": _ROW, "minItems": 1},
        "good": record({"place": TEXT, "says": TEXT, "call": ASKED}),
    },
    {"remarks": TEXTS},
)


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a file, first and last."""

    file: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.file}:{self.first}" if self.first == self.last else f"{self.file}:{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Defect:
    """One defect: of behaviour (`case` and `mend`), of the tests (`survivor`) or of a document (`claim`).

    `case` of a claim belies it, `by` are the defects of behaviour that make it untrue. `asked`: the case as written.
    """

    id: str
    tier: str
    says: str
    places: tuple[Place, ...]
    case: Case | None = None
    asked: Mapping[str, Any] | None = None
    mend: tuple[Edit, ...] = ()
    survivor: Edit | None = None
    test: str | None = None
    claim: str | None = None
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tests:
    """How one test file of a sample is run: the command, the file it takes the place of, and what puts an adapter in.

    `overlay` takes the entry's place; `$name`, `$file` and `$stem` in it are the adapter's folder and its entry.
    """

    command: str
    file: str
    overlay: str
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Key:
    """All that is known of a sample; `good` is a call that it answers well, with its place."""

    tests: Tests
    defects: tuple[Defect, ...]
    remarks: tuple[str, ...]
    good: Mapping[str, Any]

    @property
    def behaviour(self) -> tuple[Defect, ...]:
        """The defects that an answer shows."""
        return tuple(defect for defect in self.defects if defect.mend)

    @property
    def worst(self) -> str:
        """The worst tier there is in the sample."""
        return min((defect.tier for defect in self.defects), key=TIERS.index)


def key_file(exercise: Exercise, language: str) -> Path:
    """Where the key of an exercise's own sample lies."""
    return exercise.folder / "samples" / f"{language}.yaml"


def read_key(path: Path, exercise: Exercise) -> Key:
    """The key in the file at `path`. Raises KitError at the line of a row that does not fit."""
    written = read(path, KEY)
    rows = written.data["defects"]
    defects = tuple(_defect(written, n, row, exercise) for n, row in enumerate(rows))
    if len({defect.id for defect in defects}) < len(defects):
        raise written.wrong("two defects bear one id", "defects")
    data = written.data
    return Key(Tests(**data["tests"]), defects, tuple(data.get("remarks", ())), data["good"])


def _defect(written: Written, n: int, row: Mapping[str, Any], exercise: Exercise) -> Defect:
    kinds = [kind for kind in ("mend", "survivor", "claim") if kind in row]
    if len(kinds) != 1:
        raise written.wrong("a defect has a mend, a survivor or a claim, and one of them", "defects", n)
    asked = {part: row[part] for part in ("call", "steps") if part in row}
    if len(asked) != (kinds != ["survivor"]):
        raise written.wrong("a mend or a claim needs one call or steps, a survivor none", "defects", n)
    try:
        return Defect(
            row["id"],
            row["tier"],
            row["says"],
            tuple(places(row["place"])),
            read_input(asked, row["id"], exercise) if asked else None,
            asked or None,
            read_edits(row.get("mend", ())),
            next(iter(read_edits([row["survivor"]] if "survivor" in row else ())), None),
            row.get("test"),
            row.get("claim"),
            tuple(row.get("by", ())),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise written.wrong(f"{row['id']}: {error}", "defects", n) from error


def places(text: str) -> Iterator[Place]:
    """The places that `a.py:3, b.py:7-9` names. Raises ValueError on another form."""
    for part in text.split(","):
        found = re.fullmatch(r"\s*([^\s:][^:]*):(\d+)(?:-(\d+))?\s*", part)
        if not found:
            raise ValueError(f"{part.strip()!r} is no place; write file:line")
        yield Place(found[1], int(found[2]), int(found[3] or found[2]))


def read_input(asked: Mapping[str, Any], name: str, exercise: Exercise) -> Case:
    """The case that `call:` or `steps:` writes, under the rule of its last call. Raises ValueError and the like."""
    if not exercise.rules:
        raise KitError(None, None, "the exercise has no rules")
    row = {"id": name, **asked.get("call", {}), **{part: asked[part] for part in ("steps",) if part in asked}}
    some = next(iter(exercise.rules))
    case = read_row(row, some, exercise.rules[some].check, exercise)
    rule = exercise.rules[exercise.decides(case.call, exercise.rows(case.store))]
    return replace(case, rule=rule.id, check=rule.check)
