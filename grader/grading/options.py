"""How to grade: which checks, from which seed, with which limits, in which box."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from grader.exercise import BEHAVIOUR
from grader.shapes import CHECKS
from grader.submission.handin import HandIn
from grader.submission.sandbox import Open, Sandbox
from grader.submission.worker import Worker


@dataclass(frozen=True, slots=True)
class Options:
    """Checks, a seed, the seconds a call and loading may take, a box; `every_mutant`: not only those with a star.

    `cores`: so many may be used at once, where one hand-in can use more than one.
    """

    only: tuple[str, ...] = CHECKS
    seed: int = 0
    timeout: float = 2.0
    loading: float = 3.0
    sandbox: Sandbox = field(default_factory=Open)
    every_mutant: bool = False
    cores: int = field(default_factory=lambda: os.cpu_count() or 1)

    @property
    def behaviour(self) -> list[str]:
        """The checks that call the tool function."""
        return [check for check in BEHAVIOUR if check in self.only]


def starter(handin: HandIn, options: Options, patience: int = 1) -> Callable[[], Worker]:
    """What starts a fresh worker of this hand-in, with `patience` times the limits."""
    return lambda: Worker(
        handin, sandbox=options.sandbox, timeout=options.timeout * patience, loading=options.loading * patience
    )


def exporter(handin: HandIn, options: Options) -> Callable[[Sequence[str]], Worker]:
    """What starts a worker that gives the values of these exports when it has loaded."""
    return lambda names: Worker(handin, sandbox=options.sandbox, loading=options.loading, exports=names)
