"""A review worksheet, read: three comments with their evidence; every slip is named by its line and nothing is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from grader.checks.cases import Case
from grader.errors import KitError, WrongUsage
from grader.exercise import Exercise
from grader.practice.review.edits import Edit, read_edits
from grader.practice.review.key import Place, places, read_input
from grader.practice.review.sheet_shape import COMMENTS, EVIDENCE, SHEET, said
from grader.written import Trail, Written, parse

FILE = "review.yaml"


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment. `asked` is its input as it was written, `case` the same to be run; `quote` of a claim is `claim`."""

    places: tuple[Place, ...] = ()
    tier: str | None = None
    blocking: bool | None = None
    quote: str | None = None
    asked: Mapping[str, Any] | None = None
    case: Case | None = None
    survivor: Edit | None = None
    claim: str | None = None
    contract: Any = None
    sample: Any = None
    why: str = ""
    fix: str = ""
    edit: tuple[Edit, ...] = ()
    test: str | None = None

    @property
    def empty(self) -> bool:
        """Whether it brings no evidence."""
        return self.case is None and self.survivor is None


@dataclass(frozen=True, slots=True)
class Good:
    """What the review praises, and the call that shows it."""

    say: str = ""
    places: tuple[Place, ...] = ()
    case: Case | None = None
    asked: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole worksheet; `language` and `seed` say which sample it is about, where it says so."""

    written: Written
    comments: tuple[Comment, ...]
    also: tuple[str, ...]
    good: Good
    language: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Slip:
    """Something in the worksheet that cannot be read, or cannot count as it stands."""

    line: int
    says: str


def read_written(path: Path) -> Written:
    """The YAML of a worksheet. Raises WrongUsage with `path:line: what was meant`."""
    try:
        text = path.read_text(encoding="utf-8")
        return parse(text, path)
    except KitError as error:
        raise WrongUsage(error.path, error.line, _meant(error, text)) from error
    except FileNotFoundError as error:
        raise WrongUsage(path, None, "is not there; lay one out with: takehome review new DIR") from error
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        raise WrongUsage(path, None, f"cannot be read as text in UTF-8 ({error})") from error


def _meant(error: KitError, text: str) -> str:
    """What was meant by a block of text that begins inside braces: it cannot."""
    line = ([*text.split("\n"), ""])[(error.line or 1) - 1]
    if "token" in error.message and re.search(r"[{,\[].*[|>][-+0-9]*\s*[}\]]*$", line):
        return f"a block of text ({line.strip()[-1:]}) cannot stand inside braces; write each key on a line of its own"
    return error.message


def shape_slips(written: Written, exercise: Exercise) -> Iterator[Slip]:
    """Whatever keeps the worksheet from being read, by line."""
    if not isinstance(written.data, dict):
        yield Slip(1, f"holds no worksheet; it begins with `comments:` and {COMMENTS} comments")
        return
    errors = list(Draft202012Validator(SHEET).iter_errors(written.data))
    for error in errors:
        yield Slip(written.line(*error.absolute_path, *_key_of(error)), said(error))
    for trail, row in [] if errors else _rows(written.data):
        yield from _row_slips(written, trail, row, exercise)


def _key_of(error: Any) -> Trail:
    """The key that an error is about, where it is about one that should not be there."""
    if error.validator != "additionalProperties":
        return ()
    return tuple(key for key in error.instance if key not in error.schema["properties"])[:1]


def _rows(data: Mapping[str, Any]) -> Iterator[tuple[Trail, Mapping[str, Any]]]:
    """The comments and the good, as far as they hold something."""
    for n, row in enumerate(data["comments"]):
        if row:
            yield ("comments", n), row
    if data.get("good"):
        yield ("good",), data["good"]


def _row_slips(written: Written, trail: Trail, row: Mapping[str, Any], exercise: Exercise) -> Iterator[Slip]:
    name = f"comment {int(trail[1]) + 1}" if len(trail) > 1 else "good"
    kinds = [kind for kind in EVIDENCE if kind in row]
    if len(kinds) > 1:
        yield Slip(written.line(*trail, kinds[1]), f"{name} brings {' and '.join(kinds)}; a comment brings one of them")
    if "place" in row:
        try:
            list(places(row["place"]))
        except ValueError as error:
            yield Slip(written.line(*trail, "place"), f"{name}: {error}")
    asked = asked_of(row)
    if asked is not None:
        try:
            read_input(asked, name, exercise)
        except (ValueError, KeyError, TypeError) as error:
            yield Slip(written.line(*trail, kinds[0]), f"{name}: this input cannot be read: {error}")


def asked_of(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """The input of a row as it was written: its call, its steps, or those of its claim."""
    row = row.get("claim", row)
    return next(({kind: row[kind]} for kind in ("call", "steps") if kind in row), None)


def read_sheet(path: Path, exercise: Exercise) -> Sheet:
    """The worksheet at `path`. Raises WrongUsage at the line of the first slip that keeps it from being read."""
    written = read_written(path)
    for slip in shape_slips(written, exercise):
        raise WrongUsage(path, slip.line, slip.says)
    data = written.data
    comments = [_comment(row or {}, f"comment {n}", exercise) for n, row in enumerate(data["comments"], 1)]
    sample = data.get("sample", {})
    good = _good(data.get("good") or {}, exercise)
    also = tuple(data.get("also") or ())
    return Sheet(written, tuple(comments), also, good, sample.get("language"), sample.get("seed"))


def _comment(row: Mapping[str, Any], name: str, exercise: Exercise) -> Comment:
    asked = asked_of(row)
    known = {key: row[key] for key in ("tier", "blocking", "quote", "contract", "sample", "test") if key in row}
    return Comment(
        **known,
        places=tuple(places(row["place"])) if "place" in row else (),
        asked=asked,
        case=read_input(asked, name, exercise) if asked else None,
        survivor=read_edits([row["survivor"]])[0] if "survivor" in row else None,
        claim=row["claim"]["quote"] if "claim" in row else None,
        why=row.get("why", ""),
        fix=row.get("fix", ""),
        edit=read_edits(row.get("edit", ())),
    )


def _good(row: Mapping[str, Any], exercise: Exercise) -> Good:
    asked = asked_of(row)
    where = tuple(places(row["place"])) if "place" in row else ()
    return Good(row.get("say", ""), where, read_input(asked, "good", exercise) if asked else None, asked)
