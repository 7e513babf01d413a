"""What a person reads in the terminal: progress, the summary of a grade that leads to the next step, one case replayed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from grader.batch import Tick
from grader.report.verdict import sentence
from grader.submission.text import clean

MARKS = {"passed": "✓", "failed": "✗", "raised": "!", "timeout": "…", "died": "†", "not_run": "–"}
STYLES = {"passed": "blue", "not_run": "dim"}
FOUND = 5
"""So many findings are shown; the rest stand in the report."""


def console(*, plain: bool = False, stderr: bool = False) -> Console:
    """A console that keeps to text when the output is no terminal or colour is not wanted."""
    return Console(no_color=plain or None, stderr=stderr, highlight=False, soft_wrap=False)


@contextmanager
def progress(label: str, out: Console) -> Iterator[Tick | None]:
    """A progress bar; none off a terminal."""
    if not out.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=out, transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def summary(grade: dict[str, Any], report: str | None, out: Console) -> None:
    """The grade on one screen, the most important line last."""
    out.print(
        Text(f"{clean(grade['name'], 60)} · {grade['language'] or 'language unknown'} · {grade['exercise']}", "bold")
    )
    if grade["acceptance"]["calls"]:
        out.print(_cells(grade["acceptance"]))
    for line in _checks(grade["checks"]):
        out.print(line)
    _findings(grade, out)
    out.print(_opened(grade["open"]), style="dim", end="")
    if report:
        out.print(f"\nreport: {report}", soft_wrap=True)
    out.print(Text(sentence(grade), "bold"))


def _cells(acceptance: dict[str, Any]) -> Text:
    line = Text()
    for call in acceptance["calls"]:
        mark = MARKS[call["status"]]
        line.append(f"{call['id']}{mark} ", STYLES.get(call["status"], "bold yellow"))
    return line.append(f" {acceptance['passed']} of {acceptance['of']}")


def _checks(checks: dict[str, dict[str, int]]) -> Iterator[Text]:
    for name, count in checks.items():
        if count["of"]:
            style = "bold yellow" if count["failed"] else "blue"
            left = f", {count['not_run']:,} not run" if count["not_run"] else ""
            yield Text(f"  {name:<12}", "default").append(
                f"{count['passed']:>6,} of {count['of']:,} passed{left}", style
            )


def _findings(grade: dict[str, Any], out: Console) -> None:
    findings = grade["findings"]
    for n, found in enumerate(findings[:FOUND], 1):
        out.print()
        out.print(Text(f"{n}. {found['title']}", "bold").append(f"  [{found['rule']}]", "dim"))
        out.print(f"   {call_line(found['case'])}", soft_wrap=False, markup=False)
        for line in _contrast(found):
            out.print(f"   {line}", markup=False)
        out.print(f"   again: {found['again']}", style="dim", markup=False)
    if len(findings) > FOUND:
        out.print(f"\n… and {len(findings) - FOUND} more in the report")


def _contrast(found: dict[str, Any]) -> Iterator[str]:
    if found["says"]:
        yield clean(found["says"], 200)
    yield f"due:   {_short(found['expected'])}"
    if found["actual"] is not None:
        yield f"yours: {_short(found['actual'])}"


def _short(value: Any, most: int = 170) -> str:
    return clean(json.dumps(value, ensure_ascii=False), most)


def call_line(case: dict[str, Any]) -> str:
    """A case on one line: `search_tickets {"limit": 11} as alpha`, with what came before it counted."""
    who = case["context"] if isinstance(case["context"], str) else _short(case["context"])
    tool = case["tool"] if isinstance(case["tool"], str) and case["tool"].isidentifier() else _short(case["tool"])
    before = sum(step.get("times", 1) for step in case["before"])
    after = f", after {before} earlier call{'s' if before > 1 else ''}" if before else ""
    store = "" if case["store"] == "fixture" else f", on a store of {len(case['store'])}"
    return clean(f"{tool} {_short(case['args'])} as {who}{after}{store}", 300)


def _opened(places: list[dict[str, Any]]) -> str:
    return f"\n{len(places)} open places observed: see the report, and state them in your README.\n" if places else ""


def replayed(found: dict[str, Any], now: dict[str, Any] | None, out: Console) -> None:
    """One case asked again: the call, what is due, what came."""
    out.print(Text(found["title"], "bold").append(f"  [{found['rule']}]", "dim"))
    for step in found["case"]["before"]:
        times = f" × {step['times']}" if step.get("times", 1) > 1 else ""
        out.print(f"before: {call_line({'before': [], 'store': 'fixture', **step})}{times}", markup=False)
    out.print(f"call:   {call_line({**found['case'], 'before': []})}", markup=False)
    shown = now or found
    out.print(f"due:    {_short(shown['expected'], 2000)}", markup=False)
    if now is None:
        out.print(Text("It is answered rightly now.", "bold blue"))
        return
    yours = clean(now["says"] or "", 500) if now["actual"] is None else _short(now["actual"], 2000)
    out.print(f"yours:  {yours}", markup=False)
    out.print(Text("It is still answered wrongly.", "bold yellow"))


def error(message: str, plain: bool = False) -> None:
    """One sentence on the error stream."""
    console(plain=plain, stderr=True).print(f"takehome: {clean(message, 2000)}", markup=False, soft_wrap=True)


def is_terminal() -> bool:
    """Whether a person sees what is printed."""
    return sys.stdout.isatty()
