"""How the tests of a hand-in in Python are found and run: pytest collects them, a runner plays them on adapters."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from .suite_words import DISCOVERED, Words, read

HERE = Path(__file__).parent
RUNNER = (
    *("suite_runner.py", "suite_task.py", "suite_plugins.py", "suite_script.py", "suite_forks.py"),
    *("suite_answers.py", "suite_watch.py", "suite_overlay.py", "driver_values.py"),
)
BENCH = ".takehome-bench"
PYTEST_FILES = ("test_*.py", "*_test.py")
NO_MODULE = re.compile(r"ModuleNotFoundError: No module named '([\w.]+)'")
NO_OPTION = re.compile(r"error: unrecognized arguments: (.+)")
NO_FIXTURE = re.compile(r"fixture '(\w+)' not found")
NOTHING_RAN = re.compile(r"no tests ran|collected 0 items|^Ran 0 tests", re.MULTILINE)
ENV = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
SECONDS = 120.0
Line = dict[str, Any]


def find(bench: Any) -> list[str] | str:
    """The words of the command that runs the tests: what was named, else what the files show; or why none is there."""
    if bench.named:
        return list(bench.named)
    files = [path for path in sorted(bench.root.rglob("*.py")) if BENCH not in path.parts]
    if any(path.match(pattern) for path in files for pattern in PYTEST_FILES):
        return ["python", "-m", "pytest"]
    if any(path.match(DISCOVERED) and "unittest" in path.read_text(errors="replace") for path in files):
        return ["python", "-m", "unittest"]
    near = [path.relative_to(bench.root).as_posix() for path in files if _tests_in(path)]
    hint = f"; {near[0]} holds functions that look like tests, in a file of another name" if near else ""
    return f"there is no file called {' or '.join(PYTEST_FILES)}, and no command is named in handin.yaml{hint}"


def _tests_in(path: Path) -> bool:
    return re.search(r"^\s*(?:async )?def test", path.read_text(errors="replace"), re.MULTILINE) is not None


def run(bench: Any, command: list[str]) -> Line:
    """Run the hand-in's own command once, as a stranger would."""
    words = _read(bench, command)
    ended = bench.start(words.argv, env=words.env, seconds=SECONDS)
    printed = ended.printed
    return {
        "status": ended.status,
        "printed": printed,
        "seconds": ended.seconds,
        "late": ended.late,
        "missing": _missing(bench, command, printed),
        "nothing": NOTHING_RAN.search(printed) is not None,
    }


def _read(bench: Any, command: list[str]) -> Words:
    return read(command, bench.program, Path(bench.program).parent)


def _missing(bench: Any, command: list[str], printed: str) -> list[str]:
    """What has to be installed first: modules that neither Python nor the hand-in brings, plugins of pytest.

    A module of tests that the command names is no package.
    """
    named = {word.partition(".")[0] for word in command}
    names = {name.partition(".")[0] for name in NO_MODULE.findall(printed)} - named
    modules = sorted(name for name in names if name not in sys.stdlib_module_names and not _is_own(bench.root, name))
    options = [f"whatever gives pytest the option {word}" for word in _options(printed)]
    return modules + options


def _options(printed: str) -> list[str]:
    found = NO_OPTION.search(printed)
    return [word for word in found[1].split() if word.startswith("-")] if found else []


def _is_own(root: Path, name: str) -> bool:
    """Whether the hand-in has a module of that name somewhere, or bears it itself."""
    return name == root.name or any(name in {path.stem, path.parent.name} for path in root.rglob("*.py"))


def play(bench: Any, command: list[str], turns: list[Line], marks: Line) -> Iterator[Line]:
    """Play the turns, and again from the first import on for those tests that a watch inside cannot see."""
    words = _read(bench, command)
    lines = _played(bench, words, turns, marks)
    for other in _otherwise(words):
        if not _collected(lines):
            words, lines = other, _played(bench, other, turns, marks)
    if not _collected(lines):
        yield from lines
        return
    blind, idle = _unseen(bench, words, turns, lines)
    yield {"blind": blind, "idle": idle}
    if blind:
        lines = merged(lines, _played(bench, words, list(_again(turns, lines, blind)), marks, afresh=True), blind)
    yield from lines


def _otherwise(words: Words) -> Iterator[Words]:
    """Where nothing is collected: a script is one test, that passes or fails as a whole; else all that is found."""
    if words.script:
        yield replace(words, arguments=[words.script])
    elif words.arguments:
        yield replace(words, arguments=[])


def _again(turns: list[Line], lines: list[Line], blind: list[str]) -> Iterator[Line]:
    """The turns for the blind tests; replies are spoiled only for calls that were seen while tests were collected."""
    early = {mark for line in lines if line.get("made") == "" for mark in line.get("marks", ())}
    for turn in turns:
        if "mark" not in turn or turn["mark"] in early:
            yield {key: each for key, each in turn.items() if key != "observe"} | {"only": blind}


def _collected(lines: list[Line]) -> list[str]:
    return next((line["collected"] for line in lines if "collected" in line), [])


def _unseen(bench: Any, words: Words, turns: list[Line], lines: list[Line]) -> tuple[list[str], list[str]]:
    """The tests that call the function where the watch does not see it, and those that never get to it at all."""
    told = next(line for line in lines if "collected" in line)
    if told["threads"]:
        return told["collected"], []
    tests = {line["test"]: line for line in lines if "calls" in line}
    noticing = _red_when_it_raises(turns, lines)
    silent = [test for test in told["collected"] if test in tests and not tests[test]["calls"] and test not in noticing]
    outside = {test for test, line in tests.items() if "process" in line["touched"]}
    suspects = sorted({*silent, *told["early"]})
    seen = {*told["early"], *outside, *(_red_without(bench, words, suspects) if suspects else ())}
    return sorted(seen), [test for test in silent if test not in seen]


def _red_when_it_raises(turns: list[Line], lines: list[Line]) -> set[str]:
    """The tests that saw every call raise: by their own calls, or by what a fixture or a test before them called."""
    names = {turn["name"] for turn in turns if turn["kind"] == "raises"}
    return {test for line in lines if line.get("turn") in names for test in line["red"]}


def _red_without(bench: Any, words: Words, suspects: list[str]) -> set[str]:
    """Those tests that turn red when the entry's own file raises on every call."""
    own = {"name": "own", "kind": "own", "only": suspects}
    turns = [own, {"name": "raises", "kind": "raises", "only": suspects}]
    ends = {line["turn"]: line["red"] for line in _played(bench, words, turns, {}, afresh=True) if "turn" in line}
    return set(ends.get("raises", {})) - set(ends.get("own", {}))


def _played(bench: Any, words: Words, turns: list[Line], marks: Line, *, afresh: bool = False) -> list[Line]:
    """What the runner reports of these turns."""
    task = {
        "turns": [_with_file(bench, turn) for turn in turns],
        "marks": marks,
        "entry": {"file": bench.entry.file, "function": bench.entry.function},
        "function": bench.function,
        "tests": {"folders": bench.tests.folders, "files": bench.tests.files},
        "arguments": words.arguments,
        "here": words.here,
        "script": words.script if words.arguments == [words.script] else None,
        "afresh": afresh,
        "jobs": bench.jobs,
        "seconds": bench.seconds,
    }
    files: dict[str, Path | str] = {name: HERE / name for name in RUNNER}
    files |= {f"adapters/{name}": adapter.folder for name, adapter in bench.adapters.items()} | {
        "task.json": json.dumps(task)
    }
    argv = [bench.program, *bench.flags, f"{BENCH}/{RUNNER[0]}", "{report}", f"{BENCH}/task.json"]
    seconds = bench.seconds + SECONDS
    ended = bench.start(argv, env={**ENV, **words.env}, seconds=seconds, files=files, place=BENCH)
    return [*ended.lines, {"printed": ended.printed, "status": ended.status}]


def _with_file(bench: Any, turn: Line) -> Line:
    """The turn, with the file of its adapter as it lies on the bench."""
    if "adapter" not in turn:
        return turn
    name = turn["adapter"]
    return {**turn, "file": f"adapters/{name}/{bench.adapters[name].entry}"}


def merged(lines: list[Line], again: list[Line], blind: list[str]) -> list[Line]:
    """The lines, those of `blind` tests as they were the second time."""
    second = {line["turn"]: line for line in again if "turn" in line}
    return [_merge(line, second[line["turn"]], set(blind)) if line.get("turn") in second else line for line in lines]


def _merge(first: Line, second: Line, blind: set[str]) -> Line:
    red = {test: why for test, why in first["red"].items() if test not in blind} | second["red"]
    end = first["end"] if first["end"] != "done" else second["end"]
    return {**first, "red": red, "end": end}
