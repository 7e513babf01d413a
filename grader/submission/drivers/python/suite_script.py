"""A script that runs its checks by itself: for pytest it is one test, that passes or fails as a whole."""

import os
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


class Scripts:
    """A plugin: the script of the task is run where a module of tests would be imported."""

    def __init__(self, suite: Any) -> None:
        self.script = suite.task["script"] and os.path.realpath(os.path.join(suite.root, suite.task["script"]))  # noqa: PTH118

    def pytest_pycollect_makemodule(self, module_path: Path, parent: pytest.Collector) -> Any:
        if str(module_path) == self.script:
            return Script.from_parent(parent, path=module_path)
        return None


class Script(pytest.File):
    """The script's file."""

    def collect(self) -> Iterator[pytest.Item]:
        yield Whole.from_parent(self, name="as a whole")


class Whole(pytest.Item):
    """The script, run as a program would be."""

    def runtest(self) -> None:
        sys.argv = [str(self.path)]
        sys.path.insert(0, str(self.path.parent))
        try:
            runpy.run_path(str(self.path), run_name="__main__")
        except SystemExit as end:
            if end.code:
                pytest.fail(f"it ended with {end.code!r}")
