"""What the runner of a suite told, read as the claim it is: its shape is checked, what does not fit passed over."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.submission.text import clean
from grader.values import Value, read_tags

_SAYS = 2_000
_MOST = 50_000
Rows = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Played:
    """One turn as it went: `end` is `done` or says why not; `red` holds how and why; `skipped` the reasons."""

    end: str
    seconds: float
    red: Mapping[str, tuple[str, str]]
    skipped: Mapping[str, str]


NOT_PLAYED = Played("not_run", 0.0, {}, {})


@dataclass(frozen=True, slots=True)
class Made:
    """A call that a test made: name, args and context as the language spells them, on the records `store`."""

    test: str
    call: tuple[Value, Value, Value]
    store: str
    reply: Value = None


@dataclass(frozen=True, slots=True)
class Told:
    """All that was told. `idle` tests never get to the function; `calls` counts each test's calls of it."""

    collected: tuple[str, ...] = ()
    errors: tuple[tuple[str, str], ...] = ()
    turns: Mapping[str, Played] = field(default_factory=dict)
    calls: Mapping[str, int] = field(default_factory=dict)
    stores: Mapping[str, Rows] = field(default_factory=dict)
    made: tuple[Made, ...] = ()
    idle: frozenset[str] = frozenset()
    blind: frozenset[str] = frozenset()
    printed: str = ""

    def turn(self, name: str) -> Played:
        """A turn by its name; one that nobody told of was not played."""
        return self.turns.get(name, NOT_PLAYED)


def told(lines: Iterable[Mapping[str, Any]]) -> Told:
    """What the lines say."""
    read = _Reading()
    for line in lines:
        with contextlib.suppress(ValueError, KeyError, TypeError, RecursionError, AttributeError):
            read.take(line)
    return Told(
        tuple(read.collected), tuple(read.errors), read.turns, read.calls, read.stores, tuple(read.made),
        frozenset(read.idle), frozenset(read.blind), read.printed,
    )  # fmt: skip


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    collected: list[str] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)
    turns: dict[str, Played] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)
    stores: dict[str, Rows] = field(default_factory=dict)
    made: list[Made] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)
    blind: list[str] = field(default_factory=list)
    printed: str = ""

    def take(self, line: Mapping[str, Any]) -> None:
        """Take in one line. Raises whatever a line of another shape leads to."""
        match line:
            case {"collected": list(tests)}:
                self.collected = list(_names(tests))
            case {"error": where, "says": says}:
                self.errors.append((clean(str(where), 300), clean(str(says), _SAYS)))
            case {"turn": str(name), "end": str(end), "seconds": seconds, "red": dict(red), "skipped": dict(skipped)}:
                self.turns[name] = Played(clean(end, 100), float(seconds), dict(_red(red)), dict(_skipped(skipped)))
            case {"test": str(test), "calls": int(calls)}:
                self.calls[clean(test, 500)] = max(calls, self.calls.get(test, 0))
            case {"store": str(key), "rows": list(rows)}:
                self.stores[key] = {str(name): read_tags(row) for name, row in rows}
            case {"made": str(test), "call": [name, args, context], "store": str(store)} if len(self.made) < _MOST:
                call = (read_tags(name), read_tags(args), read_tags(context))
                self.made.append(Made(clean(test, 500), call, store, read_tags(line.get("reply"))))
            case {"idle": list(idle)}:
                self.idle = list(_names(idle))
                self.blind = list(_names(line.get("blind", ())))
            case {"printed": str(printed)}:
                self.printed = printed


def _names(tests: Iterable[Any]) -> Iterator[str]:
    return (clean(str(test), 500) for test in tests)


def _red(red: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, str]]]:
    for test, (how, says) in red.items():
        yield clean(test, 500), (str(how), clean(str(says), _SAYS))


def _skipped(skipped: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    return ((clean(test, 500), clean(str(reason), 300)) for test, reason in skipped.items())
