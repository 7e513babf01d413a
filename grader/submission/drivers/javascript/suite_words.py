"""The words of a command that runs tests on Node: the programs it starts, and which of them runs the tests."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .suite_kinds import after_flags, runner

DEPTH = 5
INSTALLS = re.compile(r"(?:npm|pnpm|yarn|bun) (?:install|ci|i|add|update)\b|yarn$|corepack\b")
ENV = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
NEEDS_A_SHELL = re.compile(r"[|<>`;]|\$\(")
UNSET = re.compile(r"no test specified")
SCRIPT_RUNNERS = {"npm", "pnpm", "yarn"}


@dataclass(frozen=True)
class Step:
    """A program with its arguments, and what is set in the environment before it."""

    argv: list[str]
    env: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Words:
    """A command: the steps before the tests, then the step `test` that runs them.

    `kind`: the runner (node, jest, vitest, mocha, or whole when none is known). `flags` go to Node, `arguments` to the
    runner; for node they are its files.
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
    steps = [step for words in _parts(command) for step in _steps(root, words, {}, DEPTH)]
    if not steps:
        raise ValueError("it starts no program")
    known = [n for n, step in enumerate(steps) if runner(root, step.argv)[0] != "whole"]
    at = known[-1] if known else len(steps) - 1
    return Words(steps[:at], steps[at], *runner(root, steps[at].argv))


# ---- from words to programs ----


def _parts(words: list[str]) -> Iterator[list[str]]:
    """The words between `&&`, those left out that install something."""
    while words:
        end = words.index("&&") if "&&" in words else len(words)
        if not INSTALLS.match(" ".join(words[:end])):
            yield words[:end]
        words = words[end + 1 :]


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
    parts = [*(_parts(_split(before)) if before else ()), *_parts([*_split(text), *given])]
    for part in parts:
        yield from _steps(root, part, env, depth - 1)


def _split(text: str) -> list[str]:
    if NEEDS_A_SHELL.search(text):
        raise ValueError(f"only a shell could run `{text.strip()}`")
    return shlex.split(text.replace("&&", " && "))


def _unwrapped(words: list[str]) -> list[str]:
    """The words without what only looks for the program: `npx`, `npm exec`."""
    match words:
        case ["npx" | "pnpx" | "bunx", *rest]:
            return after_flags(rest) or words
        case ["npm" | "pnpm" | "yarn", "exec" | "dlx", *rest]:
            return after_flags(rest) or words
        case ["yarn" | "pnpm", *rest] if rest and not rest[0].startswith("-"):
            return rest
    return words
