"""What an event of each kind holds: fields that are read again must have their type; kinds not named here are free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_Kinds = tuple[type, ...]
_SHAPES: dict[str, dict[str, _Kinds]] = {
    "start": {"exercise": (str,), "given": (str, type(None))},
    "plan.lock": {"hash": (str,), "text": (str,), "phases": (list,), "struck": (dict,), "drop": (list,)},
    "predict.one": {"call": (str,), "said": (dict,)},
    "predict.seal": {"said": (dict,)},
    "clock.start": {"exercise": (str,), "start": (str,)},
    "clock.done": {"phase": (str,)},
    "clock.pause": {},
    "clock.away": {"start": (str,), "end": (str,)},
    "clock.resume": {},
    "clock.drop": {"what": (str,), "how": (str, type(None))},
    "clock.note": {"text": (str,)},
    "clock.handin": {"hash": (str,), "files": (int,)},
    "clock.undo": {"line": (int,)},
    "grade": {
        **dict[str, _Kinds](verdict=(str,), passed=(int,), of=(int,), suite=(str,)),
        **dict[str, _Kinds](calls=(dict,), failed=(dict,), rules=(list,)),
    },
    "interview.answer": {"subject": (str,), "text": (str,), "notes": (str,), "level": (int,)},
    "interview.done": {"file": (str,)},
    "reference": {"anyway": (bool,)},
}


def fits(data: Mapping[str, Any]) -> bool:
    """Whether the fields that its kind needs are there, each of its type."""
    shape = _SHAPES.get(str(data.get("event")), {})
    return all(key in data and isinstance(data[key], kinds) for key, kinds in shape.items())
