"""What Python source imports, and where it calls what looks functions up at run time: read with Python's own parser."""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch

IMPORT, DISPATCH = "import", "dispatch"
BY_NAME = frozenset({"getattr"})
"""Harmless with a name that is written out."""
Found = tuple[str, str, int]


def is_standard(module: str) -> bool:
    """Whether a module comes with the language."""
    return module.partition(".")[0] in sys.stdlib_module_names


def uses(text: str, dispatch: Sequence[str], is_meant: Callable[[str], bool]) -> Iterator[Found]:
    """Kind, name and line of each import and of each call of `dispatch` (globs); nothing of what cannot be parsed.

    Of `from a import b` it is `a.b` that is imported where that `is_meant`, else `a`.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # the driver tells of it where it matters
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((IMPORT, alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=str(module), level=0, names=names):
                inner = [name for alias in names if is_meant(name := f"{module}.{alias.name}")]
                yield from ((IMPORT, name, node.lineno) for name in inner or [module])
            case ast.Call(func=ast.Name() | ast.Attribute() as func, args=args):
                name = ast.unparse(func)
                if any(fnmatch(name, glob) for glob in dispatch) and not _written_out(name, args):
                    yield DISPATCH, name, node.lineno


def _written_out(name: str, args: list[ast.expr]) -> bool:
    return name in BY_NAME and len(args) > 1 and isinstance(args[1], ast.Constant)
