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
OF_MOCHA = re.compile(r"(?:--(?:reporter(?:-options?)?|jobs)|-[RjO])(?:=|$)|--(?:parallel|bail|watch\S*)$|-[pbw]$")
VALUED_BY_MOCHA = {"--reporter", "-R", "--reporter-option", "--reporter-options", "-O", "--jobs", "-j"}
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
        case [program, *rest]:
            return _of_file(program, [], rest)
    return "whole", [], []


def _of_file(program: str, flags: list[str], words: list[str]) -> tuple[str, list[str], list[str]]:
    """The runner that a program is, by the name of its file."""
    kind = re.sub(r"\.[cm]?js$", "", Path(program).name).lstrip("_")
    match kind:
        case "jest":
            return kind, flags, _kept(words, OF_JEST)
        case "vitest":
            return kind, flags, _of_vitest(words)
        case "mocha":
            return kind, flags, _of_mocha(words)
    return "whole", [], []


def _of_node(root: Path, program: str, words: list[str]) -> tuple[str, list[str], list[str]]:
    flags, rest, tests = _flags(words)
    hooks = ["--import", "tsx"] if program == "tsx" else []
    if tests:
        return "node", [*hooks, *flags], rest
    match rest:
        case [file, *more] if re.search(r"(?:^|/)tsx(?:/dist/cli\.mjs)?$", file):
            return _of_node(root, "tsx", more)
        case [file] if _is_node_test(root / file):
            return "node", [*hooks, *flags], [file]
        case [file, *more] if "/" in file:
            return _of_file(file, flags, more)
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


def _of_mocha(words: list[str]) -> list[str]:
    """The same for Mocha, where a reporter or a number of jobs is a word of its own."""
    values = {n + 1 for n, word in enumerate(words) if word in VALUED_BY_MOCHA}
    return [word for n, word in enumerate(words) if n not in values and not OF_MOCHA.match(word)]


def _kept(words: list[str], dropped: re.Pattern[str]) -> list[str]:
    """The arguments that choose tests; what concerns output, workers or stopping early is left out."""
    return [word for word in words if not dropped.match(word) and word not in ("-i", "-b", "-w", "-u")]
