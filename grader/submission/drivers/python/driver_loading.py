# ruff: noqa: PTH113, PTH118, PTH119, PTH120, PTH122 - a program, no package; pathlib is slow to load
"""Loading a hand-in: its module is found by path or through its package, and the function is looked up in it."""

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from driver_values import type_name  # type: ignore[import-not-found] # found at run time, beside the driver


class Unloadable(Exception):  # noqa: N818 - it says what the hand-in is
    """There is nothing to call; the message says why."""


def load(root: str, file: str, module: str | None, function: str) -> tuple[ModuleType, Callable[..., Any]]:
    """The module in `root/file` and the function inside it. Raises Unloadable, or whatever the import raised."""
    path = os.path.join(root, file)
    if not os.path.isfile(path):
        raise Unloadable(f"there is no file {file}")
    _set_path(root, path, module)
    loaded = _by_path(path) if module is None else _by_name(root, path, module)
    return loaded, _function(loaded, file, function)


def _set_path(root: str, path: str, module: str | None) -> None:
    """The folder that holds the package (or the module), the root and its `src`, and last the module's own folder."""
    own = os.path.dirname(path)
    above = own
    for _ in range(_levels(path, module)):
        above = os.path.dirname(above)
    first = [above] if above.startswith(root) else []
    sys.path[:0] = list(dict.fromkeys([*first, root, os.path.join(root, "src")]))
    if own not in sys.path:
        sys.path.append(own)


def _levels(path: str, module: str | None) -> int:
    """How many folders up from the module's own folder its top package lies."""
    if module is None:
        return 0
    stem = os.path.splitext(os.path.basename(path))[0]
    parts = len(module.split("."))
    return parts if module.rpartition(".")[2] != stem else parts - 1


def _by_path(path: str) -> ModuleType:
    return _execute(_free(re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0])), path)


def _free(name: str) -> str:
    """The name itself, unless a module of Python's own bears it."""
    return f"handin_{name}" if name in sys.stdlib_module_names or name in sys.modules else name


def _by_name(root: str, path: str, module: str) -> ModuleType:
    top, dot, inner = module.partition(".")
    if _is_root_package(root, path, module):
        top = _free(top)
        module = f"{top}{dot}{inner}"
        _root_package(root, top)
    loaded = importlib.import_module(module)
    if os.path.realpath(str(getattr(loaded, "__file__", None))) != os.path.realpath(path):
        raise Unloadable(f"the package {top!r} bears the name of another module of Python; it must be renamed")
    return loaded


def _is_root_package(root: str, path: str, module: str) -> bool:
    """Whether the hand-in's own top folder is the package: its name may differ from the folder's name here."""
    steps = os.path.relpath(path, root).count(os.sep)
    return _levels(path, module) > steps


def _root_package(root: str, name: str) -> None:
    marker = os.path.join(root, "__init__.py")
    if os.path.isfile(marker):
        _execute(name, marker, [root])
        return
    package = sys.modules[name] = ModuleType(name)
    package.__path__ = [root]


def _execute(name: str, path: str, places: list[str] | None = None) -> ModuleType:
    """Run the file as the module `name`; with `places` it is a package."""
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=places)
    if spec is None or spec.loader is None:
        raise Unloadable(f"{os.path.basename(path)} is no Python file")
    loaded = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def inner(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = getattr(value, name)
    return value


def _function(loaded: ModuleType, file: str, path: str) -> Callable[..., Any]:
    try:
        found = inner(loaded, path)
    except AttributeError:
        raise Unloadable(f"{file} has no function {path}") from None
    if not callable(found):
        raise Unloadable(f"{path} in {file} is a {type_name(type(found))}, which cannot be called")
    return found  # type: ignore[no-any-return] # whatever can be called is what a call needs
