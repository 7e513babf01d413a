# ruff: noqa: PTH100, PTH109, PTH118, PTH119, PTH120, PTH123 - it runs in the hand-in's process, where little should be loaded
"""Runs a hand-in's tests against one adapter after the other, and reports a JSON line for each.

    suite_runner.py REPORT TASK      (in the hand-in's copy; REPORT is a descriptor, TASK a JSON file)

The tests are collected once; each adapter gets a fork of the process that collected them (`afresh`: one that has
loaded nothing of the hand-in yet, and finds the adapter written into the entry's file). Only pytest's public API.
"""

import ast
import gc
import json
import os
import sys
import threading
from fnmatch import fnmatch
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
# Found at run time, beside this file, whose folder is on the path for these lines only.
import suite_answers  # type: ignore[import-not-found] # noqa: E402
import suite_forks  # type: ignore[import-not-found] # noqa: E402
from suite_plugins import SAYS, Line, Listener, Send, Short  # type: ignore[import-not-found] # noqa: E402
from suite_script import Scripts  # type: ignore[import-not-found] # noqa: E402
from suite_task import Suite  # type: ignore[import-not-found] # noqa: E402

sys.path.remove(HERE)
import pytest  # noqa: E402 - after our own, so that nothing of the hand-in can stand in for them

QUIET = ("-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:faulthandler", "--capture=sys")


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
        listener.end()


def chosen(items: list[Any], turn: dict[str, Any]) -> list[Any]:
    """The tests of a turn, in its order. A test that runs for several values is meant with all of them."""
    only = None if "only" not in turn else {bare(test) for test in turn["only"]}
    picked = [item for item in items if only is None or bare(item.nodeid) in only]
    return picked[::-1] if turn.get("backwards") else picked


def bare(test: str) -> str:
    """The id of a test without the values it runs for: these may come from a reply."""
    return test.partition("[")[0]


def settle(items: list[Any]) -> None:
    """Do once what every fork would do for itself, and let none copy memory only because garbage is looked for."""
    for item in items:
        _ = item.location  # pytest keeps it
    gc.collect()
    gc.freeze()


def answer_by(suite: Suite, turn: dict[str, Any]) -> None:
    """Let the turn's adapter answer from now on."""
    match turn["kind"]:
        case "adapter":
            suite.watch.adapter = suite_answers.adapter(os.path.join(HERE, turn["file"]), suite.task["function"])
        case "raises":
            suite.watch.adapter = suite_answers.raises
        case "ruins":
            suite.watch.adapter = suite_answers.ruins
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
        self.suite.watch.on_call = self.suite.watch.note = None
        early, names = set(self.early), [item.nodeid for item in session.items]
        shared = not self.only_tests(early)
        blind = [item.nodeid for item in session.items if shared or str(item.path) in early]
        self.forks.report({"collected": names, "early": blind, "threads": threading.active_count() > 1})
        settle(session.items)
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
    return int(pytest.main([*QUIET, *suite.task["arguments"]], plugins=[Once(suite, forks), Scripts(suite)]))


def afresh(suite: Suite, forks: Any) -> int:
    """Play each turn in a process that imports everything anew, the adapter written into the entry's file."""
    with open(suite.entry, encoding="utf-8") as file:
        original = file.read()

    def one(turn: dict[str, Any], send: Send) -> None:
        with open(suite.entry, "w", encoding="utf-8") as file:
            file.write(overlaid(original, overlay(suite, turn)))
        suite.watch_imports()
        answer_by(suite, turn)
        pytest.main([*QUIET, *suite.task["arguments"]], plugins=[Afresh(suite, turn, send), Scripts(suite)])

    forks.play_all(one, side_by_side=False)
    return 0


def overlay(suite: Suite, turn: dict[str, Any]) -> str:
    """The line that lets the turn's adapter answer in every process that imports the entry."""
    if turn["kind"] == "own":
        return ""
    wanted: Line = {key: turn[key] for key in ("kind", "file") if key in turn}
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
