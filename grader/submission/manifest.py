"""A manifest of the hand-in (a JSON file that some languages have) and the main files that it names."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader.submission.languages import Language


def main_files(root: Path, language: Language) -> set[str]:
    """The files that the manifest's first filled key can mean, as paths from the root; empty without a manifest."""
    manifest = language.manifest
    if manifest is None:
        return set()
    data = _json(root / manifest.file)
    named = next((data[key] for key in manifest.keys if data.get(key)), None)
    return {file for leaf in _leaves(named) for file in meant_files(leaf, language)}


def meant_files(path: str, language: Language) -> Iterator[str]:
    """The files that a path may mean: itself, with a suffix of the language, or the file that speaks for a folder."""
    plain = posixpath.normpath(path)
    yield plain
    for suffix in language.suffixes:
        yield plain + suffix
        if language.package is not None:
            yield posixpath.normpath(f"{plain}/{language.package.marker}{suffix}")


def _json(path: Path) -> dict[str, Any]:
    """What the file holds; nothing when it is not there or no JSON object: then it names nothing."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _leaves(named: Any) -> Iterator[str]:
    match named:
        case str():
            yield named
        case dict():
            yield from _leaves([*named.values()])
        case list():
            for part in named:
                yield from _leaves(part)
