"""The checklist of an exercise: phases with their minutes, checkpoints, what to give up first, what a plan holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from grader.exercise import kit_folder
from grader.practice.checklist_shape import SCHEMA
from grader.written import Written, read

FILE = "checklist.yaml"


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of the time: its names, when it is done, and what (`do`) comes first until an event is there."""

    id: str
    title: str
    words: tuple[str, ...]
    done: str
    do: str | None = None
    event: str | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """What lies there at the beginning, and the minutes of each phase from there on, in their order."""

    id: str
    says: str
    tool: str | None
    minutes: Mapping[str, int]

    def until(self, phase: str) -> int:
        """The minute by which a phase should be over."""
        names = list(self.minutes)
        return sum(self.minutes[name] for name in names[: names.index(phase) + 1])


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What should be so when a phase is over, and what to do when it is not."""

    by: str
    says: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Group:
    """A group of tests that a plan should name."""

    id: str
    title: str
    says: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanNeeds:
    """What a plan holds: its parts, which of them (from 1) hold tests and minutes, and how many things to give up."""

    parts: tuple[str, ...]
    tests: int
    minutes: int
    drop: int
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Checklist:
    """All of it; `minutes` is the cap, `language` that of a hand-in when none is named."""

    minutes: int
    language: str
    starts: Mapping[str, Start]
    phases: Mapping[str, Phase]
    checkpoints: tuple[Checkpoint, ...]
    drop_first: tuple[str, ...]
    never_drop: str
    plan: PlanNeeds

    @property
    def given(self) -> Start | None:
        """The start at which a tool lies there, or None."""
        return next((start for start in self.starts.values() if start.tool), None)

    def start(self, name: str) -> Start:
        """The start of a name; the last one, from nothing, for a name that is not known."""
        return self.starts.get(name) or list(self.starts.values())[-1]

    def phase(self, written: str, start: Start) -> Phase | None:
        """The phase of a start that a person's words for it mean."""
        word = written.strip().strip("*_`").lower().replace("_", " ")
        phases = [self.phases[name] for name in start.minutes]
        for phase in phases:
            if word in (phase.id.replace("_", " "), phase.title.lower(), *phase.words):
                return phase
        return next((phase for phase in phases if {*word.split()} & {*phase.words}), None)


@cache
def checklist(exercise: str) -> Checklist:
    """The checklist of the exercise called so. Raises KitError at the line of a slip."""
    written = read(kit_folder("rubric", exercise) / FILE, SCHEMA)
    _adds_up(written)
    data = written.data
    return Checklist(
        minutes=data["minutes"],
        language=data["language"],
        starts={key: Start(key, one["says"], one.get("tool"), one["phases"]) for key, one in data["starts"].items()},
        phases={
            key: Phase(key, one["title"], tuple(one["words"]), one["done"], **one.get("first", {}))
            for key, one in data["phases"].items()
        },
        checkpoints=tuple(Checkpoint(one["by"], one["says"], one["else"]) for one in data["checkpoints"]),
        drop_first=tuple(data["drop_first"]),
        never_drop=data["never_drop"],
        plan=_plan(data["plan"]),
    )


def _plan(data: Mapping[str, Any]) -> PlanNeeds:
    groups = tuple(Group(key, one["title"], one["says"], tuple(one["words"])) for key, one in data["groups"].items())
    return PlanNeeds(tuple(data["parts"]), data["tests"], data["minutes"], data["drop"], groups)


def _adds_up(written: Written) -> None:
    """The minutes of each start are all there are, and every phase named is known."""
    data = written.data
    for key, start in data["starts"].items():
        if sum(start["phases"].values()) != data["minutes"]:
            raise written.wrong(
                f"the phases of {key} add up to {sum(start['phases'].values())} and not to {data['minutes']}",
                *("starts", key, "phases"),
            )
        for phase in start["phases"]:
            if phase not in data["phases"]:
                raise written.wrong(f"no phase is called {phase!r}", "starts", key, "phases", phase)
    for n, point in enumerate(data["checkpoints"]):
        if any(point["by"] not in start["phases"] for start in data["starts"].values()):
            raise written.wrong(f"not every start has a phase {point['by']!r}", "checkpoints", n, "by")
