"""The words of a command that runs tests in Python: which runner they start, with which arguments, from which place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

INTERPRETERS = re.compile(r"(?:.*/)?(?:python(?:3(?:\.\d+)?)?|py)")
AROUND = (["uv", "run"], ["poetry", "run"], ["pipenv", "run"], ["pdm", "run"], ["rye", "run"], ["hatch", "run"])
DROPPED = re.compile(
    r"-[xqsvl]+|-r\w+|--(?:exitfirst|quiet|verbose|lf|ff|nf|last-failed|failed-first|sw|stepwise|showlocals|pdb)"
)
DROPPED_WITH_VALUE = re.compile(
    r"--(?:tb|cov(?:-\w+)*|maxfail|color|durations|capture|junit-?xml|numprocesses|timeout|verbosity|show-\w+|html)\b"
)
TAKES_VALUE = {
    "-n",
    "--tb",
    "--maxfail",
    "--color",
    "--durations",
    "--junitxml",
    "--junit-xml",
    "--verbosity",
    "--capture",
}
DISCOVERED = "test*.py"


@dataclass(frozen=True)
class Words:
    """A command: `env` before it, then a program of the kit's own; and what gives pytest the same tests.

    `here`: the folder it is started in is on the path, as with `python -m`. `script`: the file that it runs.
    """

    argv: list[str]
    env: dict[str, str]
    arguments: list[str]
    here: bool
    script: str = ""


def read(words: list[str], program: str, scripts: Path) -> Words:
    """What the words of a command mean; `program` is the interpreter to use, `scripts` the folder of its programs."""
    env = dict(_settings(words))
    rest = words[len(env) :]
    for around in AROUND:
        if rest[: len(around)] == around:
            rest = rest[len(around) :]
    if rest and INTERPRETERS.fullmatch(rest[0]):
        argv = [program, *rest[1:]]
        script = next((word for word in _after_flags(rest[1:])[:1] if word.endswith(".py")), "")
        return Words(argv, env, list(_arguments(rest[1:])), True, script)
    if rest and rest[0] in ("pytest", "py.test"):
        found = scripts / "pytest"
        argv = [str(found), *rest[1:]] if found.is_file() else [program, "-m", "pytest", *rest[1:]]
        return Words(argv, env, list(_for_pytest(rest[1:])), False)
    return Words(rest, env, [], True)


def _settings(words: list[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        if not re.match(r"[A-Za-z_]\w*=", word):
            return
        name, _, value = word.partition("=")
        yield name, value


def _arguments(words: list[str]) -> Iterator[str]:
    """What pytest is to be given for the words after an interpreter's name."""
    match _after_flags(words):
        case ["-m", "pytest", *rest]:
            yield from _for_pytest(rest)
        case ["-m", "unittest", *rest]:
            yield from _of_unittest(rest)
        case [file, *_] if file.endswith(".py"):
            yield from ("-o", f"python_files={Path(file).name}", file)


def _after_flags(words: list[str]) -> list[str]:
    while words and re.fullmatch(r"-[BEIOPSsuvbd]+|-[WX].*", words[0]):
        words = words[1:]
    return words


def _for_pytest(words: list[str]) -> Iterator[str]:
    """The arguments that choose tests; what concerns output, plugins or stopping early is left out."""
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in TAKES_VALUE:
            skip = True
        elif not DROPPED.fullmatch(word) and not DROPPED_WITH_VALUE.match(word) and not re.fullmatch(r"-n\w+", word):
            yield word


def _of_unittest(words: list[str]) -> Iterator[str]:
    """The same tests in pytest's words: a folder and a pattern, or the files of the modules that are named."""
    folder, pattern, named = ".", DISCOVERED, list[str]()
    words = [
        word
        for word in words
        if word not in ("-v", "-q", "-f", "-b", "-c", "--verbose", "--quiet", "--failfast", "--buffer")
    ]
    while words:
        match words:
            case [("-s" | "--start-directory"), value, *rest]:
                folder, words = value, rest
            case [("-p" | "--pattern"), value, *rest]:
                pattern, words = value, rest
            case [("-t" | "--top-level-directory" | "-k"), _, *rest]:
                words = rest
            case ["discover", *rest]:
                words = rest
            case [name, *rest]:
                named.append(name)
                words = rest
    yield from ("-o", f"python_files={pattern} {' '.join(Path(file).name for file in map(_file, named))}".rstrip())
    yield from map(_file, named) if named and not Path(named[0]).is_dir() else [named[0] if named else folder]


def _file(name: str) -> str:
    """The file of a module that is named with dots, perhaps with a class and a method after it."""
    if name.endswith(".py") or "/" in name:
        return name
    parts = [part for part in name.split(".") if not part[:1].isupper()]
    return "/".join(parts) + ".py"
