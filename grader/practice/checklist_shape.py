"""The shape of an exercise's checklist, as a JSON schema."""

from __future__ import annotations

from typing import Any

from grader.shapes import TEXT, TEXTS, record

_MINUTES = {"type": "integer", "minimum": 1}


def _mapping(part: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "minProperties": 1, "additionalProperties": part}


SCHEMA = record(
    {
        "minutes": _MINUTES,
        "language": TEXT,
        "starts": _mapping(record({"says": TEXT, "phases": _mapping(_MINUTES)}, {"tool": TEXT})),
        "phases": _mapping(
            record({"title": TEXT, "words": TEXTS, "done": TEXT}, {"first": record({"do": TEXT, "event": TEXT})})
        ),
        "checkpoints": {"type": "array", "items": record(dict.fromkeys(("by", "says", "else"), TEXT))},
        "drop_first": TEXTS,
        "never_drop": TEXT,
        "plan": record(
            {"parts": TEXTS, "tests": _MINUTES, "minutes": _MINUTES, "drop": _MINUTES}
            | {"groups": _mapping(record({"title": TEXT, "says": TEXT, "words": TEXTS}))}
        ),
    }
)
