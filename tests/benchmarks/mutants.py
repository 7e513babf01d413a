"""What a mutant costs: the matrix beside the suite's own time, and beside other mutation testers on the same hand-in.

Everything here runs on one core. The matrix plays every test on every mutant, as it must to say what each test kills;
the others stop at the first test that is red, and mutmut leaves out tests that do not reach the mutated line.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from table import show, timed

from grader.checks import own_tests
from grader.exercise import Exercise, kit_folder
from grader.submission.handin import HandIn, take_in
from grader.submission.named_command import named_command
from grader.submission.sandbox import Open
from grader.submission.suites import Bench, suite_of

MOST = 15
"""Milliseconds that a mutant may cost beyond the suite's own running time."""
STARRED = own_tests.Options(jobs=1)
ONE = own_tests.Options(jobs=1, only=("scope-missing",))
COLLECTING = {"python": "--collect-only"}
PACKAGE = "tickets"
PROGRAMS = str(Path(sys.executable).parent)
COSMIC_RAY = """
[cosmic-ray]
module-path = "{package}"
timeout = 60.0
excluded-modules = []
test-command = "{python} -m pytest -x -q -p no:cacheprovider"
[cosmic-ray.distributor]
name = "local"
"""


@contextmanager
def one_core() -> Iterator[None]:
    """This process and all that it starts keep to one core, where the system lets them."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def mutants(exercise: Exercise) -> None:
    """The table for every model hand-in; the peers know only Python."""
    with one_core():
        for path in sorted(kit_folder("reference", exercise.name).iterdir()):
            with take_in(path, exercise) as handin:
                ours(path.name, exercise, handin)
        python = kit_folder("reference", exercise.name) / "python"
        for name, peer in (("mutmut", mutmut), ("cosmic-ray", cosmic_ray)):
            beside(name, peer, python)


def ours(name: str, exercise: Exercise, handin: HandIn) -> None:
    """The matrix: what one mutant more adds, and what of it is not the suite's own running time."""
    own = running_time(exercise, handin)
    few = timed(lambda: own_tests.judge(handin, exercise, ONE), tries=2)
    many = timed(lambda: own_tests.judge(handin, exercise, STARRED), tries=2)
    count = len(own_tests.judge(handin, exercise, STARRED).to_json()["mutants"])
    each = (many - few) / (count - 1)
    show(f"{name}: the suite's own running time", f"{own * 1000:.0f} ms")
    show(f"{name}: a mutant of {count}, every test played", f"{each * 1000:.0f} ms")
    more = f"{(each - own) * 1000:.0f} ms" if each > own else "none: it takes less"
    show(f"{name}: of that beyond the suite's own time", more, f"≤ {MOST} ms")


def running_time(exercise: Exercise, handin: HandIn) -> float:
    """Seconds that the hand-in's own command takes; less what collecting takes, where that is done once for all."""
    suite = suite_of(handin)
    assert suite is not None
    bench = Bench(handin, Open(), exercise.function[handin.language.spelling], named_command(handin))
    command = suite.find(bench)
    assert not isinstance(command, str)

    def seconds(*more: str) -> float:
        return min(float(suite.run(bench, [*command, *more])["seconds"]) for _ in range(5))

    collecting = COLLECTING.get(handin.language.name)
    return seconds() - (seconds(collecting) if collecting else 0.0)


def beside(name: str, peer: Callable[[Path], int], handin: Path) -> None:
    """A peer on a copy of the hand-in, its own start-up in it."""
    if not shutil.which(name, path=PROGRAMS):
        show(f"{name}", "not installed: pip install -e '.[bench]'")
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "hand-in"
        shutil.copytree(handin, copy, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        begun = time.perf_counter()
        count = peer(copy)
        seconds = time.perf_counter() - begun
    show(f"{name}: a mutant of {count}, up to the first red test", f"{seconds / count * 1000:.0f} ms", "for comparison")


def mutmut(copy: Path) -> int:
    """Run mutmut; how many mutants it made."""
    others = [path.name for path in copy.iterdir() if path.name not in (PACKAGE, "tests")]
    lines = ["[mutmut]", f"source_paths={PACKAGE}", "also_copy=", *(f"  {name}" for name in others)]
    (copy / "setup.cfg").write_text("\n".join(lines) + "\n")
    run(copy, "mutmut", "run", "--max-children", "1")
    run(copy, "mutmut", "export-cicd-stats")
    return int(json.loads((copy / "mutants" / "mutmut-cicd-stats.json").read_text())["total"])


def cosmic_ray(copy: Path) -> int:
    """Run cosmic-ray; how many mutants it made."""
    (copy / "cosmic-ray.toml").write_text(COSMIC_RAY.format(package=PACKAGE, python=sys.executable))
    run(copy, "cosmic-ray", "init", "cosmic-ray.toml", "session.sqlite")
    run(copy, "cosmic-ray", "exec", "cosmic-ray.toml", "session.sqlite")
    return len(run(copy, "cosmic-ray", "dump", "session.sqlite").splitlines())


def run(folder: Path, program: str, *words: str) -> str:
    """What an installed program prints; its error ends the benchmark."""
    argv = [f"{PROGRAMS}/{program}", *words]
    return subprocess.run(argv, cwd=folder, check=True, capture_output=True, text=True).stdout
