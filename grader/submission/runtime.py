"""The program that runs a language's driver, found once on this machine."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from grader.submission.languages import Language, RuntimeNeed
from grader.submission.refusals import NotJudged


class _Packages:
    """Where Python packages lie that bring a program along."""

    def __getitem__(self, name: str) -> str:
        found = importlib.util.find_spec(name)
        places = found.submodule_search_locations if found else None
        return next(iter(places or ()), f"no package {name}")


_PLACES = {"interpreter": sys.executable, "scripts": str(Path(sys.executable).parent), "packages": _Packages()}


@dataclass(frozen=True, slots=True)
class Runtime:
    """A program with its flags, and the folders outside the system that it needs to run."""

    command: tuple[str, ...]
    prefixes: tuple[Path, ...]


def runtime(language: Language) -> Runtime:
    """The first candidate of the language that is there in a fitting version. Raises NotJudged when there is none."""
    return _find(language.runtime)


@cache
def _find(need: RuntimeNeed) -> Runtime:
    for candidate in need.candidates:
        program = shutil.which(candidate.format(**_PLACES))
        if program and _fits(program, need):
            return Runtime((program, *need.flags), _prefixes(Path(program)))
    raise NotJudged(need.missing)


def _fits(program: str, need: RuntimeNeed) -> bool:
    """Whether the version that the program states is one that can run the driver."""
    if need.version is None:
        return True
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return False
    match = re.search(need.version, said)
    return match is not None and _within(tuple(map(int, match.groups())), need)


def _within(version: tuple[int, ...], need: RuntimeNeed) -> bool:
    """Whether a version reaches one of `least`, each for its own major version, and is below `below`."""
    newest = max(need.least, default=())
    reaches = version >= newest or any(version[:1] == least[:1] and version >= least for least in need.least)
    return reaches and (need.below is None or version < need.below)


def _prefixes(program: Path) -> tuple[Path, ...]:
    """The folders that hold the program and what it loads: above its own `bin`, and above the one a link leads to."""
    own = (sys.prefix, sys.base_prefix) if str(program) == sys.executable else ()
    folders = {Path(folder) for folder in own} | {program.parent.parent, program.resolve().parent.parent}
    return tuple(sorted(folder for folder in folders if not folder.is_relative_to("/usr")))
