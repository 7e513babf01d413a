# ruff: noqa: PTH113, PTH118, PTH119, PTH120, PTH123 - it runs in the hand-in's process, where little should be loaded
"""Runs a hand-in's tests against one adapter after the other, and reports a JSON line for each.

    suite_runner.py REPORT TASK      (in the hand-in's copy; REPORT is a descriptor, TASK a JSON file)

The tests are collected once; each adapter gets a fork of the process that collected them (`afresh`: one that has
loaded nothing of the hand-in yet, and finds the adapter written into the entry's file). Only pytest's public API.
"""

import ast
import importlib.machinery
import json
import os
import sys
import threading
import unittest
from collections.abc import Callable
from fnmatch import fnmatch
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import driver_values  # type: ignore[import-not-found] # noqa: E402 - found at run time, beside this file
import suite_forks  # type: ignore[import-not-found] # noqa: E402 - the same
import suite_watch  # type: ignore[import-not-found] # noqa: E402 - the same

sys.path.remove(HERE)
import pytest  # noqa: E402 - after our own, so that nothing of the hand-in can stand in for them

SAYS = 4_000
OPENED_TO_WRITE = set("wax+")
QUIET = ("-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:faulthandler", "--capture=sys")
Line = dict[str, Any]
Send = Callable[[Line], None]


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
        folders = os.path.relpath(file, self.root).split(os.sep)
        tests = self.task["tests"]
        named = any(fnmatch(folders[-1], pattern) for pattern in tests["files"])
        return not named and not set(folders[:-1]) & set(tests["folders"])

    def take_hold(self, module: Any) -> None:
        """Watch the function in a module that was just run, when it is the entry or defines the function."""
        file, function = suite_watch.file_of(module), self.task["entry"]["function"]
        if file == self.entry:
            suite_watch.hold(vars(module), function, self.watch)
        elif self.is_source(file) and suite_watch.is_own(vars(module).get(self.task["function"]), module.__name__):
            suite_watch.hold(vars(module), self.task["function"], self.watch)

    def watch_imports(self) -> None:
        """See every source file that is run as a module, whoever asked for it."""
        loader = importlib.machinery.SourceFileLoader
        run = loader.exec_module

        def exec_module(this: Any, module: Any) -> None:
            run(this, module)
            if module.__name__ == "hypothesis":
                module.settings.register_profile("graded", derandomize=True, database=None, deadline=None)
                module.settings.load_profile("graded")
            self.take_hold(module)

        loader.exec_module = exec_module  # type: ignore[method-assign] # the one place that every import passes

    def watch_traces(self) -> None:
        """Note whether the tests start processes, write files or open connections: then they cannot run side by side."""

        def hook(event: str, args: tuple[Any, ...]) -> None:
            if event in ("subprocess.Popen", "os.system", "os.posix_spawn", "os.exec"):
                self.touched |= {"process", "world"}
            elif event == "open" and isinstance(args[1], str) and OPENED_TO_WRITE & set(args[1]):
                self.touched.add("world")
            elif event in ("socket.bind", "socket.connect", "os.remove", "os.rename", "os.mkdir"):
                self.touched.add("world")

        sys.addaudithook(hook)


class Listener:
    """A plugin for one turn: what became of each test, and the calls it made."""

    def __init__(self, suite: Suite, turn: dict[str, Any], send: Send) -> None:
        self.suite, self.turn, self.send = suite, turn, send
        self.test, self.outcome, self.says = "", "passed", ""
        self.stores: set[str] = set()

    def begin(self, test: str) -> None:
        self.test, self.outcome, self.says = test, "passed", ""
        self.suite.watch.begin(self.suite.usual.get(test, 0))
        self.suite.touched.clear()

    def end(self) -> str:
        """Report the test that ran."""
        watch, touched = self.suite.watch, self.suite.touched
        if watch.unbounded:
            self.outcome, self.says = "unbounded", f"more than {watch.limit} calls: the walk has no bound"
        line: Line = {"test": self.test, "outcome": self.outcome, "says": self.says[:SAYS]}
        if self.turn.get("observe"):
            line |= {"calls": watch.calls, "touched": sorted(touched)}
        self.send(line)
        return self.outcome

    def note(self, call: Any, rows: Any, reply: list[Any]) -> None:
        """Report a call that the test at hand makes, its records only the first time."""
        store = suite_watch.text(list(rows.items()) if isinstance(rows, dict) else rows)
        line: Line = {"made": self.test, "call": call, "store": suite_forks.short(store)}
        if store not in self.stores:
            self.stores.add(store)
            self.send({"store": line["store"], "rows": list(rows.items()) if isinstance(rows, dict) else None})
        looks = (suite_watch.text(call), suite_watch.text(rows))
        marks = [mark for mark, seen in self.suite.marks.items() if looks == seen]
        self.send(line | ({"reply": reply[0]} if reply else {}) | ({"marks": marks} if marks else {}))

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: Any) -> None:
        expected = hasattr(report, "wasxfail")
        if report.failed and self.outcome not in ("failed", "error"):
            self.outcome = "failed" if report.when == "call" else "error"
            self.says = str(report.longrepr or "")
        elif report.skipped and self.outcome == "passed":
            reason = str(report.wasxfail) if expected else str(report.longrepr[2] if report.longrepr else "")
            self.outcome = "skipped"
            self.says = f"expected to fail: {reason}" if expected else reason.removeprefix("Skipped: ")


class Short:
    """A plugin for all turns but the own: a report says in a line why a test is red; a traceback takes long to write."""

    def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
        # After those that ask to be first (unittest's puts its own errors into `call`), before pytest's own.
        error = call.excinfo
        if error is None:
            outcome, says = "passed", None
        elif isinstance(error.value, (pytest.skip.Exception, unittest.SkipTest)):
            outcome, says = "skipped", ("", 0, str(error.value))
        else:
            outcome, says = "failed", error.exconly(tryshort=True)[:SAYS]
        return pytest.TestReport(
            nodeid=item.nodeid,
            location=item.location,
            keywords={},
            outcome=outcome,
            longrepr=says,
            when=call.when,
            sections=(),
            duration=call.duration,
            start=call.start,
            stop=call.stop,
        )


def play(suite: Suite, session: Any, turn: dict[str, Any], send: Send) -> None:
    """Run the tests of a turn in this process, which is the turn's own."""
    listener = Listener(suite, turn, send)
    session.config.pluginmanager.register(listener)
    if turn["kind"] != "own":
        session.config.pluginmanager.register(Short())
    suite.watch.note = listener.note if turn.get("observe") else None
    items = chosen(session.items, turn)
    for item, following in zip(items, [*items[1:], None], strict=True):
        listener.begin(item.nodeid)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if listener.end() in ("failed", "error") and turn.get("first_red"):
            break


def chosen(items: list[Any], turn: dict[str, Any]) -> list[Any]:
    """The tests of a turn, in its order. A test that runs for several values is meant with all of them."""
    only = None if "only" not in turn else {bare(test) for test in turn["only"]}
    picked = [item for item in items if only is None or bare(item.nodeid) in only]
    return picked[::-1] if turn.get("backwards") else picked


def bare(test: str) -> str:
    """The id of a test without the values it runs for: these may come from a reply."""
    return test.partition("[")[0]


def answer_by(suite: Suite, turn: dict[str, Any]) -> None:
    """Let the turn's adapter answer from now on."""
    match turn["kind"]:
        case "adapter":
            suite.watch.adapter = suite_watch.adapter(os.path.join(HERE, turn["file"]), suite.task["function"])
        case "raises":
            suite.watch.adapter = suite_watch.raises
        case "ruins":
            suite.watch.adapter = suite_watch.ruins
    if "spoiled" in turn:
        suite.watch.spoiled = (*suite.marks[turn["mark"]], json.dumps(turn["spoiled"]))


class Once:
    """A plugin: collects once, then lets a fork play each turn."""

    def __init__(self, suite: Suite, forks: Any) -> None:
        self.suite, self.forks = suite, forks
        self.early: list[str] = []
        suite.watch.on_call = self.early_call
        suite.watch.note = Listener(suite, {}, forks.observe).note

    def early_call(self) -> None:
        """The function is called while tests are collected: note who is at it."""
        frame: Any = sys._getframe(1)  # noqa: SLF001 - who calls is what counts here
        while frame is not None:
            self.early.append(os.path.realpath(frame.f_code.co_filename))
            frame = frame.f_back

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.forks.report({"error": report.nodeid, "says": str(report.longrepr)[-SAYS:]})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        watch, items = self.suite.watch, session.items
        watch.on_call = watch.note = None
        early = set(self.early)
        self.forks.report({
            "collected": [item.nodeid for item in items],
            "early": [item.nodeid for item in items if early and (not self.only_tests(early) or str(item.path) in early)],
            "threads": threading.active_count() > 1,
        })  # fmt: skip
        self.forks.play_all(lambda turn, send: self.one(session, turn, send))
        return True

    def only_tests(self, early: set[str]) -> bool:
        """Whether it was test files alone that called the function, and no conftest or module they share."""
        ours = {file for file in early if file.startswith(self.suite.root + os.sep)} - {self.suite.entry}
        return all(fnmatch(os.path.basename(file), "*test*") and not file.endswith("conftest.py") for file in ours)

    def one(self, session: Any, turn: dict[str, Any], send: Send) -> None:
        answer_by(self.suite, turn)
        play(self.suite, session, turn, send)


class Afresh:
    """A plugin for a process that plays one turn, from the first import on."""

    def __init__(self, suite: Suite, turn: dict[str, Any], send: Send) -> None:
        self.suite, self.turn, self.send = suite, turn, send

    def pytest_collectreport(self, report: Any) -> None:
        """A file that cannot be imported any more is red in each of its tests."""
        for test in self.turn["only"] if report.failed else ():
            if test.startswith(report.nodeid):
                self.send({"test": test, "outcome": "error", "says": str(report.longrepr)[-SAYS:]})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        play(self.suite, session, self.turn, self.send)
        return True


def once(suite: Suite, forks: Any) -> int:
    """Collect the tests once and play all turns."""
    suite.watch_imports()
    suite.watch_traces()
    return int(pytest.main([*QUIET, *suite.task["arguments"]], plugins=[Once(suite, forks)]))


def afresh(suite: Suite, forks: Any) -> int:
    """Play each turn in a process that imports everything anew, the adapter written into the entry's file."""
    with open(suite.entry, encoding="utf-8") as file:
        original = file.read()

    def one(turn: dict[str, Any], send: Send) -> None:
        with open(suite.entry, "w", encoding="utf-8") as file:
            file.write(overlaid(original, overlay(suite, turn)))
        suite.watch_imports()
        answer_by(suite, turn)
        pytest.main([*QUIET, *suite.task["arguments"]], plugins=[Afresh(suite, turn, send)])

    forks.play_all(one, side_by_side=False)
    return 0


def overlay(suite: Suite, turn: dict[str, Any]) -> str:
    """The line that lets the turn's adapter answer in every process that imports the entry."""
    if turn["kind"] == "own":
        return ""
    wanted = {key: turn[key] for key in ("kind", "file") if key in turn}
    wanted |= {"path": suite.task["entry"]["function"], "function": suite.task["function"]}
    place = os.path.join(HERE, "suite_overlay.py")
    return f"__import__('runpy').run_path({place!r}, {{'HOLDER': globals(), 'WANTED': {wanted!r}}})\n"


def overlaid(source: str, line: str) -> str:
    """The source with the line after all that it defines, but before what it does when it is run as a program."""
    lines = source.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    for node in ast.parse(source).body:
        if isinstance(node, ast.If) and any(getattr(each, "id", "") == "__name__" for each in ast.walk(node.test)):
            return "".join([*lines[: node.lineno - 1], line, *lines[node.lineno - 1 :]])
    return "".join([*lines, line])


def main() -> None:
    with open(sys.argv[2], encoding="utf-8") as file:
        task = json.load(file)
    suite = Suite(task)
    if task["here"]:
        sys.path.insert(0, os.getcwd())
    forks = suite_forks.Forks(int(sys.argv[1]), task, suite.usual)
    status = afresh(suite, forks) if task["afresh"] else once(suite, forks)
    forks.report({"status": status})


if __name__ == "__main__":
    main()
