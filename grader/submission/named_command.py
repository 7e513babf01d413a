"""The command that a hand-in names for its tests: in `handin.yaml`, or under `test` in a Makefile (only read)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.submission.handin import HandIn

MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
INSTALLS = re.compile(
    r"\b(?:pip3?|uv|poetry|pdm|pipenv|conda|npm|pnpm|yarn|apt|apt-get|brew)\b[\w\s./=-]*?\b(?:install|ci|sync|add|i)\b"
    r"|-m\s+(?:venv|ensurepip)\b"
)
_DEPTH = 5


def named_command(handin: HandIn) -> tuple[str, ...]:
    """The words of the command; a call of `make` gives the words that its target runs. Empty when none is named."""
    words = handin.settings.tests
    if words and Path(words[0]).name == "make":
        target = next((word for word in words[1:] if re.fullmatch(r"[\w.-]+", word) and word[0] != "-"), "test")
        return made(handin.root, target, handin.language.tests.commands) or words
    return words or made(handin.root, "test", handin.language.tests.commands)


def made(root: Path, target: str, known: Sequence[str]) -> tuple[str, ...]:
    """The words that a Makefile's target runs: its last line that is known to run tests, else its last line."""
    text = next((_text(root / name) for name in MAKEFILES if (root / name).is_file()), "")
    variables = dict(re.findall(r"^(\w+)\s*[:?]?=\s*(.*?)\s*$", text, re.MULTILINE))
    lines = [_expanded(line, variables) for line in _recipe(text, target, _DEPTH)]
    words = [found for line in lines for part in line.split("&&") if (found := _words(part.strip()))]
    running = [each for each in words if any(shlex.join(each).find(command) >= 0 for command in known)]
    return (running or words or [()])[-1]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace").replace("\\\n", " ")


def _recipe(text: str, target: str, depth: int) -> Iterator[str]:
    """The lines of a target, those of the targets before it first."""
    rule = re.search(
        rf"^{re.escape(target)}\s*::?(?!=)[ \t]*([^\n;#]*)(?:;([^\n]*))?\n?((?:\t[^\n]*\n?|[ \t]*\n)*)",
        text,
        re.MULTILINE,
    )
    if rule is None or not depth:
        return
    for before in rule[1].split():
        yield from _recipe(text, before, depth - 1)
    yield from (line.strip().lstrip("@-+ ") for line in [rule[2] or "", *rule[3].splitlines()] if line.strip())


def _expanded(line: str, variables: dict[str, str]) -> str:
    for _ in range(_DEPTH):
        line = re.sub(r"\$[({](\w+)[)}]", lambda found: variables.get(found[1], ""), line)
    return line


def _words(line: str) -> tuple[str, ...]:
    """The words of a line that starts a program; nothing for a line that installs, or that only a shell could run."""
    if not line or INSTALLS.search(line) or re.search(r"[|<>`$;]|^(?:cd|echo|export|\.|source)\b", line):
        return ()
    try:
        return tuple(shlex.split(line, comments=True))
    except ValueError:
        return ()
