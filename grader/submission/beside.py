"""What a language says in Python of its own: a module beside its driver, which imports nothing of ours."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType


@cache
def beside(path: Path) -> ModuleType:
    """The module in this file. It may import what lies beside it by a leading dot."""
    name = f"{path.stem}_of_{path.parent.name}"
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[str(path.parent)])
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
