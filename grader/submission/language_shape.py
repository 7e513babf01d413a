"""The shape of a `language.yaml`: a JSON schema, and which of its texts are regular expressions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from grader.written import Written


def _object(required: str, optional: str = "", **parts: Any) -> dict[str, Any]:
    """The schema of a mapping with these keys and no others; a key without a schema of its own holds text."""
    keys = required.split() + optional.split()
    properties = {key: parts.get(key, _TEXT) for key in keys}
    return {"type": "object", "required": required.split(), "additionalProperties": False, "properties": properties}


_TEXT = {"type": "string"}
_TEXTS = {"type": "array", "items": _TEXT}
_MAP = {"type": "object", "additionalProperties": _TEXT}
_VERSION = {"type": "string", "pattern": r"^\d+(\.\d+)*$"}
SCHEMA = _object(
    "name title spelling suffixes driver entry tests runtime tags speech",
    "skipped environment package manifest env limits reserved out_of_memory absent builds declares scope",
    spelling={"enum": ["snake", "camel"]},
    suffixes=_TEXTS,
    skipped=_TEXTS,
    tags=_TEXTS,
    builds=_TEXTS,
    reserved={"type": "integer"},
    speech=_object("words tags records module indent end test unwritten", words=_MAP, tags=_MAP),
    entry=_object(
        "defines",
        "noise imports near follows perhaps place",
        **dict.fromkeys(["defines", "imports", "follows", "perhaps"], _TEXTS),
    ),
    package=_object("marker", "dotted relative", dotted={"type": "boolean"}),
    manifest=_object("file keys", keys=_TEXTS),
    tests=_object(
        "folders files commands", "programs", **dict.fromkeys(("folders", "files", "commands", "programs"), _TEXTS)
    ),
    runtime=_object(
        "candidates flags missing",
        "version least below",
        candidates=_TEXTS,
        flags=_TEXTS,
        least={"type": "array", "items": _VERSION},
        below=_VERSION,
    ),
    declares=_TEXTS,
    scope=_object(
        "imports standard runners network dispatch",
        "noise own reader",
        **dict.fromkeys(("imports", "standard", "runners", "network", "dispatch"), _TEXTS),
    ),
    env=_MAP,
    limits={"type": "object", "additionalProperties": {"type": "integer"}},
)


def check_patterns(written: Written) -> None:
    """Hold each regular expression to its syntax. Raises KitError at the line of one that is none."""
    data = written.data
    patterns: list[tuple[str, str | int, str]]
    patterns = [("entry", key, pattern) for key, value in data["entry"].items() for pattern in _each(value)]
    patterns += [("package", "relative", pattern) for pattern in _each(data.get("package", {}).get("relative"))]
    patterns += [("declares", n, pattern) for n, pattern in enumerate(data.get("declares", []))]
    patterns += [("scope", key, pattern) for key in _scope_keys(data) for pattern in _each(data["scope"].get(key))]
    for part, key, pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            raise written.wrong(f"{part}.{key}: not a regular expression: {error}", part, key) from error


def _scope_keys(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys of `scope` that hold regular expressions."""
    by_patterns = "scope" in data and "reader" not in data["scope"]
    return ("imports", "dispatch", "noise", "own") if by_patterns else ()


def _each(value: Any) -> list[str]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
