"""Where a hand-in declares a tool: what `handin.yaml` names, JSON files, values that its code hands out, a README."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.checks.handed_out import SCHEMA_KEYS, Place, Start, bound_at, candidates, exports
from grader.submission.handin import HandIn
from grader.submission.languages import Language
from grader.submission.sources import Source, source, sources
from grader.submission.text import clean
from grader.submission.worker import Worker
from grader.values import Tagged, Value

_FENCE = re.compile(r"^[ \t]*```[ \t]*jsonc?[ \t]*\n(.*?)^[ \t]*```", re.MULTILINE | re.DOTALL)
_MOST_FILES, _MOST_TEXT, _DEPTH = 200, 200_000, 8


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration as it was found: `form` is the key that its schema stands under, `schema` None without one."""

    where: str
    name: str | None
    description: str | None
    form: str | None
    schema: Value


def places(handin: HandIn, start: Start) -> Iterator[Place]:
    """Every value that may hold the declaration, the likeliest first: what `handin.yaml` names, JSON, exports, text."""
    wanted = handin.settings.declaration
    if wanted:
        yield from _named(handin, wanted, start)
    yield from _json_files(handin.root)
    yield from exports(handin, candidates(handin), start)
    yield from _fences(handin.root)


def declarations(place: Place, tool: str) -> Iterator[Declared]:
    """What a place declares, in any wire format; a bare schema counts where `handin.yaml` points at it."""
    found = list(_inside(place.value, place.where, tool, 0))
    yield from found
    match place.value:
        case {"properties": dict()} if place.named and not found:
            yield Declared(place.where, None, None, None, place.value)


def _inside(value: Value, where: str, key: str | None, depth: int) -> Iterator[Declared]:
    """Walk down; an entry without a name of its own is named by the key that it lies under."""
    if depth > _DEPTH:
        return
    match value:
        case dict():
            one = _one(value, where, key if depth else None)
            if one is not None:
                yield one
                return
            for name, part in value.items():
                yield from _inside(part, where, name, depth + 1)
        case list():
            for part in value:
                yield from _inside(part, where, None, depth + 1)


def _one(value: Mapping[str, Value], where: str, key: str | None) -> Declared | None:
    name = value.get("name", key if "description" in value else None)
    form = next((form for form in SCHEMA_KEYS if isinstance(value.get(form), dict)), None)
    if not isinstance(name, str) or not (form or isinstance(value.get("description"), str)):
        return None
    if form is None and "name" not in value:
        return None
    description = value.get("description")
    return Declared(
        where, name, description if isinstance(description, str) else None, form, value[form] if form else None
    )


# ---- what handin.yaml names ----


def _named(handin: HandIn, wanted: str, start: Start) -> Iterator[Place]:
    if wanted.endswith(".json"):
        yield from (Place(place.where, place.value, named=True) for place in _json_file(handin.root, wanted))
        return
    line = bound_at(handin, wanted.rpartition(":")[2])
    for place in exports(handin, {wanted: line or handin.entry.file}, start):
        yield Place(place.where, place.value, named=True)


# ---- files ----


def _json_files(root: Path) -> Iterator[Place]:
    for path in sorted(root.rglob("*.json"))[:_MOST_FILES]:
        yield from _json_file(root, path.relative_to(root).as_posix())


def _json_file(root: Path, file: str) -> Iterator[Place]:
    path = root / file
    if ".." not in PurePosixPath(file).parts and path.is_file() and path.stat().st_size <= _MOST_TEXT:
        yield from _parsed(path.read_text(encoding="utf-8", errors="replace"), clean(file, 200))


def _fences(root: Path) -> Iterator[Place]:
    """JSON that stands in the text of a Markdown file."""
    for path in sorted(root.glob("*.md"))[:_MOST_FILES]:
        text = path.read_text(encoding="utf-8", errors="replace")[:_MOST_TEXT]
        for match in _FENCE.finditer(text):
            yield from _parsed(match[1], f"{clean(path.name, 200)}:{text.count(chr(10), 0, match.start()) + 2}")


def _parsed(text: str, where: str) -> Iterator[Place]:
    """The value that the text writes, if it is JSON: other files are none of ours."""
    try:
        yield Place(where, json.loads(text))
    except (ValueError, RecursionError):
        return
