"""A manifest of the hand-in (a JSON file that some languages have) and the main files that it names."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader.submission.languages import Language


def main_files(root: Path, language: Language) -> set[str]:
    """The files that the manifest's first filled key names, as paths from the root; empty without a manifest."""
    manifest = language.manifest
    if manifest is None:
        return set()
    data = _json(root / manifest.file)
    named = next((data[key] for key in manifest.keys if data.get(key)), None)
    return {posixpath.normpath(leaf) for leaf in _leaves(named)}


def _json(path: Path) -> dict[str, Any]:
    """What the file holds; nothing when it is not there or no JSON object: then it names nothing."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _leaves(named: Any) -> Iterator[str]:
    match named:
        case str():
            yield named
        case dict():
            for part in named.values():
                yield from _leaves(part)
