"""The form of a review: what would not count as it stands, said by line; nothing of the sample is run."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from grader.practice.review.edits import slip
from grader.practice.review.key import Place
from grader.practice.review.sheet import Comment, Sheet, Slip
from grader.practice.review.sheet_shape import ALSO, EVIDENCE

AROUND = 2
"""So many lines around its place a quote may stand."""
WANTED = {
    "tier": "which tier it is",
    "blocking": "whether it blocks",
    "place": "the line",
    "contract": "what the contract answers",
    "sample": "what the sample answers",
    "why": "the harm",
    "fix": "the repair",
    "edit": "the repair as an edit",
    "test": "a test that goes red",
}
"""What a whole comment says, besides its input."""
_NOT_OF = {"survivor": {"contract", "sample", "edit", "fix"}, "claim": {"fix"}}
"""What comments with other evidence than an input need not say."""


def form_slips(sheet: Sheet, root: Path) -> Iterator[Slip]:
    """What would not count, in the order of the worksheet. `root` holds the sample."""
    for n, comment in enumerate(sheet.comments):
        yield from (
            Slip(sheet.written.line("comments", n, key), f"comment {n + 1}: {says}")
            for key, says in _comment(comment, root)
        )
    for n, line in enumerate(sheet.also):
        if not line.startswith(ALSO):
            yield Slip(sheet.written.line("also", n), f"also: begin each line with one of {', '.join(ALSO)}")
    if not sheet.good.say or sheet.good.case is None:
        yield Slip(sheet.written.line("good"), "good: say what is good, and a call that shows it")


def _comment(comment: Comment, root: Path) -> Iterator[tuple[str, str]]:
    """The key and the sentence of each slip."""
    if comment.empty:
        yield "", f"is empty; a comment brings one of {', '.join(EVIDENCE)}"
        return
    yield from (("place", why) for place in comment.places if (why := misplaced(root, place)))
    if comment.quote and comment.places and not quoted(root, comment):
        yield "quote", "these words do not stand at its place"
    if comment.claim and not claimed(root, comment.claim):
        yield "claim", "no document of the sample holds this sentence"
    yield from (("edit", f"edit: {why}") for edit in comment.edit if (why := slip(root, edit)))
    if comment.survivor and (why := slip(root, comment.survivor)):
        yield "survivor", f"survivor: {why}"
    left_out = [says for key, says in _wanted(comment).items() if not _given(comment, key)]
    if left_out:
        yield "", f"does not say {', '.join(left_out)}"


def _wanted(comment: Comment) -> dict[str, str]:
    kind = "survivor" if comment.survivor else "claim" if comment.claim else ""
    return {key: says for key, says in WANTED.items() if key not in _NOT_OF.get(kind, ())}


def _given(comment: Comment, key: str) -> bool:
    given = getattr(comment, "places" if key == "place" else key)
    return given is not None and given not in ("", ())


def misplaced(root: Path, place: Place) -> str | None:
    """Why there is no such place in the sample; None when there is."""
    lines = _lines(root, place.file)
    if lines is None:
        return f"the sample has no file {place.file!r}"
    return None if 1 <= place.first <= place.last <= len(lines) else f"{place.file} has {len(lines)} lines"


def quoted(root: Path, comment: Comment) -> bool:
    """Whether the quote stands at, or close to, a place of the comment."""
    return any(_stands(root, place, comment.quote or "") for place in comment.places)


def _stands(root: Path, place: Place, quote: str) -> bool:
    return _flat(quote) in _flat("\n".join(line for _, line in _around(root, place)))


def _around(root: Path, place: Place) -> list[tuple[int, str]]:
    """The lines at a place and close to it, with their numbers."""
    lines = list(enumerate(_lines(root, place.file) or [], 1))
    return lines[max(0, place.first - 1 - AROUND) : place.last + AROUND]


def settled(root: Path, comment: Comment) -> Comment:
    """The comment with each place moved to the lines of its quote, where that stands beside it, and once only."""
    if not comment.quote:
        return comment
    return replace(comment, places=tuple(_moved(root, place, _flat(comment.quote)) for place in comment.places))


def _moved(root: Path, place: Place, quote: str) -> Place:
    rows = [(n, flat) for n, line in _around(root, place) if (flat := _flat(line))]
    text, starts = " ".join(flat for _, flat in rows), list(accumulate((len(flat) + 1 for _, flat in rows), initial=0))
    hits = [hit.start() for hit in re.finditer(re.escape(quote), text)]
    if len(hits) != 1:
        return place
    first, last = (rows[bisect(starts, at) - 1][0] for at in (hits[0], hits[0] + len(quote) - 1))
    return place if first <= place.last and last >= place.first else Place(place.file, first, last)


def claimed(root: Path, quote: str) -> bool:
    """Whether a document of the sample holds these words, however they are broken into lines."""
    documents = (path for path in sorted(root.rglob("*.md")) if path.is_file())
    return any(_flat(quote) in _flat(path.read_text(encoding="utf-8")) for path in documents)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _lines(root: Path, file: str) -> list[str] | None:
    path = (root / file).resolve()
    inside = path.is_file() and path.is_relative_to(root.resolve())
    return path.read_text(encoding="utf-8").splitlines() if inside else None
