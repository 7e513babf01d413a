"""Which test runner a program is, and which of its words choose the tests: the others are about output or speed."""

from __future__ import annotations

import re
from pathlib import Path

VALUED = {
    *("--import", "-r", "--require", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file"),
    *("--test-name-pattern", "--test-skip-pattern", "--test-timeout", "--test-concurrency", "--test-reporter"),
    *("--test-reporter-destination", "--test-shard", "--test-isolation", "--stack-trace-limit", "--input-type"),
}
DROPPED = re.compile(
    r"--test(?:-reporter(?:-destination)?|-concurrency|-isolation|-force-exit|-shard|-update-snapshots|-coverage-\w+)?"
    r"|--experimental-test-(?:coverage|isolation)|--watch(?:-\w+)*|--check"
)
OF_JEST = re.compile(
    r"--(?:coverage|watch|watchAll|json|outputFile|reporters?|verbose|silent|ci|bail|runInBand|maxWorkers)"
)
OF_VITEST = re.compile(r"--(?:coverage|watch|reporter|outputFile|bail|pool|no-file-parallelism|run|ui|silent)|-w|-u")
AROUND = {"c8", "nyc"}


def after_flags(rest: list[str]) -> list[str]:
    """The words from the first on that is no flag."""
    while rest and rest[0].startswith("-"):
        rest = rest[1:]
    return rest


def runner(root: Path, argv: list[str]) -> tuple[str, list[str], list[str]]:
    """The kind of runner, the flags for Node, the arguments for the runner."""
    while argv and Path(argv[0]).name in AROUND:
        argv = after_flags(argv[1:])
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
