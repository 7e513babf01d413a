"""The shape of a review worksheet, and what is said of a part that does not fit it."""

from __future__ import annotations

import difflib
from typing import Any, cast

from jsonschema import ValidationError

from grader.practice.review.edits import EDIT, EDITS
from grader.practice.review.key import ASKED, STEPS
from grader.shapes import TEXT, TEXTS, TIERS, record

COMMENTS = 3
EVIDENCE = ("call", "steps", "survivor", "claim")
"""A comment brings one of these."""
ALSO = ("Nit:", "Optional:", "FYI:")
_CLAIM = record({"quote": TEXT}, {"call": ASKED, "steps": STEPS})
_ANSWER = {"type": ["string", "object"]}
_COMMENT = {
    **record(
        {},
        {"tier": {"enum": list(TIERS)}, "blocking": {"type": "boolean"}, "place": TEXT, "quote": TEXT}
        | {"call": ASKED, "steps": STEPS, "survivor": EDIT, "claim": _CLAIM}
        | {"contract": _ANSWER, "sample": _ANSWER, "why": TEXT, "fix": TEXT, "edit": EDITS, "test": TEXT},
    ),
    "type": ["object", "null"],
}
SHEET = record(
    {"comments": {"type": "array", "items": _COMMENT, "minItems": COMMENTS, "maxItems": COMMENTS}},
    {
        "sample": record({"language": TEXT}, {"seed": {"type": "integer", "minimum": 0}}),
        "also": {**TEXTS, "type": ["array", "null"]},
        "good": {**record({}, {"place": TEXT, "say": TEXT, "call": ASKED}), "type": ["object", "null"]},
    },
)
_KINDS = {"object": "keys with their values", "array": "a list", "string": "text", "boolean": "true or false"}


def said(error: ValidationError) -> str:
    """What is wrong with a part, and what was meant, in one sentence."""
    where = f"{_name(error)}: " if error.absolute_path else ""
    return f"{where}{_what(error)}"


def _name(error: ValidationError) -> str:
    steps = list(error.absolute_path)
    if steps[0] == "comments" and len(steps) > 1:
        return " ".join([f"comment {int(steps[1]) + 1}", ".".join(map(str, steps[2:]))]).strip()
    return ".".join(map(str, steps))


def _what(error: ValidationError) -> str:
    given, wanted = cast("Any", error.instance), cast("Any", error.validator_value)
    match error.validator:
        case "additionalProperties":
            return _unknown_key(given, list(cast("Any", error.schema)["properties"]))
        case "required":
            missing = [key for key in wanted if key not in given]
            return f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        case "enum":
            return f"{given!r} is none of {', '.join(wanted)}{_near(str(given), wanted)}"
        case "type":
            return f"must be {_kinds(wanted)}, but is {_shown(given)}"
        case "minLength":
            return "is empty; write it, or leave the key out"
    return _how_many(error)


def _how_many(error: ValidationError) -> str:
    if list(error.absolute_path) == ["comments"]:
        return f"there are {len(cast('Any', error.instance))}; a review has exactly {COMMENTS}, what blocks first"
    return str(error.message)


def _unknown_key(given: dict[str, Any], known: list[str]) -> str:
    key = next(key for key in given if key not in known)
    return f"there is no key {key!r} here; there are {', '.join(known)}{_near(key, known)}"


def _near(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, 1)
    return f"; did you mean {near[0]}?" if near else ""


def _kinds(kinds: Any) -> str:
    names = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join(_KINDS[kind] for kind in names if kind in _KINDS)


def _shown(given: Any) -> str:
    return "empty" if given is None else repr(given)[:60]
