"""What answers in place of the hand-in's own function: an adapter, one that raises, one that does everything wrong."""

import importlib.util
import itertools
import sys
from collections.abc import Callable
from typing import Any


def adapter(path: str, function: str) -> Callable[..., Any]:
    """The function of the adapter in the file `path`."""
    spec = importlib.util.spec_from_file_location("takehome_adapter", path)
    assert spec is not None and spec.loader is not None  # noqa: PT018 - a Python file always has both
    module = sys.modules["takehome_adapter"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., Any] = getattr(module, function)
    return found


def raises(*_: Any) -> Any:
    """Stands for an adapter that answers nothing at all."""
    raise RuntimeError("this adapter raises on every call")


def ruins(*values: Any) -> int:
    """Stands for an adapter that does everything wrong: it empties what it is given; its reply is another each time."""
    for value in values[1:4:2]:
        if isinstance(value, dict):
            value.clear()
    return next(_numbers)


_numbers = itertools.count(1)
