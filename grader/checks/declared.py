"""Where a hand-in declares a tool: what `handin.yaml` names, JSON files, values that its code hands out, a README."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.checks.handed_out import SCHEMA_KEYS, Place, Start, bound_at, candidates, exports
from grader.submission.handin import HandIn
from grader.submission.languages import languages
from grader.submission.text import clean
from grader.values import Value

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
    yield from _json_files(handin)
    yield from exports(handin, candidates(handin), start)
    yield from _fences(handin.root)


def declarations(place: Place, tool: str) -> Iterator[Declared]:
    """What a place declares, in any wire format; a bare schema counts where `handin.yaml` points at it."""
    found = list(_inside(place.value, place.where, None, _DEPTH if place.outer else 0, tool))
    yield from found
    match place.value:
        case {"properties": dict()} if place.named and not found:
            yield Declared(place.where, None, None, None, place.value)


def _inside(value: Value, where: str, key: str | None, depth: int, tool: str) -> Iterator[Declared]:
    """Walk down; an entry without a name of its own is named by the key that it lies under."""
    match value:
        case dict() if depth <= _DEPTH:
            one = _one(value, where, key)
            if one is not None and (one.schema is not None or one.name == tool):
                yield one
                return
            for name, part in value.items():
                yield from _inside(part, where, name, depth + 1, tool)
        case list() if depth <= _DEPTH:
            for part in value:
                yield from _inside(part, where, None, depth + 1, tool)


def _one(value: Mapping[str, Value], where: str, key: str | None) -> Declared | None:
    """What an object declares by itself: a name, and a description or a schema."""
    description = value["description"] if isinstance(value.get("description"), str) else None
    form = next((form for form in SCHEMA_KEYS if isinstance(value.get(form), dict)), None)
    name = value.get("name", key if form and description else None)
    if not isinstance(name, str) or not (form or description):
        return None
    return Declared(where, name, description, form, value[form] if form else None)


# ---- what handin.yaml names ----


def _named(handin: HandIn, wanted: str, start: Start) -> Iterator[Place]:
    if wanted.endswith(".json"):
        yield from (Place(place.where, place.value, named=True) for place in _json_file(handin.root, wanted))
        return
    line = bound_at(handin, wanted.rpartition(":")[2])
    for place in exports(handin, {wanted: line or handin.entry.file}, start):
        yield Place(place.where, place.value, named=True)


# ---- files ----


def _json_files(handin: HandIn) -> Iterator[Place]:
    """What the JSON files hold; a manifest has a name and a description too and declares no tool."""
    manifests = {language.manifest.file for language in languages() if language.manifest}
    for path in sorted(handin.root.rglob("*.json"))[:_MOST_FILES]:
        if path.name not in manifests:
            yield from _json_file(handin.root, path.relative_to(handin.root).as_posix())


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
