"""The shape of a `language.yaml`, as a JSON schema."""

from __future__ import annotations

from typing import Any


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
    "skipped environment package manifest env limits reserved out_of_memory builds",
    spelling={"enum": ["snake", "camel"]},
    suffixes=_TEXTS,
    skipped=_TEXTS,
    tags=_TEXTS,
    builds=_TEXTS,
    reserved={"type": "integer"},
    speech=_object("words tags records module indent end test unwritten", words=_MAP, tags=_MAP),
    entry=_object(
        "defines", "noise imports near follows place", defines=_TEXTS, imports=_TEXTS, follows=_TEXTS
    ),
    package=_object("marker", "dotted relative", dotted={"type": "boolean"}),
    manifest=_object("file keys", keys=_TEXTS),
    tests=_object("folders files commands", folders=_TEXTS, files=_TEXTS, commands=_TEXTS),
    runtime=_object(
        "candidates flags missing",
        "version least below",
        candidates=_TEXTS,
        flags=_TEXTS,
        least={"type": "array", "items": _VERSION},
        below=_VERSION,
    ),
    env=_MAP,
    limits={"type": "object", "additionalProperties": {"type": "integer"}},
)
