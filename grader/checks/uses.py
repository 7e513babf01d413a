"""What a source file imports and where it looks functions up at run time, read with a parser or by patterns."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch

from grader.submission.languages import ScopePatterns
from grader.submission.sources import Source

IMPORT, DISPATCH = "import", "dispatch"
_BY_NAME = frozenset({"getattr"})
"""Harmless with a name that is written out."""


@dataclass(frozen=True, slots=True)
class Use:
    """One import (`name` is the module) or one dynamic look-up (`name` is how it is written), and its line."""

    kind: str
    name: str
    line: int


def uses(source: Source, scope: ScopePatterns) -> list[Use]:
    """All imports and dynamic look-ups of a file, in the order of its lines; none of a file that cannot be parsed."""
    found = _parsed(source.text, scope) if scope.parser == "ast" else _read(source.text, scope)
    return sorted(set(found), key=lambda use: (use.line, use.kind, use.name))


def is_standard(module: str, scope: ScopePatterns) -> bool:
    """Whether a module comes with the language."""
    own = scope.parser == "ast" and module.partition(".")[0] in sys.stdlib_module_names
    return own or fits(module, scope.standard)


def fits(module: str, globs: tuple[str, ...]) -> bool:
    """Whether a module is one of these, or lies inside one."""
    return any(fnmatch(module, glob) or module.startswith((f"{glob}.", f"{glob}/")) for glob in globs)


# ---- with the parser ----


def _parsed(text: str, scope: ScopePatterns) -> Iterator[Use]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # the driver tells of it where it matters
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (Use(IMPORT, alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=str(module), level=0, names=names):
                yield from _from(module, names, node.lineno, scope)
            case ast.Call(func=func, args=args):
                name = ast.unparse(func) if isinstance(func, ast.Name | ast.Attribute) else ""
                if name and any(fnmatch(name, glob) for glob in scope.dispatch) and not _written_out(name, args):
                    yield Use(DISPATCH, name, node.lineno)


def _from(module: str, names: list[ast.alias], line: int, scope: ScopePatterns) -> Iterator[Use]:
    """The module, or the network module inside it that is meant."""
    inner = [f"{module}.{alias.name}" for alias in names if fits(f"{module}.{alias.name}", scope.network)]
    yield from (Use(IMPORT, name, line) for name in inner or [module])


def _written_out(name: str, args: list[ast.expr]) -> bool:
    return name in _BY_NAME and len(args) > 1 and isinstance(args[1], ast.Constant)


# ---- by patterns ----


def _read(text: str, scope: ScopePatterns) -> Iterator[Use]:
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
