"""The predictions marked, as they are shown: sure and wrong first, each with the misreading behind it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from grader.checks.cases import Case, case_json
from grader.exercise import Exercise
from grader.practice.answers import SURE, Said, cases
from grader.practice.dial import BAD, GOOD, QUIET
from grader.practice.predict import Marked
from grader.report.words import call, count
from grader.submission.text import clean


def revealed(exercise: Exercise, rows: Sequence[Marked], behind: Mapping[str, str], width: int) -> list[Text]:
    """Every call; `behind`: a sentence for a wrong one. The count stands last."""
    known = cases(exercise)
    shown = [line for row in rows for line in _row(row, known[row.call], behind.get(row.call), min(width, 80))]
    return [*shown, Text(), Text(_counted(rows), "bold")]


def asked(case: Case) -> str:
    """A call on one line."""
    return call({key: part for key, part in case_json(case).items() if key in ("tool", "args", "context")})


def _row(row: Marked, case: Case, behind: str | None, width: int) -> Iterator[Text]:
    if row.right and row.said:
        yield _line(f"✓ {row.call:<4} {row.due}", f"  {SURE[row.said.sure]}", GOOD)
        return
    sign = "✗" if row.said else "·"
    said = SURE[row.said.sure] if row.said else "not predicted"
    yield _line(
        f"{sign} {row.call:<4} {_cut(asked(case), width - 9 - len(said))}", f"  {said}", BAD if row.said else ""
    )
    if row.said:
        yield Text(f"       yours  {row.said.answer}")
    yield Text(f"       due    {row.due}")
    for line in textwrap.wrap(clean(behind or "", 300), width - 7):
        yield Text(f"       {line}", QUIET)


def _line(left: str, right: str, style: str) -> Text:
    return Text(left, style).append(right, QUIET)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _counted(rows: Sequence[Marked]) -> str:
    said: list[tuple[Marked, Said]] = [(row, row.said) for row in rows if row.said]
    right = sum(row.right for row, _ in said)
    sure = [row.right for row, one in said if one.sure == max(SURE)]
    trust = f" Wrong of {count(len(sure), 'certain one')}: {sure.count(False) or 'none'}." if sure else ""
    return f"{right} of {count(len(rows), 'prediction')} right.{trust}"
