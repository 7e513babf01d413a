"""The shapes of `submission.yaml`, the rubric of a hand-in, and of a person's notes on it."""

from __future__ import annotations

from grader.shapes import TEXT, TEXTS, record

_BOUND = record({}, {"least": {"type": "integer"}, "most": {"type": "integer"}, "is": {"type": "boolean"}})
_MEASURE = {
    "oneOf": [
        record({"part": TEXT, "says": TEXT}),
        record(
            {"count": TEXT, "says": TEXT}, {"where": {"type": "object", "additionalProperties": TEXTS}, "names": TEXT}
        ),
    ]
}
_WHEN = {"when": {"type": "object", "additionalProperties": _BOUND}}
_FIRST = record({"anchor": TEXT})
_SHARED = {"title": TEXT, "prompt": TEXT}
_MACHINE = record(
    {
        **_SHARED,
        "by": {"const": "machine"},
        "needs": TEXTS,
        "measures": {"type": "object", "additionalProperties": _MEASURE},
        "levels": {
            "type": "array",
            "prefixItems": [_FIRST],
            "items": record({"anchor": TEXT, **_WHEN}),
            "minItems": 4,
            "maxItems": 4,
        },
    }
)
_PERSON = record(
    {**_SHARED, "by": {"const": "person"}, "levels": {"type": "array", "items": _FIRST, "minItems": 4, "maxItems": 4}}
)
RUBRIC = record(
    {
        "criteria": {
            "type": "object",
            "additionalProperties": {
                "if": {"type": "object", "properties": {"by": {"const": "person"}}, "required": ["by"]},
                "then": _PERSON,
                "else": _MACHINE,
            },
        }
    }
)
NOTES = {
    "type": ["object", "null"],
    "additionalProperties": {
        **record({}, {"level": {"type": "integer", "minimum": 0, "maximum": 3}, "note": TEXT}),
        "minProperties": 1,
    },
}
