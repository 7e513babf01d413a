"""The script of an interview: its subjects with what a strong answer covers, the levels, the closing list."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

from grader.exercise import kit_folder
from grader.grading.questions import questions
from grader.shapes import TEXT, TEXTS, record
from grader.written import Written, read

FILE = "interview.yaml"
TOP = 3
_MINUTES = {"type": "integer", "minimum": 1}
_WHEN = {"type": "object", "maxProperties": 1}
SCHEMA = record(
    {
        "minutes": _MINUTES,
        "levels": {**TEXTS, "minItems": TOP + 1, "maxItems": TOP + 1},
        "subjects": {
            "type": "object",
            "additionalProperties": record({"title": TEXT, "minutes": _MINUTES, "ask": TEXT, "strong": TEXTS}),
        },
        "made": record({"minutes": _MINUTES, "strong": TEXTS}),
        "closing": {
            "type": "array",
            "items": record(
                {"says": TEXT},
                {"when": {**_WHEN, **record({}, {"checks": TEXTS, "noticed": TEXT, "event": TEXT})}},
            ),
        },
    }
)


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing to talk about: what is asked, and what a strong answer covers; `source`: what it was made from."""

    id: str
    title: str
    minutes: int
    ask: str
    strong: tuple[str, ...]
    source: str = "standing"


@dataclass(frozen=True, slots=True)
class Close:
    """A line of the closing list; `when` is what the machine can see of it, by kind."""

    says: str
    when: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Script:
    """All that an interview needs; `made` holds the minutes and strong points of a question made from a grade."""

    minutes: int
    levels: tuple[str, ...]
    standing: tuple[Subject, ...]
    made: tuple[int, tuple[str, ...]]
    closing: tuple[Close, ...]

    def subjects(self, grade: Mapping[str, Any] | None) -> list[Subject]:
        """The standing subjects, and those made from a grade."""
        found = {one.id: one for one in self.standing}
        for question in questions(grade) if grade else ():
            one = self._made(question, found)
            found[one.id] = one
        return list(found.values())

    def _made(self, question: Mapping[str, str], known: Collection[str]) -> Subject:
        minutes, strong = self.made
        source = question["from"]
        name = f"made_{_slug(source)}"
        free = next(each for n in count(1) if (each := name if n == 1 else f"{name}_{n}") not in known)
        return Subject(free, "From your grade", minutes, question["text"], strong, source)


def _slug(text: str) -> str:
    return re.sub(r"\W+", "_", text.lower(), flags=re.ASCII).strip("_")[:60]


@cache
def script(exercise: str) -> Script:
    """The script of the exercise called so. Raises KitError at the line of a slip."""
    written: Written = read(kit_folder("rubric", exercise) / FILE, SCHEMA)
    data = written.data
    return Script(
        minutes=data["minutes"],
        levels=tuple(data["levels"]),
        standing=tuple(
            Subject(key, one["title"], one["minutes"], one["ask"], tuple(one["strong"]))
            for key, one in data["subjects"].items()
        ),
        made=(data["made"]["minutes"], tuple(data["made"]["strong"])),
        closing=tuple(Close(one["says"], one.get("when", {})) for one in data["closing"]),
    )
