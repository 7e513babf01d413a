"""The faults put in on purpose: which of them a hand-in's own tests noticed, the ones they missed first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.report.waffle import STEP, Waffle, waffle
from grader.report.words import OTHER, TIERS, Status, Tier, status, tier

ACROSS = 18  # glyphs on a line
LABEL, ROOM = 20, 12  # pixels above and under a block
_STATES = ("survived", "timeout", "not_run", "killed", "unseeable")


@dataclass(frozen=True, slots=True)
class Block:
    """The faults of one tier, drawn: `missed` of those that can be noticed; `top` in pixels."""

    tier: Tier
    missed: int
    of: int
    drawn: Waffle
    top: int


@dataclass(frozen=True, slots=True)
class Planted:
    """All faults: `missed` were not noticed, `rest` were or could not be; `blocks` draw them tier by tier."""

    missed: tuple[dict[str, Any], ...]
    rest: tuple[dict[str, Any], ...]
    blocks: tuple[Block, ...]

    @property
    def looks(self) -> tuple[Status, ...]:
        """What the glyphs mean, each once."""
        return tuple(dict.fromkeys(status(one.get("state")) for one in (*self.missed, *self.rest)))

    @property
    def noticed(self) -> int:
        return len([one for one in self.rest if one.get("state") == "killed"])

    @property
    def noticeable(self) -> int:
        return len(self.missed) + len(self.rest) - self.unseeable

    @property
    def unseeable(self) -> int:
        return sum(map(_unseeable, self.rest))

    @property
    def width(self) -> int:
        return STEP * ACROSS

    @property
    def height(self) -> int:
        return self.blocks[-1].top + self.blocks[-1].drawn.height + ROOM if self.blocks else 0


def planted(mutants: list[dict[str, Any]]) -> Planted:
    """The `mutants` of a grade's tests, the worst tier first and within it the missed ones."""
    ranked = sorted(mutants, key=_rank)
    missed = tuple(one for one in ranked if one.get("state") == "survived")
    rest = tuple(sorted((one for one in ranked if one.get("state") != "survived"), key=_state))
    return Planted(missed, rest, tuple(_blocks(mutants)))


def _blocks(mutants: list[dict[str, Any]]) -> list[Block]:
    blocks, top = list[Block](), 0
    for one in (*TIERS, OTHER):
        mine = [mutant for mutant in mutants if tier(mutant.get("tier")) == one]
        if mine:
            missed = sum(mutant.get("state") == "survived" for mutant in mine)
            drawn = waffle([status(mutant.get("state")) for mutant in mine], ACROSS)
            blocks.append(Block(one, missed, len(mine) - sum(map(_unseeable, mine)), drawn, top))
            top += LABEL + drawn.height + ROOM
    return blocks


def _unseeable(mutant: dict[str, Any]) -> bool:
    return mutant.get("state") == "unseeable"


def _rank(mutant: dict[str, Any]) -> int:
    return (*TIERS, OTHER).index(tier(mutant.get("tier")))


def _state(mutant: dict[str, Any]) -> int:
    name = str(mutant.get("state"))
    return _STATES.index(name) if name in _STATES else len(_STATES)
