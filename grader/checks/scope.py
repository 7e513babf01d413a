"""Scope: more tools than asked for, imports beyond standard library and test runner, network, dynamic dispatch.

The grade's section `scope` (`Scope.to_json`) is a list, one row an observation; none of them blocks:

    [{"rule": "scope.imports", "what": "requests", "where": "tickets.py:3", "places": 2, "says": "…"}, …]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from grader.checks.evidence import Evidence
from grader.checks.registered import registered
from grader.checks.uses import DISPATCH, IMPORT, fits, is_standard, uses
from grader.exercise import Exercise
from grader.submission.handin import HandIn
from grader.submission.languages import ScopePatterns
from grader.submission.sources import Source, source, sources
from grader.submission.text import clean
from grader.submission.worker import Worker

TOOLS, IMPORTS, DISPATCHES = "scope.tools", "scope.imports", "scope.dispatch"


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing beyond what was asked for: what it is, where it first stands, and in how many places."""

    rule: str
    what: str
    where: str
    says: str
    places: int = 1

    def to_json(self) -> dict[str, Any]:
        """The observation as a JSON object."""
        return {"rule": self.rule, "what": self.what, "where": self.where, "places": self.places, "says": self.says}


@dataclass(frozen=True, slots=True)
class Scope:
    """All observations, by rule and place."""

    observations: tuple[Observation, ...] = ()

    def to_json(self) -> list[dict[str, Any]]:
        """The grade's section `scope`."""
        return [each.to_json() for each in self.observations]

    @property
    def findings(self) -> tuple[Evidence, ...]:
        """The observations as evidence."""
        return tuple(Evidence(each.rule, each.says, each.where, None, each.what) for each in self.observations)


def check(handin: HandIn, exercise: Exercise, start: Callable[[], Worker]) -> Scope:
    """What a hand-in does beyond the task; `start` starts a worker that is asked which tools it knows."""
    own = list(sources(handin.root, handin.language))
    with start() as worker:
        tools = list(_tools(worker, own, exercise)) if worker.alive else []
    scope = handin.language.scope
    return Scope((*tools, *_imports(handin, scope), *_dispatch(own, scope)) if scope else tuple(tools))


def _tools(worker: Worker, own: Iterable[Source], exercise: Exercise) -> Iterator[Observation]:
    asked = " and ".join(exercise.tools)
    for one in registered(worker, own, exercise):
        says = f"It answers to a tool `{one.name}`; asked for were {asked}."
        yield Observation(TOOLS, one.name, one.where, says)


# ---- imports ----


def _imports(handin: HandIn, scope: ScopePatterns) -> list[Observation]:
    """Modules from elsewhere and modules that reach the network, in the tests too, the first place of each."""
    places: dict[tuple[str, str], list[str]] = {}
    mine = _own_names(handin)
    for one in _all_sources(handin):
        for use in uses(one, scope):
            says = _import_says(use.name, scope, mine) if use.kind == IMPORT else None
            if says is not None:
                places.setdefault((clean(use.name, 100), says), []).append(_where(one, use.line))
    return [Observation(IMPORTS, name, at[0], says, len(at)) for (name, says), at in places.items()]


def _import_says(module: str, scope: ScopePatterns, mine: frozenset[str]) -> str | None:
    """Why an import is worth a word, or None."""
    if _is_own(module, scope, mine):
        return None
    if fits(module, scope.network):
        return f"It imports {clean(module, 100)}, which reaches the network; the task needs none."
    if is_standard(module, scope) or fits(module, scope.runners):
        return None
    return f"It imports {clean(module, 100)}, which is neither in the standard library nor a test runner."


def _is_own(module: str, scope: ScopePatterns, mine: frozenset[str]) -> bool:
    if scope.own is not None:
        return re.search(scope.own, module) is not None
    return module.partition(".")[0] in mine


def _own_names(handin: HandIn) -> frozenset[str]:
    """The names under which the hand-in's own files and folders can be imported, its top folder's among them."""
    paths = [path.relative_to(handin.root) for path in handin.root.rglob("*")]
    top = (handin.entry.module or "").partition(".")[0]
    return frozenset({top, *(part for path in paths for part in (*path.parts[:-1], path.stem))})


def _all_sources(handin: HandIn) -> Iterator[Source]:
    for path in sorted(handin.root.rglob("*")):
        if path.is_file() and path.suffix in handin.language.suffixes:
            yield source(handin.root, PurePosixPath(path.relative_to(handin.root).as_posix()))


# ---- dispatch ----


def _dispatch(own: Iterable[Source], scope: ScopePatterns) -> Iterator[Observation]:
    """Look-ups at run time outside the tests, one observation for each way of writing them."""
    places: dict[str, list[str]] = {}
    for one in own:
        for use in uses(one, scope):
            if use.kind == DISPATCH:
                places.setdefault(clean(use.name, 100), []).append(_where(one, use.line))
    for name, at in places.items():
        yield Observation(DISPATCHES, name, at[0], f"It uses `{name}`: what is run is not seen by reading.", len(at))


def _where(one: Source, line: int) -> str:
    return f"{clean(str(one.file), 200)}:{line}"
