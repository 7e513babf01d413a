"""The values that a hand-in's code hands out by name: which of them may hold a declaration, and what they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.submission.handin import HandIn
from grader.submission.languages import Language
from grader.submission.sources import Source, source, sources
from grader.submission.text import clean
from grader.submission.worker import Worker
from grader.values import Tagged, Value

SCHEMA_KEYS = ("input_schema", "inputSchema", "parameters", "schema")
"""What the wire formats call the schema of the arguments."""
_SIGNS = re.compile(rf"\b(?:properties|additionalProperties|{'|'.join(SCHEMA_KEYS)})\b")
_MOST_NAMES = 80

Start = Callable[[Sequence[str]], Worker]
"""Starts a worker that hands out the values of these exports as it loads."""


@dataclass(frozen=True, slots=True)
class Place:
    """A value that may hold declarations, and where it stands.

    `named` when `handin.yaml` points at it; `outer` when only the value itself counts and nothing inside it.
    """

    where: str
    value: Value
    named: bool = False
    outer: bool = False


def bound_at(handin: HandIn, name: str) -> str | None:
    """`file:line` where the code binds a name."""
    return next((where for each, where in names(handin) if each.rpartition(":")[2] == name), None)


def candidates(handin: HandIn) -> dict[str, str]:
    """The exports that may hold the declaration, as the driver names them, and `file:line` of each."""
    return dict(list(dict.fromkeys(names(handin)))[:_MOST_NAMES])


def names(handin: HandIn) -> Iterator[tuple[str, str]]:
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


def exports(handin: HandIn, wanted: Mapping[str, str], start: Start) -> Iterator[Place]:
    """What the code hands out under these names; without the other modules' when one of them cannot be loaded."""
    values = _loaded(list(wanted), start)
    if values is None:
        values = _loaded([name for name in wanted if ":" not in name], start) or {}
    for name, value in values.items():
        yield Place(f"{wanted[name]} ({clean(name, 200)})", as_json(value))
    whole = {name: as_json(value) for name, value in values.items() if ":" not in name}
    yield Place(handin.entry.file, whole, outer=True)


def _loaded(wanted: Sequence[str], start: Start) -> Mapping[str, Value] | None:
    if not wanted:
        return {}
    with start(wanted) as worker:
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
