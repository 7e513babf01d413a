"""The words of a command that runs tests on Node: the programs it starts in turn, and which of them is the test runner."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEPTH = 5
INSTALLS = re.compile(r"^(?:npm|pnpm|yarn|bun)\s+(?:install|ci|i|add|update)\b|^(?:yarn|corepack)(?:\s|$)(?!\s*\w)")
ENV = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
NEEDS_A_SHELL = re.compile(r"[|<>`;]|\$\(")
UNSET = re.compile(r"no test specified")
VALUED = {
    *("--import", "-r", "--require", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file"),
    *("--test-name-pattern", "--test-skip-pattern", "--test-timeout", "--test-concurrency", "--test-reporter"),
    *("--test-reporter-destination", "--test-shard", "--test-isolation", "--stack-trace-limit", "--input-type"),
}
DROPPED = re.compile(
    r"--test(?:-reporter(?:-destination)?|-concurrency|-isolation|-force-exit|-shard|-update-snapshots|-coverage-\w+)?"
    r"|--experimental-test-(?:coverage|isolation)|--watch(?:-\w+)*|--check"
)
OF_JEST = re.compile(r"--(?:coverage|watch|watchAll|json|outputFile|reporters?|verbose|silent|ci|bail|runInBand|maxWorkers)")
OF_VITEST = re.compile(r"--(?:coverage|watch|reporter|outputFile|bail|pool|no-file-parallelism|run|ui|silent)|-w|-u")
AROUND = {"c8", "nyc", "cross-env", "dotenv"}
SCRIPT_RUNNERS = {"npm", "pnpm", "yarn"}


@dataclass(frozen=True)
class Step:
    """A program with its arguments, and what is set in the environment before it."""

    argv: list[str]
    env: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Words:
    """A command: the steps before the tests, then the step `test` that runs them.

    `kind`: the runner (node, jest, vitest, or whole when none is known). `flags` go to Node, `arguments` to the runner;
    for node they are its files.
    """

    before: list[Step]
    test: Step
    kind: str
    flags: list[str]
    arguments: list[str]

    @property
    def steps(self) -> list[Step]:
        """All that is started, in order."""
        return [*self.before, self.test]


def package(root: Path) -> dict[str, Any]:
    """What package.json says; nothing when it is not there, or no JSON object."""
    try:
        found = json.loads((root / "package.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def script(root: Path, name: str) -> str | None:
    """A script of package.json; None when it is not there, or only says that there are no tests."""
    scripts = package(root).get("scripts")
    text = scripts.get(name) if isinstance(scripts, dict) else None
    return text if isinstance(text, str) and text.strip() and not UNSET.search(text) else None


def read(root: Path, command: list[str]) -> Words:
    """What a command comes down to. Raises ValueError, with a phrase, for one that only a shell could run."""
    steps = list(_steps(root, command, {}, DEPTH))
    if not steps:
        raise ValueError("it starts no program")
    known = [n for n, step in enumerate(steps) if _runner(root, step.argv)[0] != "whole"]
    at = known[-1] if known else len(steps) - 1
    return Words(steps[:at], steps[at], *_runner(root, steps[at].argv))


# ---- from words to programs ----


def _steps(root: Path, words: list[str], env: dict[str, str], depth: int) -> Iterator[Step]:
    """The programs that some words start, scripts of package.json taken apart."""
    if not depth:
        raise ValueError("its scripts call one another without end")
    words, env = _without_env(words, env)
    called = _called(root, words)
    if called is not None:
        yield from _script(root, *called, env, depth)
    elif words:
        yield Step(_unwrapped(words), env)


def _without_env(words: list[str], env: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """The words without the settings before them."""
    env = dict(env)
    while words and (words[0] == "cross-env" or ENV.fullmatch(words[0])):
        found = ENV.fullmatch(words[0])
        if found:
            env[found[1]] = found[2]
        words = words[1:]
    return words, env


def _called(root: Path, words: list[str]) -> tuple[str, list[str]] | None:
    """The script that the words call, and what they give it."""
    match words:
        case [name, "run" | "run-script", script_name, *rest] if name in SCRIPT_RUNNERS:
            return script_name, _given(rest)
        case [name, "test" | "t" | "tst", *rest] if name in SCRIPT_RUNNERS:
            return "test", _given(rest)
        case ["yarn" | "pnpm", script_name, *rest] if script(root, script_name) is not None:
            return script_name, _given(rest)
    return None


def _given(rest: list[str]) -> list[str]:
    return [word for word in rest if word not in ("--", "-s", "--silent")]


def _script(root: Path, name: str, given: list[str], env: dict[str, str], depth: int) -> Iterator[Step]:
    """The programs of a script, those of the script before it first; what it is given goes to the last one."""
    text = script(root, name)
    if text is None:
        raise ValueError(f"package.json has no script {name!r}")
    before = script(root, f"pre{name}")
    parts = [(part, []) for part in before.split("&&")] if before else []
    *first, last = text.split("&&")
    for part, more in [*parts, *((part, list[str]()) for part in first), (last, given)]:
        if not INSTALLS.search(part.strip()):
            yield from _steps(root, [*_split(part), *more], env, depth - 1)


def _split(text: str) -> list[str]:
    if NEEDS_A_SHELL.search(text):
        raise ValueError(f"only a shell could run `{text.strip()}`")
    return shlex.split(text)


def _unwrapped(words: list[str]) -> list[str]:
    """The words without what only looks for the program: `npx`, `npm exec`."""
    match words:
        case ["npx" | "pnpx" | "bunx", *rest]:
            return _program(rest) or words
        case ["npm" | "pnpm" | "yarn", "exec" | "dlx", *rest]:
            return _program(rest) or words
        case ["yarn" | "pnpm", *rest] if rest and not rest[0].startswith("-"):
            return rest
    return words


def _program(rest: list[str]) -> list[str]:
    while rest and rest[0].startswith("-"):
        rest = rest[1:]
    return rest


# ---- from programs to runners ----


def _runner(root: Path, argv: list[str]) -> tuple[str, list[str], list[str]]:
    """The kind of runner, the flags for Node, the arguments for the runner."""
    while argv and Path(argv[0]).name in AROUND:
        argv = _program(argv[1:])
    match argv:
        case [program, *rest] if Path(program).stem in ("node", "tsx"):
            return _of_node(root, Path(program).stem, rest)
        case [program, *rest] if Path(program).name == "jest":
            return "jest", [], _kept(rest, OF_JEST)
        case [program, *rest] if Path(program).name == "vitest":
            return "vitest", [], _of_vitest(rest)
    return "whole", [], []


def _of_node(root: Path, program: str, words: list[str]) -> tuple[str, list[str], list[str]]:
    flags, rest, tests = _flags(words)
    hooks = ["--import", "tsx"] if program == "tsx" else []
    if tests:
        return "node", [*hooks, *flags], rest
    match rest:
        case [file, *more] if re.search(r"(?:^|/)jest(?:\.js)?$", file):
            return "jest", flags, _kept(more, OF_JEST)
        case [file, *more] if re.search(r"(?:^|/)vitest(?:\.mjs)?$", file):
            return "vitest", flags, _of_vitest(more)
        case [file, *more] if re.search(r"(?:^|/)tsx(?:/dist/cli\.mjs)?$", file):
            return _of_node(root, "tsx", more)
        case [file] if _is_node_test(root / file):
            return "node", [*hooks, *flags], [file]
    return "whole", [], []


def _flags(words: list[str]) -> tuple[list[str], list[str], bool]:
    """The flags to keep, the words after the flags, and whether Node's own test runner is asked for."""
    flags, rest, tests = list[str](), list[str](), "--test" in words
    words = list(words)
    while words:
        word = words.pop(0)
        value = [words.pop(0)] if word in VALUED and words else []
        if not word.startswith("-") or (rest and not tests):
            rest += [word, *value]
        elif not DROPPED.fullmatch(word.partition("=")[0]):
            flags += [word, *value]
    return flags, rest, tests


def _is_node_test(file: Path) -> bool:
    return file.is_file() and re.search(r"""['"](?:node:)?test['"]""", file.read_text(errors="replace")) is not None


def _of_vitest(words: list[str]) -> list[str]:
    return [word for word in _kept(words, OF_VITEST) if word not in ("run", "watch", "dev")]


def _kept(words: list[str], dropped: re.Pattern[str]) -> list[str]:
    """The arguments that choose tests; what concerns output, workers or stopping early is left out."""
    return [word for word in words if not dropped.match(word) and word not in ("-i", "-b", "-w", "-u")]
