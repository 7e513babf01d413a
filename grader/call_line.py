"""A call on one line of text, as the terminal and the pytest skin show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.submission.text import clean
from grader.values import flat

_LEAST = 20
"""So many characters of the arguments are shown in any case."""


def call_line(case: dict[str, Any], width: int = 300) -> str:
    """A case on one line: `tool {"limit": 11} as NAME`, what came before it counted, the arguments cut to fit."""
    who = case["context"] if isinstance(case["context"], str) else flat(case["context"])
    tool = case["tool"] if isinstance(case["tool"], str) and case["tool"].isidentifier() else flat(case["tool"])
    rest = f" as {who}{_after(case['before'])}{_on(case['store'])}"
    args, room = flat(case["args"]), max(_LEAST, width - len(tool) - 1 - len(rest))
    return clean(f"{tool} {args if len(args) <= room else args[: room - 1] + '…'}{rest}", 2 * width)


def _after(before: Sequence[dict[str, Any]]) -> str:
    steps = sum(step.get("times", 1) for step in before)
    return f", after {steps} earlier call{'s' if steps > 1 else ''}" if steps else ""


def _on(store: Any) -> str:
    if isinstance(store, str):
        return ""
    return f", on a store of {len(store)}" if store else ", on an empty store"
