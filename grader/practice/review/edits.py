"""An edit: a text of a file that stands there once, and what takes its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.shapes import TEXT, record

LINES = 15
"""So many lines an edit may take out, and so many it may put in: it repairs a place, and does not rewrite a file."""
EDIT = record({"file": TEXT, "old": TEXT, "new": {"type": "string"}})
EDITS = {"type": "array", "items": EDIT, "minItems": 1, "maxItems": 8}


@dataclass(frozen=True, slots=True)
class Edit:
    """In `file`, seen from the sample's top folder, `new` takes the place of `old`."""

    file: str
    old: str
    new: str


def read_edits(rows: Iterable[Mapping[str, Any]]) -> tuple[Edit, ...]:
    """The edits that a file writes."""
    return tuple(Edit(row["file"], row["old"], row["new"]) for row in rows)


def slip(root: Path, edit: Edit) -> str | None:
    """Why an edit cannot be made in `root`; None when it can."""
    path = (root / edit.file).resolve()
    if not path.is_relative_to(root.resolve()) or not path.is_file():
        return f"the sample has no file {edit.file!r}"
    for part, text in (("old", edit.old), ("new", edit.new)):
        if len(text.strip("\n").split("\n")) > LINES:
            return f"{part} has more than {LINES} lines; an edit repairs a place and does not rewrite the file"
    times = (root / edit.file).read_text(encoding="utf-8").count(edit.old)
    if times == 1:
        return None
    shared = not times and "\n" in edit.old
    lost = "; a block loses the blanks that its lines share: write |2, then two more than old has" if shared else ""
    return f"old stands {times} times in {edit.file}, not once: {edit.old[:60]!r}{lost}"


def make(root: Path, edits: Iterable[Edit]) -> str | None:
    """Make the edits in `root`, one after the other; why not, when one of them cannot be made."""
    for edit in edits:
        why = slip(root, edit)
        if why:
            return why
        path = root / edit.file
        path.write_text(path.read_text(encoding="utf-8").replace(edit.old, edit.new), encoding="utf-8")
    return None
