"""The commands that a README shows for running the tests."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from grader.checks.readme_parts import Readme
from grader.submission.handin import HandIn
from grader.submission.languages import Language
from grader.submission.named_command import made

ANYWHERE = ("make test", "make tests", "make check")
"""What means "run the tests" in every language."""
_MARGIN = re.compile(r"^\s*(?:[$%>]\s+)?")
_ASSIGNED = re.compile(r"^[A-Za-z_]\w*=")
_RUNNERS = re.compile(r"^(?:\w+ (?:run|exec) (?:-- )?|(?:np|pnp|bun)x )")
"""A tool that runs something inside its own environment, as in `uv run pytest`."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command as the README writes it, its words, and the test command of the language that it begins with.

    `typed`: its words with what is set before them. `block`: it stands in a block of code, to be copied.
    """

    text: str
    words: tuple[str, ...]
    means: str
    where: str
    typed: tuple[str, ...] = ()
    block: bool = False


def commands(readme: Readme, handin: HandIn) -> list[Command]:
    """The test commands that the README shows in code, those in code blocks first, each once."""
    own = [shlex.join(handin.settings.tests)] if handin.settings.tests else []
    known = (*own, *handin.language.tests.commands, *ANYWHERE)
    shown = [(*each, True) for each in _blocks(readme)] + [(*each, False) for each in _inline(readme)]
    found = [
        command for line, text, block in shown for command in _read(text, known, f"{readme.file}:{line}", block=block)
    ]
    return list({command.text: command for command in reversed(found)}.values())[::-1]


def _blocks(readme: Readme) -> Iterator[tuple[int, str]]:
    """The lines of code blocks; a line that ends in a backslash goes on."""
    for token in readme.tokens:
        if token.type in ("fence", "code_block") and token.map:
            first = token.map[0] + 1 + (token.type == "fence")
            for n, text in enumerate(re.sub(r"\\\n\s*", " ", token.content).splitlines()):
                yield first + n, text


def _inline(readme: Readme) -> Iterator[tuple[int, str]]:
    for token in readme.tokens:
        line = token.map[0] + 1 if token.map else 1
        for child in token.children or ():
            line += child.type in ("softbreak", "hardbreak")
            if child.type == "code_inline":
                yield line, child.content


def _read(line: str, known: tuple[str, ...], where: str, *, block: bool) -> Iterator[Command]:
    for part in re.split(r"\s*(?:&&|;)\s*", _MARGIN.sub("", line.split(" #", maxsplit=1)[0])):
        words = typed = _split(part)
        while words and _ASSIGNED.match(words[0]):
            words = words[1:]
        means = _meant(words, known)
        if means is not None:
            yield Command(part.strip(), words, means, where, typed, block)


def _split(text: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return tuple(text.split())


def _meant(words: tuple[str, ...], known: tuple[str, ...]) -> str | None:
    """The known command that these words begin with, the longest one."""
    plain = normal(words)
    bare = _bare(plain)
    fits = [one for one in known for text in (plain, bare) if _begins(text, normal(tuple(one.split())))]
    return max(fits, key=len, default=None)


def _begins(text: str, start: str) -> bool:
    """Whether a command begins with these words, in which `*` stands for any text."""
    words, first = text.split(), start.split()
    fits = (word == one or fnmatchcase(word, one) for word, one in zip(words, first, strict=False))
    return len(words) >= len(first) and all(fits)


def _adds_flags(text: str, start: str) -> bool:
    return _begins(text, start) and all(word.startswith("-") for word in text.split()[len(start.split()) :])


def normal(words: tuple[str, ...]) -> str:
    """A command with its program told by name alone: no folder, no version."""
    if not words:
        return ""
    program = re.sub(r"[\d.]+$", "", words[0].rpartition("/")[2]) or words[0]
    return " ".join([program, *words[1:]])


def same_run(command: Command, ran: str, handin: HandIn, *, exactly: bool = False) -> bool:
    """Whether a shown command is the one that ran, or a name for it in a recipe or manifest.

    Flags do not matter, nor does it, unless `exactly`, which of the tests one of them picks.
    """
    begins = _adds_flags if exactly else _begins
    own = (command.text,) if exactly else (command.text, command.means)
    told = _forms([*own, *_behind(command, handin)])
    wanted = _forms([ran, *_behind_text(ran, handin)])
    return any(begins(left, right) or begins(right, left) for left in told for right in wanted)


def _forms(texts: list[str]) -> set[str]:
    """The commands as they are written, and as they are inside another one's environment."""
    plain = {normal(_split(each)) for each in texts}
    return plain | {_bare(each) for each in plain}


def _bare(text: str) -> str:
    return _RUNNERS.sub("", text)


def _behind(command: Command, handin: HandIn) -> list[str]:
    return _behind_text(shlex.join(command.words), handin)


def _behind_text(text: str, handin: HandIn) -> list[str]:
    """What a recipe or a script of that name runs: `make test`, or a package manager's `test`."""
    words = _split(text)
    if not words:
        return []
    if normal(words).split()[0] == "make":
        run = made(handin.root, words[-1], handin.language.tests.commands)
        return [shlex.join(run)] if run else []
    return _script(handin.root, handin.language, words[-1])


def _script(root: Path, language: Language, name: str) -> list[str]:
    """The script of a name in the manifest of the languages that have one."""
    path = root / language.manifest.file if language.manifest else None
    if path is None or not path.is_file():
        return []
    try:
        data = json.loads(path.read_text(encoding="utf-8", errors="replace"))
    except (ValueError, RecursionError):
        return []  # a manifest that cannot be read names nothing
    match data:
        case {"scripts": dict(scripts)} if isinstance(scripts.get(name), str):
            return [scripts[name]]
    return []
