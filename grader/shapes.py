"""The shapes of the files an author of an exercise writes, as JSON schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TIERS = ("whose_data", "data_leaves", "contract", "evidence", "documents")
CHECKS = (
    "acceptance",
    "regression",
    "arguments",
    "order",
    "walks",
    "isolation",
    "fields",
    "state",
    "dispatch",
    "declaration",
    "tests",
    "readme",
    "scope",
)

TEXT = {"type": "string", "minLength": 1}
TEXTS = {"type": "array", "items": TEXT}
WORDS = {"type": "object", "additionalProperties": TEXT}


def record(required: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The schema of an object with just these keys."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


STORE = record({"rows": {"type": "object"}})
RULES = record(
    {
        "rules": {
            "type": "object",
            "additionalProperties": record(
                {
                    "tier": {"enum": list(TIERS)},
                    "check": {"enum": list(CHECKS)},
                    "title": TEXT,
                    "why": TEXT,
                    "fix": TEXT,
                }
            ),
        }
    }
)
EXERCISE = record(
    {
        "name": TEXT,
        "version": {"type": "integer"},
        "title": TEXT,
        "minutes": {"type": "integer"},
        "function": WORDS,
        "parameters": TEXTS,
        "contexts": {"type": "object", "additionalProperties": {"type": "object"}},
        "tenant": TEXT,
        "permission": TEXT,
        "reply": record(
            {"ok": TEXT, "code": TEXT, "codes": {"type": "object"}},
            {"early": {"type": "object", "additionalProperties": WORDS}, "otherwise": TEXT},
        ),
        "item": record({"id": TEXT, "text": TEXT, "public": TEXTS}),
        "tools": {
            "type": "object",
            "additionalProperties": record({"args": TEXTS, "rules": WORDS}, {"one": TEXT, "many": TEXT}),
        },
        "store": TEXT,
        "calls": TEXT,
        "model": TEXT,
        "probes": TEXT,
        "mutants": TEXT,
    },
    {
        "misreadings": TEXT,
        "follows": {"type": "object", "additionalProperties": TEXTS},
        "paging": record(dict.fromkeys(("tool", "cursor", "limit", "items", "next", "id"), TEXT)),
    },
)

_EDITS = {
    "keep": {"type": "array", "items": {"enum": ["args"]}},
    "scribble": {"type": "boolean"},
    "times": {"type": "integer", "minimum": 1, "maximum": 200},
    "insert": {"type": "object"},
    "delete": TEXTS,
}
_ANSWER = {"expect": {"type": "object"}, "code": TEXT}
_ASKED = {"context": {"type": ["string", "object", "null"]}, "tool": {}, "args": {}}
_PLACE = {"store": {"type": ["string", "object"]}, "only": TEXTS, "open": TEXT, "note": TEXT}
STEP = record({}, {**_ASKED, **_ANSWER, **_EDITS, "store": {"type": ["string", "object"]}})
ROW = record({"id": TEXT, "rule": TEXT, **_ASKED}, {**_ANSWER, **_PLACE})
SEQUENCE = record(
    {"id": TEXT, "rule": TEXT, "steps": {"type": "array", "items": STEP, "minItems": 1}},
    {"context": _ASKED["context"], **_PLACE},
)
CALLS = record(
    {
        "calls": {
            "type": "array",
            "items": {"if": {"type": "object", "required": ["steps"]}, "then": SEQUENCE, "else": ROW},
        }
    }
)
EDIT = {"type": "array", "minItems": 1, "items": record({"old": TEXT, "new": {"type": "string"}})}
SAME_AS = record({"same_as": TEXT})
MUTANTS = record(
    {
        "mutants": {
            "type": "array",
            "items": record(
                {"name": TEXT, "star": {"type": "boolean"}, "tier": {"enum": list(TIERS)}}
                | dict.fromkeys(("class", "says", "rule"), TEXT)
                | {"edit": EDIT},
                {
                    "call": record({"tool": {}, "args": {}, "context": _ASKED["context"]}),
                    "steps": {"type": "array", "items": STEP, "minItems": 1},
                    "context": _ASKED["context"],
                    "store": {"type": ["string", "object"]},
                    "open": TEXT,
                },
            ),
        }
    }
)
