"""What a report calls things: tiers, statuses, calls."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from grader.submission.text import clean
from grader.values import flat

_NAME = re.compile(r"[A-Za-z_][\w.-]{0,80}", re.ASCII)
_ASKED = {"tool", "args", "context"}
_SHOWN_APART = {"expect", "code", "before", "walk"}
_DONE = {"scribble": "then writing to the reply", "keep": "with the same arguments object"}
_OUTCOMES = {"ok": "accepted", "error": "raised", "timeout": "too late", "None": "not run"}


@dataclass(frozen=True, slots=True)
class Tier:
    """A tier as a reader meets it: its id, its name, and what its findings have in common."""

    id: str
    name: str
    about: str


TIERS = (
    Tier("whose_data", "Whose data", "Something decides whose records are read that must not."),
    Tier("data_leaves", "Data that leaves", "Something gets out that should stay in, or the records are changed."),
    Tier("contract", "The contract", "An answer differs from what was promised."),
    Tier("evidence", "Evidence", "What the tests and the declaration show, and what they do not."),
    Tier("documents", "Documents", "README, scope and style. Nothing here blocks."),
)
OTHER = Tier("other", "Other", "Findings of a tier that this report does not know.")


@dataclass(frozen=True, slots=True)
class Status:
    """How something ended: a glyph, a word and the style that goes with them."""

    glyph: str
    word: str
    style: str


_STATUSES = {
    "passed": Status("✓", "passed", "good"),
    "failed": Status("✗", "failed", "bad"),
    "raised": Status("!", "raised", "bad"),
    "timeout": Status("◷", "too late", "bad"),
    "died": Status("†", "died", "bad"),
    "not_run": Status("-", "not run", "quiet"),
    "killed": Status("✓", "noticed", "good"),
    "survived": Status("✗", "not noticed", "bad"),
    "unseeable": Status("-", "nothing to notice", "quiet"),
    "there": Status("✓", "there", "good"),
    "missing": Status("✗", "missing", "bad"),
    "empty": Status("○", "a heading with nothing under it", "bad"),
}
LEAKED = Status("⚑", "got out", "bad")


def status(name: Any) -> Status:
    return _STATUSES.get(str(name), Status("·", clean(str(name), 40), "quiet"))


def tier(name: Any) -> Tier:
    return next((tier for tier in TIERS if tier.id == name), OTHER)


def by_tier(findings: list[dict[str, Any]]) -> list[tuple[Tier, list[dict[str, Any]]]]:
    """The findings grouped, worst tier first, in their own order within each; empty tiers left out."""
    groups = [(one, [found for found in findings if tier(found.get("tier")) == one]) for one in (*TIERS, OTHER)]
    return [(one, found) for one, found in groups if found]


def kinds(findings: list[dict[str, Any]]) -> list[str]:
    """The checks that the findings name, once each, in their order; only plain words, as they go into addresses."""
    names = (str(found.get("check", "")) for found in findings)
    return list(dict.fromkeys(name for name in names if re.fullmatch("[a-z_]{1,24}", name)))


def anchor(found: dict[str, Any], place: int) -> str:
    """The address of a finding within the page: its case id, or its place when the id is no plain word."""
    name = str(found.get("id", ""))
    return f"case-{name}" if re.fullmatch(r"[a-z0-9-]{1,24}", name) else f"finding-{place}"


def call(asked: dict[str, Any]) -> str:
    """A call on one line: `tool {"key": "value"} as context`; each part that is no plain name as JSON."""
    parts = [_name(asked.get("tool")), clean(flat(asked.get("args")), 400)]
    return " ".join([*parts, f"as {_name(asked['context'])}"] if "context" in asked else parts)


def step(asked: dict[str, Any]) -> str:
    """A step of a sequence: the call, then what else the step does (`times 3`, `then writing to the reply`)."""
    rest = {key: value for key, value in asked.items() if key not in _ASKED | _SHOWN_APART}
    if "before" in asked:
        rest.pop("store", None)  # the records of a whole case are shown below it
    return ", ".join([call(asked), *(_DONE.get(key) or f"{key} {brief(value)}" for key, value in rest.items())])


def brief(value: Any) -> str:
    """A value as JSON on one line, cut short."""
    return clean(flat(value), 200)


def outcome(name: Any) -> str:
    """How a call of the ladder ended, in words."""
    return _OUTCOMES.get(str(name), spaced(name))


def _name(value: Any) -> str:
    return value if isinstance(value, str) and _NAME.fullmatch(value) else brief(value)


def when(moment: Any) -> str:
    """An ISO time as `2026-11-30 15:54 UTC`; anything else as it stands."""
    written = re.fullmatch(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?(?:\+00:00|Z)", str(moment), re.ASCII)
    return f"{written[1]} {written[2]} UTC" if written else str(moment)


def few(items: Any, most: int = 40) -> tuple[list[Any], int]:
    """The first `most` of a list, and how many more there are."""
    whole = list(items) if isinstance(items, list | tuple) else []
    return whole[:most], max(0, len(whole) - most)


def spaced(name: Any) -> str:
    """A snake_case name in words."""
    return str(name).replace("_", " ")


def listed(some: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(some[:-1]), some[-1]]) if len(some) > 1 else "".join(some)


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 call`, `2 calls`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
