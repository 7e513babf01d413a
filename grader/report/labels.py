"""What several hand-ins are called where they stand together: short names that differ, or numbers that hide them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

_FREE = ("error", "not_judged", "why_not", "says")
"""Where the kit's own sentences stand, which may name a path."""


def labels(paths: Sequence[Path]) -> list[str]:
    """A name for each path: its last part, and as many parts before it as tell it from the others."""
    whole = [path.resolve().parts for path in paths]
    return _numbered([_shortest(parts, whole) for parts in whole])


def _shortest(parts: tuple[str, ...], whole: Sequence[tuple[str, ...]]) -> str:
    others = [other for other in whole if other != parts]
    for n in range(1, len(parts) + 1):
        if all(other[-n:] != parts[-n:] for other in others):
            return "/".join(parts[-n:])
    return "/".join(parts[1:]) or "/"


def _numbered(names: Sequence[str]) -> list[str]:
    """A name that stands there more than once gets a number from its second time on."""
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return made


def numbers(names: Sequence[str]) -> list[str]:
    """`hand-in 1` to `hand-in n`, numbered in an order that the alphabet does not give away, always the same."""
    mixed = sorted(range(len(names)), key=lambda n: sha256(names[n].encode(errors="surrogatepass")).digest())
    return [f"hand-in {mixed.index(n) + 1}" for n in range(len(names))]


def veiled(told: dict[str, Any], path: Path, number: str) -> dict[str, Any]:
    """A grade or an error with the number in place of the name and of every form of the path.

    What the hand-in itself says, such as its lines of code, stays as it is.
    """
    forms = {str(path), str(path.absolute()), str(path.resolve())} - {".", "/", path.name}
    paths = sorted(forms, key=len, reverse=True)
    name = re.compile(rf"(?<![\w.-]){re.escape(path.resolve().name)}(?![\w-])")
    veil = {key: _without(value, paths, name, number, free=key in _FREE) for key, value in told.items()}
    return {**veil, "name": number} if "name" in told else veil


def _without(value: Any, paths: Sequence[str], name: re.Pattern[str], number: str, *, free: bool) -> Any:
    match value:
        case dict():
            return {key: _without(part, paths, name, number, free=key in _FREE) for key, part in value.items()}
        case list():
            return [_without(part, paths, name, number, free=free) for part in value]
        case str():
            for path in paths:
                value = value.replace(path, number)
            return name.sub(number, value) if free else value
    return value
