"""Texts that only look opaque: base64 with JSON inside, shown for what they say."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from typing import Any

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,4096}={0,2}")
MOST = 4  # texts shown with one finding


def opened(*values: Any) -> list[tuple[str, Any]]:
    """Each text within the values that reads as base64 JSON, with the object or list it holds; once each."""
    found: dict[str, Any] = {}
    for text in _texts(list(values)):
        inside = decoded(text)
        if inside is not None and len(found) < MOST:
            found.setdefault(text, inside)
    return list(found.items())


def decoded(text: str) -> dict[str, Any] | list[Any] | None:
    """The object or list inside a base64 text of either alphabet, padded or not; None when there is none."""
    if not _BASE64.fullmatch(text):
        return None
    bare = text.rstrip("=").replace("+", "-").replace("/", "_")
    try:
        inside = json.loads(base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4)))
    except (binascii.Error, ValueError, RecursionError):
        return None
    return inside if isinstance(inside, dict | list) else None


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from _texts(list(value.values()))
        case list():
            for item in value:
                yield from _texts(item)
