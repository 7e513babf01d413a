"""How the tests of a hand-in on Node are found and run: by their own runner, on an entry that lets others answer."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .suite_words import Step, Words, package, read, script

HERE = Path(__file__).parent
PARTS = sorted(path.name for path in HERE.glob("suite_*.*js"))
BENCH, MODULES = ".takehome-bench", "node_modules"
SHOWN = f".takehome-modules/{MODULES}"
STEPS = ("suite_steps.mjs", "suite_modules.mjs")
TEST_FILES = re.compile(r"(?:^|[/.])(?:[^/]*[.-])?(?:test|spec)\.[cm]?[jt]sx?$|_test\.[cm]?[jt]s$")
NO_PACKAGE = re.compile(r"Cannot find (?:package|module) '((?:@[\w.-]+/)?[\w][\w.-]*)")
NOT_RESOLVED = re.compile(r"(?:Failed to resolve import|Could not resolve) [\"']((?:@[\w.-]+/)?[\w][\w.-]*)")
NOTHING_RAN = re.compile(r"^(?:#|ℹ) tests 0$|No tests? (?:files? )?found|^\s*0 passing", re.MULTILINE)  # noqa: RUF001 - Node's own sign
NO_FILE = re.compile(r"[^*?{-][^*?{]*/|(?:[^*?{-][^*?{]*/)?[^*?{./-][^*?{./]*")
"""A word after `node --test` that names a folder, and that version 20 reads as all the tests in it."""
LOCKS = {"package-lock.json": "npm ci", "yarn.lock": "yarn install", "pnpm-lock.yaml": "pnpm install"}
PROGRAMS = {"node"}
SECONDS = 120.0
Line = dict[str, Any]


@dataclass(frozen=True)
class WithModules:
    """A sandbox that shows the packages that lie installed in the hand-in's own folder; they are never copied."""

    inner: Any
    modules: Path

    def suite_command(self, job: Any) -> Any:
        """The command of the sandbox inside, with the folder bound."""
        return self.inner.suite_command(replace(job, bound={**job.bound, SHOWN: self.modules}))


# ---- find ----


def find(bench: Any) -> list[str] | str:
    """The words of the command that runs the tests: what was named, else what the files show; or why there is none."""
    if bench.named:
        return list(bench.named)
    if script(bench.root, "test") is not None:
        return ["npm", "test"]
    files = sorted(path.relative_to(bench.root).as_posix() for path in bench.root.rglob("*") if path.is_file())
    if any(TEST_FILES.search(file) for file in files):
        return ["node", "--test"]
    return "no command is named in handin.yaml or under scripts.test in package.json, and no file is called *.test.*"


# ---- run ----


def run(bench: Any, command: list[str]) -> Line:
    """Run the hand-in's own command once, as a stranger would; an installer among its steps is left out."""
    words = _read(bench, command)
    if isinstance(words, str):
        return _not_started(f"`{' '.join(command)}` cannot be run: {words}")
    absent = _absent_programs(bench, words)
    if absent:
        return {**_not_started(f"there is no program called {absent[0]} here"), "missing": _to_install(bench, absent)}
    ended = _started(bench, words)
    return {
        "status": ended.status,
        "printed": ended.printed,
        "seconds": ended.seconds,
        "late": ended.late,
        "missing": _to_install(bench, _missing(bench, ended.printed)) if ended.status else [],
        "nothing": NOTHING_RAN.search(ended.printed) is not None,
        "excuse": _excuse(words),
    }


def _excuse(words: Words) -> str:
    """Why the command may well run on another version of Node; empty when nothing speaks for it."""
    folders = [word for word in words.arguments if words.kind == "node" and NO_FILE.fullmatch(word)]
    if not folders:
        return ""
    pattern = f"{folders[0].rstrip('/')}/**/*.test.*"
    return f"from version 22 on, `node --test` takes files and patterns, no folders; write it as '{pattern}'"


def _not_started(says: str) -> Line:
    return {"status": 127, "printed": says, "seconds": 0.0, "late": False, "missing": [], "nothing": False}


def _read(bench: Any, command: list[str]) -> Words | str:
    try:
        return read(bench.root, command)
    except ValueError as error:
        return str(error)


def _started(bench: Any, words: Words) -> Any:
    """The command as it is; a small program starts its steps when there are several, or packages to lay out."""
    shown = _with_modules(bench)
    if shown is bench and len(words.steps) == 1:
        return bench.start(_argv(bench, words.test), env=words.test.env, seconds=SECONDS)
    task = [{"argv": _argv(bench, step), "env": step.env} for step in words.steps]
    files = {**{name: HERE / name for name in STEPS}, "task.json": json.dumps(task)}
    argv = [bench.program, f"{BENCH}/{STEPS[0]}", f"{BENCH}/task.json"]
    return shown.start(argv, seconds=SECONDS, files=files, place=BENCH)


def _argv(bench: Any, step: Step) -> list[str]:
    program, *rest = step.argv
    return [bench.program if program in PROGRAMS else program, *rest]


def _with_modules(bench: Any) -> Any:
    """The bench, with the packages that lie installed in the hand-in's own folder."""
    modules = bench.handin.origin.resolve() / MODULES
    if modules.is_symlink() or not modules.is_dir():
        return bench
    return replace(bench, sandbox=WithModules(bench.sandbox, modules))


def _absent_programs(bench: Any, words: Words) -> list[str]:
    """The programs that neither the system nor the hand-in's packages bring."""
    programs = {step.argv[0] for step in words.steps} - PROGRAMS
    folder = bench.handin.origin.resolve() / MODULES / ".bin"
    return sorted(name for name in programs if not _is_there(bench.root, folder, name))


def _is_there(root: Path, folder: Path, name: str) -> bool:
    if "/" in name:
        return not name.startswith(f"{MODULES}/") or (folder.parent.parent / name).exists() or (root / name).exists()
    return (folder / name).exists() or shutil.which(name, path="/usr/bin:/bin") is not None


def _missing(bench: Any, printed: str) -> list[str]:
    """The packages that Node looked for and did not find, the hand-in's own name left out."""
    names = {*NO_PACKAGE.findall(printed), *NOT_RESOLVED.findall(printed)}
    return sorted(names - {package(bench.root).get("name")})


def _to_install(bench: Any, names: list[str]) -> list[str]:
    """What has to be installed, with the line that does it."""
    if not names:
        return []
    lock = next((line for lock, line in LOCKS.items() if (bench.root / lock).is_file()), "npm install")
    listed = any(package(bench.root).get(key) for key in ("dependencies", "devDependencies"))
    line = lock if listed else f"npm install {' '.join(names)}"
    return [*names[:-1], f"{names[-1]} (install with `{line}`)"]


# ---- play ----


def play(bench: Any, command: list[str], turns: list[Line], marks: Line) -> Iterator[Line]:
    """Play the turns, each in processes of its own."""
    words = _read(bench, command)
    if isinstance(words, str):
        yield {"printed": f"`{' '.join(command)}` cannot be run: {words}"}
        return
    bench = _with_modules(bench)
    files: dict[str, Path | str] = {name: HERE / name for name in PARTS}
    files |= {f"adapters/{name}": adapter.folder for name, adapter in bench.adapters.items()}
    files["task.json"] = json.dumps(_task(bench, command, words, turns, marks))
    argv = [bench.program, f"{BENCH}/suite_runner.mjs", "{report}", f"{BENCH}/task.json"]
    ended = bench.start(argv, seconds=bench.seconds + SECONDS, files=files, place=BENCH)
    yield from ended.lines
    yield {"printed": ended.printed}


def _task(bench: Any, command: list[str], words: Words, turns: list[Line], marks: Line) -> Line:
    """All that the runner is to know."""
    entry = bench.handin.language.entry
    return {
        "turns": [_with_file(bench, turn) for turn in turns],
        "marks": marks,
        "entry": {"file": bench.entry.file, "function": bench.entry.function},
        "function": bench.function,
        "patterns": {"noise": entry.noise, "defines": entry.defines},
        "tests": {"folders": bench.tests.folders, "files": bench.tests.files},
        "command": " ".join(command),
        "before": [{"argv": _argv(bench, step), "env": step.env} for step in words.before],
        "test": {"argv": _argv(bench, words.test), "env": words.test.env},
        "runner": {"kind": words.kind, "flags": words.flags, "arguments": words.arguments},
        "bench": BENCH,
        "jobs": bench.jobs,
        "seconds": bench.seconds,
    }


def _with_file(bench: Any, turn: Line) -> Line:
    """The turn, with the file of its adapter as it lies on the bench."""
    if "adapter" not in turn:
        return turn
    name = turn["adapter"]
    return {**turn, "file": f"adapters/{name}/{bench.adapters[name].entry}"}
