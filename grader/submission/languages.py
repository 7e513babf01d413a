"""The languages a hand-in may be written in: one folder under `drivers/` each, described by its `language.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from grader.submission.language_shape import SCHEMA, check_patterns
from grader.written import read

DRIVERS = Path(__file__).parent / "drivers"
FUNCTION = "FUNCTION"
"""Stands for the function's name in the entry patterns."""


@dataclass(frozen=True, slots=True)
class EntryPatterns:
    """How source text shows that it binds a function where others find it: regular expressions, read line by line.

    `place` says where that is. `follows` catches the path of a file whose names are all passed on. `perhaps` shows what
    may bind it where the text does not tell: a file that has the name and hands out something as a whole.
    """

    noise: str | None
    defines: tuple[str, ...]
    imports: tuple[str, ...]
    near: str | None
    follows: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    place: str = "at the top level of"


@dataclass(frozen=True, slots=True)
class Package:
    """A file of the stem `marker` makes its folder a package; `dotted`: its modules are loaded by dotted name.

    `relative` shows an import from a sibling, which needs a package even where no marker stands.
    """

    marker: str
    dotted: bool = False
    relative: str | None = None


@dataclass(frozen=True, slots=True)
class Manifest:
    """A JSON file of the hand-in that names its main file under the first of `keys` that is there."""

    file: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tests:
    """Where tests lie (never searched for the entry), and the commands that mean "run them".

    `programs`: folders of a hand-in in which installed commands lie.
    """

    folders: tuple[str, ...]
    files: tuple[str, ...]
    commands: tuple[str, ...]
    programs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuntimeNeed:
    """Which programs may run the driver, tried in order; `{packages[NAME]}` is where a Python package lies.

    `version` (pattern with number groups) must reach `least`, and stay below `below`.
    """

    candidates: tuple[str, ...]
    flags: tuple[str, ...]
    missing: str
    version: str | None = None
    least: tuple[tuple[int, ...], ...] = ()
    below: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ScopePatterns:
    """What a hand-in may import and how dynamic dispatch looks: `standard`, `runners` and `network` are module globs.

    `reader`: the module beside the driver that reads the source, and `dispatch` names what is called. Without one it is
    read by patterns: `imports` catch a module's name, `own` shows one of the hand-in's, `dispatch` what to look at.
    Group 1 of `noise` is text that stays, all else that it matches is a comment.
    """

    imports: tuple[str, ...]
    standard: tuple[str, ...]
    runners: tuple[str, ...]
    network: tuple[str, ...]
    dispatch: tuple[str, ...]
    noise: str | None = None
    own: str | None = None
    reader: Path | None = None


@dataclass(frozen=True, slots=True)
class Speech:
    """How the language writes values and a test: words for null and booleans, forms for tags, the frame of a test."""

    words: Mapping[str, str]
    tags: Mapping[str, str]
    records: str
    module: str
    indent: str
    end: str
    test: str
    unwritten: str


@dataclass(frozen=True, slots=True)
class Language:
    """All that the kit knows of one language; `driver` is the program that speaks for it.

    `out_of_memory` and `absent` are patterns of what its runtime says when memory, or a package, is not to be had.
    `builds` names languages that its tools write; `reserved` counts the bytes that its runtime claims and never uses.
    `declares` catches the names under which a file hands out values: words are picked out of each group.
    """

    name: str
    title: str
    spelling: str
    suffixes: tuple[str, ...]
    driver: Path
    skipped: tuple[str, ...]
    environment: str | None
    entry: EntryPatterns
    package: Package | None
    manifest: Manifest | None
    tests: Tests
    runtime: RuntimeNeed
    env: Mapping[str, str]
    limits: Mapping[str, int]
    tags: frozenset[str]
    out_of_memory: str | None
    absent: str | None
    speech: Speech
    builds: frozenset[str] = frozenset()
    reserved: int = 0
    declares: tuple[str, ...] = ()
    scope: ScopePatterns | None = None

    def is_unwritten(self, error: str) -> bool:
        """Whether `NAME: message` is what a function raises that nobody has written yet."""
        return re.search(self.speech.unwritten, error) is not None


@cache
def languages(more: tuple[Path, ...] = ()) -> tuple[Language, ...]:
    """Every language that has a driver folder, here or among `more`, by name. Raises KitError at the line of a slip."""
    folders = [*(path.parent for path in DRIVERS.glob("*/language.yaml")), *more]
    return tuple(sorted(map(load, folders), key=lambda language: language.name))


def made_by_tools() -> frozenset[str]:
    """The names of the files and folders that the tools of some language make, and that are nobody's work."""
    return frozenset(name for language in languages() for name in language.skipped)


def load(folder: Path) -> Language:
    """The language described by `folder/language.yaml`."""
    written = read(folder / "language.yaml", SCHEMA)
    check_patterns(written)
    data = written.data
    return Language(
        name=data["name"],
        title=data["title"],
        spelling=data["spelling"],
        suffixes=tuple(data["suffixes"]),
        driver=(folder / data["driver"]).resolve(),
        skipped=tuple(data.get("skipped", [])),
        environment=data.get("environment"),
        entry=EntryPatterns(**{"noise": None, "near": None, "imports": (), **_tuples(data["entry"])}),
        package=Package(**data["package"]) if "package" in data else None,
        manifest=Manifest(**_tuples(data["manifest"])) if "manifest" in data else None,
        tests=Tests(**_tuples(data["tests"])),
        runtime=_runtime(data["runtime"]),
        env=data.get("env", {}),
        limits=data.get("limits", {}),
        tags=frozenset(data["tags"]),
        out_of_memory=data.get("out_of_memory"),
        absent=data.get("absent"),
        speech=Speech(**data["speech"]),
        builds=frozenset(data.get("builds", [])),
        reserved=data.get("reserved", 0),
        declares=tuple(data.get("declares", [])),
        scope=_scope(folder, data["scope"]) if "scope" in data else None,
    )


def _scope(folder: Path, data: Mapping[str, Any]) -> ScopePatterns:
    return ScopePatterns(**{**_tuples(data), "reader": folder / data["reader"] if "reader" in data else None})


def _runtime(data: Mapping[str, Any]) -> RuntimeNeed:
    least = tuple(map(_version, data.get("least", [])))
    below = _version(data["below"]) if "below" in data else None
    return RuntimeNeed(**{**_tuples(data), "least": least, "below": below})


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def _tuples(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
