"""How fast the grader is, beside plain pytest on the same hand-in: `make bench`. Prints figures; asserts nothing."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from mutants import mutants
from table import show, timed, timed_once

from grader.checks.asking import Asker
from grader.checks.round import Round
from grader.exercise import BEHAVIOUR, Exercise, kit_folder, load
from grader.grading.behaviour import behaviour as asked
from grader.grading.options import Options, starter
from grader.submission.handin import HandIn, take_in
from grader.submission.sandbox import Open, Sandbox
from grader.submission.tier import choose
from grader.submission.worker import Worker

NAME = "search_tickets"
REFERENCE = kit_folder("reference", NAME) / "python"
THIRTEEN = """
import pytest, yaml
from pathlib import Path
from tickets import execute_tool, fixture_records


CALLS = yaml.safe_load(Path({calls!r}).read_text())["calls"]
CONTEXTS = {contexts!r}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call["id"])
def test_call(call):
    due = call.get("expect") or {{"ok": False, "code": call["code"]}}
    assert execute_tool(call["tool"], call["args"], CONTEXTS[call["context"]], fixture_records()) == due
"""


def command(*args: str) -> Callable[[], object]:
    """A run of the kit in a process of its own."""
    return lambda: subprocess.run([sys.executable, "-m", "grader", *args], check=False, stdout=subprocess.DEVNULL)


def pipe(exercise: Exercise, handin: HandIn) -> None:
    """Calls a second through the pipe, judged."""
    cases = list(exercise.probes.pages(exercise))
    with Asker(exercise, starter(handin, Options())) as asker:
        seconds = timed(lambda: Round(asker).run(cases))
    show(f"the pipe with judging, {len(cases):,} calls", f"{len(cases) / seconds:,.0f} calls/s", "≥ 8,000 calls/s")


def behaviour(exercise: Exercise, handin: HandIn) -> None:
    """The behaviour part of one grade."""
    seconds = timed(lambda: asked(handin, exercise, Options()))
    show("the behaviour part of a grade", f"{seconds:.2f} s", "≤ 4 s")


def boxes(exercise: Exercise) -> None:
    """What the box costs a worker and a call, for each language that has a model hand-in."""
    for path in sorted(kit_folder("reference", NAME).iterdir()):
        with take_in(path, exercise) as handin:
            out, inside = (worker(exercise, handin, sandbox) for sandbox in (Open(), choose("auto")))
        begin, rate = (
            f"{inside[0] * 1000:.0f} against {out[0] * 1000:.0f} ms",
            f"{inside[1]:,.0f} against {out[1]:,.0f}",
        )
        show(f"{path.name}: worker start, in the box and out", begin, "≤ 10 ms more")
        show(f"{path.name}: calls/s, in the box and out", rate, "≤ 10 % less")


def worker(exercise: Exercise, handin: HandIn, sandbox: Sandbox) -> tuple[float, float]:
    """The median start in seconds, and the best calls a second."""
    starts = sorted(timed_once(lambda: Worker(handin, sandbox=sandbox).close()) for _ in range(9))
    with Worker(handin, sandbox=sandbox) as one:
        one.store("s", exercise.store)
        call = next(iter(exercise.probes.pages(exercise))).call
        context = exercise.context(call.context)
        seconds = timed(lambda: [one.call(call.tool, call.args, context, "s") for _ in range(4000)])
    return starts[len(starts) // 2], 4000 / seconds


def thirteen() -> None:
    """Plain pytest on the thirteen calls, for comparison."""
    exercise = load(NAME)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "hand-in"
        shutil.copytree(REFERENCE, copy)
        text = THIRTEEN.format(
            calls=str(exercise.folder / "calls" / "acceptance.yaml"), contexts=dict(exercise.contexts)
        )
        (copy / "tests" / "test_thirteen.py").write_text(text)
        run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_thirteen.py"]
        seconds = timed(lambda: subprocess.run(run, cwd=copy, check=True, stdout=subprocess.DEVNULL))
    show("plain pytest, the thirteen calls, start-up included", f"{seconds:.2f} s", "for comparison")


def many() -> None:
    """Ten hand-ins, one and two at a time."""
    ten = [str(REFERENCE)] * 10
    one, two = (
        timed_once(command("grade", *ten, "--json", "--only", ",".join(BEHAVIOUR), "--jobs", jobs))
        for jobs in ("1", "2")
    )
    show("behaviour of ten hand-ins, --jobs 1", f"{one:.1f} s", "")
    show("behaviour of ten hand-ins, --jobs 2", f"{two:.1f} s ({two / one:.0%})", "≤ 60 % of --jobs 1")


def memory() -> None:
    """The largest resident size of a child so far."""
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    show("memory of one grade", f"{most:.0f} MB", "≤ 150 MB")


def main() -> None:
    """Measure and print everything."""
    exercise = load(NAME)
    with take_in(REFERENCE, exercise) as handin:
        pipe(exercise, handin)
        behaviour(exercise, handin)
    acceptance = timed(command("grade", str(REFERENCE), "--only", "acceptance", "--json"))
    show("--only acceptance, start-up included", f"{acceptance:.2f} s", "≤ 0.6 s")
    thirteen()
    boxes(exercise)
    command("grade", str(REFERENCE), "--json")()
    memory()
    many()
    mutants(exercise)


if __name__ == "__main__":
    main()
