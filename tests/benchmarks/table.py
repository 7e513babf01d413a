"""The table that the benchmarks print, and the clocks they read."""

from __future__ import annotations

import time
from collections.abc import Callable


def timed(work: Callable[[], object], *, tries: int = 3) -> float:
    """Seconds that `work` takes, the best of some tries."""
    return min(_once(work) for _ in range(tries))


def timed_once(work: Callable[[], object]) -> float:
    """Seconds that `work` takes."""
    return timed(work, tries=1)


def _once(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def show(what: str, figure: str, aim: str = "") -> None:
    """One line of the table."""
    print(f"{what:<56}{figure:>24}{f'   aim: {aim}' if aim else ''}".rstrip(), flush=True)
