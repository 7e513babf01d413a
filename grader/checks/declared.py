"""Where a hand-in declares a tool: in `handin.yaml`'s place, a JSON file, a value that its code hands out, or a README."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.submission.handin import HandIn
from grader.submission.languages import Language
from grader.submission.sources import Source, source, sources
from grader.submission.text import clean
from grader.submission.worker import Worker
from grader.values import Tagged, Value

SCHEMA_KEYS = ("input_schema", "inputSchema", "parameters", "schema")
"""What the wire formats call the schema of the arguments."""
_SIGNS = re.compile(rf"\b(?:properties|additionalProperties|{'|'.join(SCHEMA_KEYS)})\b")
_FENCE = re.compile(r"^[ \t]*```[ \t]*jsonc?[ \t]*\n(.*?)^[ \t]*```", re.MULTILINE | re.DOTALL)
_MOST_FILES, _MOST_NAMES, _MOST_TEXT, _DEPTH = 200, 80, 200_000, 8

Start = Callable[[Sequence[str]], Worker]
"""Starts a worker that hands out the values of these exports as it loads."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration as it was found: `form` is the key that its schema stands under, `schema` None without one."""

    where: str
    name: str | None
    description: str | None
    form: str | None
    schema: Value


@dataclass(frozen=True, slots=True)
class Place:
    """A value that may hold declarations, and where it stands."""

    where: str
    value: Value
    named: bool = False


def places(handin: HandIn, start: Start) -> Iterator[Place]:
    """Every value that may hold the declaration, the likeliest first: what `handin.yaml` names, JSON, exports, text."""
    wanted = handin.settings.declaration
    if wanted:
        yield from _named(handin, wanted, start)
    yield from _json_files(handin.root)
    yield from _exports(handin, candidates(handin), start)
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
    line = _bound_at(handin, wanted.rpartition(":")[2])
    for place in _exports(handin, {wanted: line or handin.entry.file}, start):
        yield Place(place.where, place.value, named=True)


def _bound_at(handin: HandIn, name: str) -> str | None:
    """`file:line` where the code binds a name."""
    return next((where for each, where in _names(handin) if each.rpartition(":")[2] == name), None)


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


# ---- values of the code ----


def candidates(handin: HandIn) -> dict[str, str]:
    """The exports that may hold the declaration, as the driver names them, and `file:line` of each."""
    return dict(list(dict.fromkeys(_names(handin)))[:_MOST_NAMES])


def _names(handin: HandIn) -> Iterator[tuple[str, str]]:
    read = [one for one in sources(handin.root, handin.language) if _SIGNS.search(one.text)]
    entry = source(handin.root, PurePosixPath(handin.entry.file))
    for one in dict.fromkeys([*read, entry]):
        yield from _file_names(one, handin)


def _file_names(one: Source, handin: HandIn) -> Iterator[tuple[str, str]]:
    prefix = "" if str(one.file) == handin.entry.file else f"{_module(one.file, handin)}:"
    for pattern in handin.language.declares:
        for match in re.finditer(pattern, one.text, re.MULTILINE):
            line = one.text.count("\n", 0, match.start()) + 1
            for name in re.findall(r"[A-Za-z_$][\w$]*", match[1]):
                yield f"{prefix}{name}", f"{clean(str(one.file), 200)}:{line}"


def _module(file: PurePosixPath, handin: HandIn) -> str:
    """How the driver is told of a file: by its path, or by the dotted name under which it can be imported."""
    language, entry = handin.language, PurePosixPath(handin.entry.file)
    if not _is_dotted(language):
        return str(file)
    parts = list(file.with_suffix("").parts)
    if handin.entry.module is None and file.parent == entry.parent:
        parts = parts[-1:]
    elif parts[0] == "src":
        parts = parts[1:]
    elif handin.entry.module is not None:
        parts = [*_above(handin.entry.module, entry), *parts]
    return ".".join(parts[:-1] if language.package and parts[-1] == language.package.marker else parts)


def _is_dotted(language: Language) -> bool:
    return language.package is not None and language.package.dotted


def _above(module: str, entry: PurePosixPath) -> list[str]:
    """The package that the hand-in's own top folder is, when its modules are loaded through it."""
    own = module.split(".")
    steps = [part for part in entry.with_suffix("").parts if part != "src"]
    inside = steps[:-1] if own[-1] != steps[-1] else steps
    return own[: len(own) - len(inside)]


def _exports(handin: HandIn, wanted: Mapping[str, str], start: Start) -> Iterator[Place]:
    """What the code hands out under these names; without the other modules' when one of them cannot be loaded."""
    values = _loaded(list(wanted), start)
    if values is None:
        values = _loaded([name for name in wanted if ":" not in name], start) or {}
    for name, value in values.items():
        yield Place(f"{wanted[name]} ({clean(name, 200)})", as_json(value))
    yield Place(handin.entry.file, {name: as_json(value) for name, value in values.items() if ":" not in name})


def _loaded(names: Iterable[str], start: Start) -> Mapping[str, Value] | None:
    names = list(names)
    if not names:
        return {}
    with start(names) as worker:
        loaded = worker.loaded
    return loaded.value if loaded.kind == "ok" else None


def as_json(value: Value) -> Value:
    """A value as JSON would write it: tuples and sets are arrays, what it cannot write is told in words."""
    match value:
        case Tagged(kind="tuple" | "set" | "frozenset", v=list(parts)):
            return [as_json(part) for part in parts]
        case Tagged():
            return as_json(value.v)
        case dict():
            return {key: as_json(part) for key, part in value.items()}
        case list():
            return [as_json(part) for part in value]
    return value
