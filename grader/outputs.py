"""What grading leaves in files: a report, an index, and the formats that others read, each for whom it is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from grader import kept, terminal
from grader.batch import Graded
from grader.errors import WrongUsage
from grader.report.gradescope import results
from grader.report.html import page
from grader.report.index import index
from grader.report.junit import junit
from grader.report.labels import labels, numbers, veiled
from grader.report.markdown import markdown
from grader.report.table import Entry, comma_separated, table

CANDIDATE, INTERVIEWER = "candidate", "interviewer"
FOR_INTERVIEWERS = ("fix", "test")
"""What a finding says to those who teach alone."""
_ONE = ("report", "gradescope", "markdown")


@dataclass(frozen=True, slots=True)
class Outputs:
    """Which files to write (None: not asked for), whether names are hidden in them, and for whom they are."""

    report: Path | None = None
    junit: Path | None = None
    gradescope: Path | None = None
    markdown: Path | None = None
    index: Path | None = None
    csv: Path | None = None
    anon: bool = False
    audience: str = INTERVIEWER

    def check(self, *, several: bool) -> None:
        """Raises WrongUsage for what could not be written at the end."""
        for name in _ONE:
            if several and getattr(self, name):
                raise WrongUsage(None, None, f"--{name} writes one {_NAMES[name]}; grade one path at a time")
        for key, name in _NAMES.items():
            path: Path | None = getattr(self, key)
            if path and not path.absolute().parent.is_dir():
                raise WrongUsage(path, None, f"the folder for the {name} is not there; make it first")
        if self.index and self.index.exists() and not self.index.is_dir():
            raise WrongUsage(self.index, None, "is a file; --index takes a folder")

    def written(self) -> list[Path]:
        """Every path that these outputs write to or below."""
        return [path.resolve() for key in _NAMES if (path := getattr(self, key))]

    def names(self, paths: Sequence[Path]) -> list[str]:
        """What each hand-in is called in the files."""
        return numbers(labels(paths)) if self.anon else labels(paths)

    def told(self, graded: Graded, name: str) -> dict[str, Any]:
        """The grade or error as it is shown to those whom it is for."""
        told = meant_for(self.audience, graded.to_json())
        return veiled(told, graded.path, name) if self.anon else told


_NAMES = {
    "report": "report",
    "junit": "JUnit file",
    "gradescope": "Gradescope file",
    "markdown": "Markdown file",
    "index": "index",
    "csv": "CSV file",
}


def meant_for(audience: str, told: dict[str, Any]) -> dict[str, Any]:
    """A grade without what its reader is not to see."""
    if audience == INTERVIEWER or "findings" not in told:
        return told
    findings = [{key: found[key] for key in found if key not in FOR_INTERVIEWERS} for found in told["findings"]]
    return {**told, "findings": findings}


def write_report(outputs: Outputs, told: Mapping[str, Any]) -> Path | None:
    """Write the report that was asked for; its path when it is there."""
    return _put(outputs.report, "report", partial(page, dict(told))) if outputs.report else None


def write_all(outputs: Outputs, entries: Sequence[Entry]) -> None:
    """Write every other file that was asked for; one that cannot be written is told of and stops no other."""
    if outputs.index:
        _write_index(outputs.index, entries)
    if outputs.csv:
        _put(outputs.csv, "CSV file", lambda: comma_separated(table(entries)))
    if outputs.junit:
        _put(outputs.junit, "JUnit file", lambda: junit(entries))
    if outputs.markdown:
        _put(outputs.markdown, "Markdown file", lambda: markdown(entries[0].told))
    if outputs.gradescope:
        _put(outputs.gradescope, "Gradescope file", lambda: results(entries[0].told))


def _write_index(folder: Path, entries: Sequence[Entry]) -> None:
    """The index and the reports beside it, in a folder that is made where it is not there."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        terminal.error(f"the index cannot be written to {folder} ({error.strerror})")
        return
    made = []
    for entry, file in zip(entries, _files(entry.label for entry in entries), strict=True):
        there = "verdict" in entry.told and _put(folder / file, "report", partial(page, dict(entry.told)))
        made.append(Entry(entry.label, entry.told, file if there else None))
    _put(folder / "index.html", "index", lambda: index(made))


def _files(names: Iterable[str]) -> list[str]:
    """A file name for each report; no two are alike, letter case aside, and none is the index."""
    taken, files = {"index"}, []
    for name in names:
        stem = re.sub("[^A-Za-z0-9_-]+", "-", name).strip("-")[:60] or "hand-in"
        free = next(one for one in (stem, *(f"{stem}-{n}" for n in range(2, 10_000))) if one.casefold() not in taken)
        taken.add(free.casefold())
        files.append(f"{free}.html")
    return files


def _put(path: Path, what: str, make: Callable[[], str]) -> Path | None:
    try:
        kept.write(path, make())
    except OSError as error:
        terminal.error(f"the {what} cannot be written to {path} ({error.strerror})")
        return None
    return path
