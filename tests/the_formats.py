"""Grades to be written in every format, hostile ones among them, and the golden files that they must give."""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grader.outputs import CANDIDATE, meant_for
from grader.report.gradescope import results
from grader.report.index import index
from grader.report.junit import junit
from grader.report.markdown import markdown
from grader.report.table import Entry, comma_separated, table

FOLDER = Path(__file__).parent / "formats"
ERROR = {"schema": "error/1", "exit": 2, "error": "there is no dan.zip; give the folder or archive of a hand-in"}
NASTY = "</script><img src=x onerror=1>]]>-->`````|\\|*_[x](javascript:1)\r\n# =1+1\x1b[31m\x00\u202e\ud800 @all #1"
TAME = re.sub("[^A-Za-z0-9 ]", "X", NASTY)
KEPT = {"schema", "verdict", "status", "tier", "check", "state", "sandbox", "graded_at"}
"""What the kit alone writes: it takes no text of a hand-in."""


def grade(name: str) -> dict[str, Any]:
    """A grade of `tests/formats/grades`."""
    read: dict[str, Any] = json.loads((FOLDER / f"grades/{name}.json").read_text(encoding="utf-8"))
    return read


def entries() -> list[Entry]:
    """Four hand-ins: flawed, ready, not judged, and one that is not there."""
    named = [("ana", "flawed"), ("ben", "ready"), ("cleo", "not_judged")]
    return [Entry(name, grade(file), f"{name}.html") for name, file in named] + [Entry("dan.zip", ERROR)]


def with_texts(value: Any, text: str) -> Any:
    """The same with every text that could come from a hand-in replaced."""
    match value:
        case dict():
            return {key: part if key in KEPT else with_texts(part, text) for key, part in value.items()}
        case list():
            return [with_texts(part, text) for part in value]
        case str():
            return text
    return copy.copy(value)


def unstyled(page: str) -> str:
    """A page without its style and the hash of it."""
    page = re.sub(r"<style>.*?</style>", "<style></style>", page, flags=re.DOTALL)
    return re.sub(r"sha256-[^']+", "sha256-", page)


GOLDEN: dict[str, Callable[[], str]] = {
    "index.html": lambda: unstyled(index(entries())),
    "hand-ins.csv": lambda: comma_separated(table(entries())),
    "junit.xml": lambda: junit(entries()),
    "flawed.md": lambda: markdown(grade("flawed")),
    "candidate.md": lambda: markdown(meant_for(CANDIDATE, grade("flawed"))),
    "not_judged.md": lambda: markdown(grade("not_judged")),
    "error.md": lambda: markdown(ERROR),
    "flawed.gradescope.json": lambda: results(grade("flawed")),
    "not_judged.gradescope.json": lambda: results(grade("not_judged")),
}


def is_golden(name: str) -> bool:
    """Whether a file is still what is made; to renew all of them: python tests/the_formats.py."""
    return (FOLDER / name).read_bytes() == GOLDEN[name]().encode()


if __name__ == "__main__":
    for name, make in GOLDEN.items():
        (FOLDER / name).write_bytes(make().encode())
        sys.stdout.write(f"{FOLDER / name}\n")
