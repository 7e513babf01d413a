# ruff: noqa: PTH100, PTH109, PTH118, PTH120, PTH206 - it runs in the hand-in's process, where little should be loaded
"""The task of a runner: the hand-in whose tests are played, its function under watch, and what its own run showed."""

import importlib.machinery
import os
import sys
from fnmatch import fnmatch
from types import ModuleType
from typing import Any

import driver_values  # type: ignore[import-not-found] # found at run time, beside this file
import suite_watch  # type: ignore[import-not-found] # the same

HERE = os.path.dirname(os.path.abspath(__file__))
TO_WRITE = set("wax+")
STARTING = {"subprocess.Popen", "os.system", "os.posix_spawn", "os.exec"}
CHANGING = {"socket.bind", "socket.connect", "os.remove", "os.rename", "os.mkdir"}


class Suite:
    """The task at hand, the watch, and what the own run showed."""

    def __init__(self, task: dict[str, Any]) -> None:
        self.task, self.root = task, os.path.realpath(os.getcwd())
        self.watch = suite_watch.Watch(lambda value: driver_values.encode(value, driver_values.mark))
        self.marks = {name: tuple(map(suite_watch.text, each)) for name, each in task["marks"].items()}
        self.usual: dict[str, int] = {}
        self.touched: set[str] = set()
        self.entry = os.path.realpath(os.path.join(self.root, task["entry"]["file"]))

    def is_source(self, file: str) -> bool:
        """Whether a file is the hand-in's and no test."""
        if not file.startswith(self.root + os.sep) or file.startswith(os.path.realpath(HERE) + os.sep):
            return False
        *folders, name = os.path.relpath(file, self.root).split(os.sep)
        tests = self.task["tests"]
        return not any(fnmatch(name, pattern) for pattern in tests["files"]) and not {*folders} & {*tests["folders"]}

    def take_hold(self, module: Any) -> None:
        """Watch the function in a module that was just run, when it is the entry or defines the function."""
        file, function = suite_watch.file_of(module), self.task["entry"]["function"]
        if file == self.entry:
            suite_watch.hold(vars(module), function, self.watch)
        elif self.is_source(file) and suite_watch.is_own(vars(module).get(self.task["function"]), module.__name__):
            suite_watch.hold(vars(module), self.task["function"], self.watch)

    def watch_imports(self) -> None:
        """See every source file that is run as a module, whoever asked for it."""
        suite, loader = self, importlib.machinery.SourceFileLoader
        run = loader.exec_module

        def exec_module(self: Any, module: ModuleType) -> None:
            run(self, module)
            if module.__name__ == "hypothesis":
                steady(module)
            suite.take_hold(module)

        loader.exec_module = exec_module  # type: ignore[method-assign] # every import passes here

    def watch_traces(self) -> None:
        """Note whether tests start processes, write files or open connections: they cannot run side by side then."""

        def hook(event: str, args: tuple[Any, ...]) -> None:
            if event in STARTING:
                self.touched |= {"process", "world"}
            elif event in CHANGING or (event == "open" and isinstance(args[1], str) and TO_WRITE & set(args[1])):
                self.touched.add("world")

        sys.addaudithook(hook)


def steady(hypothesis: Any) -> None:
    """Let Hypothesis try the same examples each time, and keep none."""
    hypothesis.settings.register_profile("graded", derandomize=True, database=None, deadline=None)
    hypothesis.settings.load_profile("graded")
