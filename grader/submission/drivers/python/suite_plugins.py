"""What listens to pytest while one turn is played: the outcome of each test, and the calls that it makes."""

import unittest
from collections.abc import Callable
from typing import Any, Literal

import pytest
import suite_forks  # type: ignore[import-not-found] # found at run time, beside this file
import suite_watch  # type: ignore[import-not-found] # the same

SAYS = 4_000
Line = dict[str, Any]
Send = Callable[[Line], None]


class Listener:
    """A plugin for one turn: what became of each test, and the calls it made."""

    def __init__(self, suite: Any, turn: dict[str, Any], send: Send) -> None:
        self.suite, self.turn, self.send = suite, turn, send
        self.test, self.outcome, self.says = "", "passed", ""
        self.stores: set[str] = set()

    def begin(self, test: str) -> None:
        self.test, self.outcome, self.says = test, "passed", ""
        self.suite.watch.begin(self.suite.usual.get(test, 0))
        self.suite.touched.clear()

    def end(self) -> None:
        """Report the test that ran."""
        watch, touched = self.suite.watch, self.suite.touched
        if watch.unbounded:
            self.outcome, self.says = "unbounded", f"more than {watch.limit} calls: the walk has no bound"
        line: Line = {"test": self.test, "outcome": self.outcome, "says": self.says[:SAYS]}
        if self.turn.get("observe"):
            line |= {"calls": watch.calls, "touched": sorted(touched)}
        self.send(line)

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
            reason = report.wasxfail if expected else report.longrepr[2] if report.longrepr else ""
            self.outcome = "skipped"
            self.says = f"expected to fail: {reason}" if expected else str(reason).removeprefix("Skipped: ")


class Short:
    """A plugin for all turns but the own: a report says in a line why a test is red; tracebacks take long to write."""

    def pytest_runtest_makereport(self, item: Any, call: Any) -> Any:
        # After those that ask to be first (unittest's puts its own errors into `call`), before pytest's own.
        error, says = call.excinfo, None  # type: Any, Any
        outcome: Literal["passed", "failed", "skipped"] = "passed"
        if error is not None and isinstance(error.value, (pytest.skip.Exception, unittest.SkipTest)):
            outcome, says = "skipped", ("", 0, str(error.value))
        elif error is not None:
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
