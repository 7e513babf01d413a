"""A predicted answer: a code, or the numbers of the items in sequence and where the next page begins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.checks.cases import Case, written_cases
from grader.checks.mutants import languages_with_mutants
from grader.errors import KitError, WrongUsage
from grader.exercise import Exercise
from grader.practice.slips import meant
from grader.values import Value
from grader.written import Written, parse

FILE = "predictions.yaml"
SURE = {1: "a guess", 2: "fairly sure", 3: "certain"}
_FORMS = "write {code: a code, sure: 1}, or {ids: [101, 102], next: an ID or null, sure: 2}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call is answered with, in short: `code`, or the `ids` by their numbers and, on a page, that of `next`."""

    code: str | None = None
    ids: tuple[int, ...] = ()
    next: int | None = None
    page: bool = True

    def __str__(self) -> str:
        """As it is shown: `invalid_arguments`, `101 102, next 102`."""
        if self.code is not None:
            return self.code
        following = f", next {'null' if self.next is None else self.next}" if self.page else ""
        return f"{' '.join(map(str, self.ids)) or 'no items'}{following}"


@dataclass(frozen=True, slots=True)
class Said:
    """A predicted answer and how sure the person was, 1 to 3."""

    answer: Answer
    sure: int

    def to_json(self) -> dict[str, Any]:
        """As an event holds it."""
        if self.answer.code is not None:
            return {"code": self.answer.code, "sure": self.sure}
        following = {"next": self.answer.next} if self.answer.page else {}
        return {"ids": list(self.answer.ids), **following, "sure": self.sure}


def from_json(data: Any) -> Said | None:
    """The reverse of `to_json`; None for anything else."""
    match data:
        case {"code": str(code), "sure": int(sure)} if sure in SURE:
            return Said(Answer(code), sure)
        case {"ids": list(ids), "sure": int(sure)} if sure in SURE and isinstance(data.get("next"), int | None):
            numbers = tuple(n for n in ids if type(n) is int)
            return Said(Answer(None, numbers, data.get("next"), "next" in data), sure)
    return None


def cases(exercise: Exercise) -> dict[str, Case]:
    """The acceptance calls by name, in order."""
    language = languages_with_mutants(exercise)[0]
    return {str(case.name): case for case in written_cases(exercise, language, ["acceptance"])}


def due(exercise: Exercise, case: Case) -> Answer:
    """What the model owes an acceptance call."""
    found = short(exercise, case, exercise.due(case.call, exercise.rows(case.store)))
    assert found is not None
    return found


def short(exercise: Exercise, case: Case, reply: Value) -> Answer | None:
    """A reply as a predicted answer says it; None when it is none that could be predicted."""
    words, tool = exercise.reply, exercise.tool(case.call)
    match reply:
        case dict() if reply.get(words.ok) is False and isinstance(reply.get(words.code), str):
            return Answer(reply[words.code])
        case dict() if tool is not None and tool.key in reply:
            shown = reply[tool.key] if tool.many else [reply[tool.key]]
            ids = [_number(row.get(exercise.item.id)) if isinstance(row, dict) else None for row in _list(shown)]
            following = reply.get(exercise.paging.next) if exercise.paging and tool.many else None
            if not isinstance(shown, list) or None in ids or (following is not None and _number(following) is None):
                return None
            return Answer(None, tuple(n for n in ids if n is not None), _number(following), bool(tool.many))
    return None


def _list(value: Value) -> list[Value]:
    return value if isinstance(value, list) else []


def _number(value: Value) -> int | None:
    """The number of an ID; a number is its own."""
    if type(value) is int:
        return value
    found = re.fullmatch(r"(?:[A-Za-z]+-)?(\d{1,9})", value, re.ASCII) if isinstance(value, str) else None
    return int(found[1]) if found else None


def worksheet(folder: Path, exercise: Exercise) -> dict[str, Said]:
    """The predictions in the worksheet at `folder`; none when there is no file. Raises WrongUsage at a line."""
    path = folder / FILE
    try:
        return read(path.read_text(encoding="utf-8"), Path(FILE), exercise)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUsage(path, None, f"cannot be read: {error}; save it as text in UTF-8") from error


def read(text: str, path: Path, exercise: Exercise) -> dict[str, Said]:
    """The predictions that a worksheet writes. Raises WrongUsage with `path:line:` and what was meant."""
    try:
        written = parse(text, path)
        return dict(_rows(written, exercise))
    except KitError as error:
        raise meant(error, _FORMS) from error


def _rows(written: Written, exercise: Exercise) -> Iterator[tuple[str, Said]]:
    known, data = cases(exercise), written.data or {}
    if not isinstance(data, dict):
        raise written.wrong(f"holds no calls; each line is one: {next(iter(known))}: {{}}")
    for name, row in data.items():
        if name not in known:
            near = next((call for call in known if call.lower() == name.lower()), None)
            meant = f"did you mean {near}?" if near else f"there are {', '.join(known)}"
            raise written.wrong(f"no call is named {name!r}; {meant}", name)
        if row not in ({}, None):
            yield name, _said(written, name, row, exercise, known[name])


def _said(written: Written, name: str, row: Any, exercise: Exercise, case: Case) -> Said:
    if not isinstance(row, dict):
        raise written.wrong(f"{name} is {row!r}", name)
    for key in row:
        if key not in ("code", "ids", "next", "sure"):
            raise written.wrong(f"{name} has a key {key!r}; there are code, ids, next, sure", name, key)
    if ("code" in row) == ("ids" in row):
        raise written.wrong(f"{name} has {'both' if 'code' in row else 'neither'} of code and ids", name)
    if row.get("sure") not in SURE or isinstance(row["sure"], bool):
        raise written.wrong(f"{name}: sure is {row.get('sure')!r}; 1 a guess, 2 fairly sure, 3 certain", name, "sure")
    if "code" in row:
        return Said(_code(written, name, row, exercise), row["sure"])
    return Said(_success(written, name, row, exercise, case), row["sure"])


def _code(written: Written, name: str, row: Mapping[str, Any], exercise: Exercise) -> Answer:
    codes = list(exercise.reply.codes)
    if row["code"] not in codes:
        raise written.wrong(f"{name}: no code is {row['code']!r}; there are {', '.join(codes)}", name, "code")
    if "next" in row:
        raise written.wrong(f"{name}: a failure has no next", name, "next")
    return Answer(row["code"])


def _success(written: Written, name: str, row: Mapping[str, Any], exercise: Exercise, case: Case) -> Answer:
    ids, tool = row["ids"], exercise.tool(case.call)
    if not isinstance(ids, list) or any(_number(each) is None for each in ids):
        raise written.wrong(f"{name}: ids is {ids!r}; list the numbers, parted by commas: [101, 102]", name, "ids")
    pages = tool is None or tool.many is not None
    if pages and "next" not in row:
        raise written.wrong(f"{name}: next is missing; it is an ID, or null", name)
    if not pages and "next" in row:
        raise written.wrong(f"{name}: {tool and tool.name} has no next; leave it out", name, "next")
    following = row.get("next")
    if following is not None and _number(following) is None:
        raise written.wrong(f"{name}: next is {following!r}; write an ID, or null", name, "next")
    return Answer(None, tuple(n for each in ids if (n := _number(each)) is not None), _number(following), pages)
