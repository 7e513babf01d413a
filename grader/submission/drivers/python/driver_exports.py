"""What a module of the hand-in hands out by name: plain values, and what its own objects hold."""

import importlib
import re
from types import FunctionType, ModuleType
from typing import Any

from driver_loading import inner  # type: ignore[import-not-found] # found at run time, beside the driver
from driver_values import PLAIN, encode, mark, type_name  # type: ignore[import-not-found] # the same

DEPTH = 6
MAKER = re.compile(r"declar|schema|spec|definition")
BASES = tuple(base for base, _ in PLAIN)


def exported(loaded: ModuleType, names: list[str]) -> dict[str, Any]:
    """The values of the names that are there; `module:name` looks in another module of the hand-in."""
    values = {}
    for name in names:
        try:
            values[name] = encode(spread(_export(loaded, name)), mark)
        except AttributeError:
            continue
        except Exception as error:  # noqa: BLE001 - a module of the hand-in may raise anything; it is told in its place
            values[name] = mark(f"{type_name(type(error))} while loading")
    return values


def _export(loaded: ModuleType, name: str) -> Any:
    module, _, path = name.rpartition(":")
    value = inner(importlib.import_module(module) if module else loaded, path)
    return value() if _builds(value) else value


def _builds(value: Any) -> bool:
    """Whether it is a function that needs nothing, and by its name makes a declaration."""
    if type(value) is not FunctionType:
        return False
    code = value.__code__
    return not (code.co_argcount or code.co_kwonlyargcount) and MAKER.search(code.co_name) is not None


def spread(value: Any, depth: int = DEPTH) -> Any:
    """The value with each object of a class that somebody wrote, an entry of a registry say, told by what it holds."""
    kind = type(value)
    if depth == 0:
        return value
    if kind is list or kind is tuple:
        return kind(spread(part, depth - 1) for part in value)
    held = value if kind is dict else _held(value, kind)
    return value if held is None else {key: spread(part, depth - 1) for key, part in held.items()}


def _held(value: Any, kind: type) -> dict[str, Any] | None:
    """What an object holds by name; None of what is no such object."""
    if kind.__module__ == "builtins" or issubclass(kind, (type, ModuleType, *BASES)):
        return None
    if issubclass(kind, tuple):
        return dict(zip(getattr(kind, "_fields", ()), tuple.__iter__(value), strict=False))
    names = [*getattr(value, "__dict__", ()), *getattr(kind, "__slots__", ())]
    return {name: getattr(value, name) for name in names if hasattr(value, name)}
