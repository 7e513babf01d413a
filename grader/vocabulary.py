"""The vocabulary of an exercise: its rules, tools, items, replies and paging, as the engine knows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of the contract, with why it matters and how to keep it."""

    id: str
    tier: str
    check: str
    title: str
    why: str
    fix: str
    place: int


@dataclass(frozen=True, slots=True)
class Tool:
    """What the engine knows of one tool: where its items stand in a reply, and which rule is whose."""

    name: str
    one: str | None
    many: str | None
    args: tuple[str, ...]
    rules: Mapping[str, str]

    @property
    def key(self) -> str:
        """The key of a success that holds the item or the items."""
        return str(self.one or self.many)


@dataclass(frozen=True, slots=True)
class Paging:
    """How the exercise pages: the tool, and the names of the parts that carry a page."""

    tool: str
    cursor: str
    limit: str
    items: str
    next: str
    id: str


@dataclass(frozen=True, slots=True)
class ReplyWords:
    """The words of a reply: the key that says success, the key of the code, and each code's rule when it is wrong.

    `early`: due code, then the code given, to the rule of the order that is broken when a session that may not read is
    told so. `otherwise`: the rule of a wrong code where the case's own speaks of a leak and nothing leaks.
    """

    ok: str
    code: str
    codes: Mapping[str, str | None]
    early: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    otherwise: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """The fields of an item: its id, the text that tells its owner, and all that may leave."""

    id: str
    text: str
    public: tuple[str, ...]
