"""What a source file imports and where it looks functions up at run time: read by its language or by patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial

from grader.submission.beside import beside
from grader.submission.languages import ScopePatterns
from grader.submission.sources import Source

IMPORT, DISPATCH = "import", "dispatch"


@dataclass(frozen=True, slots=True)
class Use:
    """One import (`name` is the module) or one dynamic look-up (`name` is how it is written), and its line."""

    kind: str
    name: str
    line: int


def uses(source: Source, scope: ScopePatterns) -> list[Use]:
    """All imports and dynamic look-ups of a file, in the order of its lines."""
    found = _by_reader(source.text, scope) if scope.reader else _by_patterns(source.text, scope)
    return sorted(set(found), key=lambda use: (use.line, use.kind, use.name))


def is_standard(module: str, scope: ScopePatterns) -> bool:
    """Whether a module comes with the language."""
    own = scope.reader is not None and beside(scope.reader).is_standard(module)
    return own or fits(module, scope.standard)


def fits(module: str, globs: tuple[str, ...]) -> bool:
    """Whether a module is one of these, or lies inside one."""
    return any(fnmatch(module, glob) or module.startswith((f"{glob}.", f"{glob}/")) for glob in globs)


def _by_reader(text: str, scope: ScopePatterns) -> Iterator[Use]:
    assert scope.reader is not None
    for kind, name, line in beside(scope.reader).uses(text, scope.dispatch, partial(fits, globs=scope.network)):
        yield Use(kind, name, line)


def _by_patterns(text: str, scope: ScopePatterns) -> Iterator[Use]:
    with_strings, without = _code(text, scope, keep=True), _code(text, scope, keep=False)
    for kind, patterns, code in ((IMPORT, scope.imports, with_strings), (DISPATCH, scope.dispatch, without)):
        for pattern in patterns:
            for match in re.finditer(pattern, code, re.MULTILINE):
                yield Use(kind, " ".join(match[1].split()), code.count("\n", 0, match.start(1)) + 1)


def _code(text: str, scope: ScopePatterns, *, keep: bool) -> str:
    """The text with its comments blanked, line for line, and its strings emptied unless they are kept."""
    if scope.noise is None:
        return text

    def blank(match: re.Match[str]) -> str:
        string = match[1]
        if string is None:
            return "\n" * match[0].count("\n")
        return string if keep else string[0] + "\n" * string.count("\n") + string[-1]

    return re.sub(scope.noise, blank, text, flags=re.DOTALL)
