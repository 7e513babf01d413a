"""A grade as a person reads it in the terminal: on one screen, on a line among others, or one case asked again."""

from __future__ import annotations

import shlex
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from grader.batch import Graded
from grader.call_line import call_line
from grader.exits import INTERRUPTED
from grader.report.verdict import sentence
from grader.report.words import by_tier, count, spaced, status
from grader.submission.text import clean
from grader.terminal import BAD, GOOD
from grader.values import flat

STYLES = {"good": GOOD, "bad": BAD, "quiet": "dim"}
FOUND = 5
"""So many findings are shown; the rest stand in the report."""
_LEAD = 20
"""So many characters that two replies share are shown before the first that differs."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand-in lies, as it was named, and its report (None: none was written)."""

    path: str
    report: str | None

    def again(self, more: str = "") -> str:
        """The command that grades it again."""
        return f"takehome grade {shlex.quote(self.path)}{more}"


def summary(grade: dict[str, Any], place: Place, out: Console) -> None:
    """The grade on one screen, the most important line last."""
    parts = (clean(grade["name"], 60), grade["language"], grade["exercise"], f"sandbox: {grade['sandbox']}")
    out.print(Text(" · ".join(part for part in parts if part), "bold"))
    if grade["acceptance"]["calls"]:
        out.print(_cells(grade["acceptance"]))
    for line in (*_checks(grade["checks"]), *_findings(grade, out.width)):
        out.print(line)
    out.print()
    for line in _onward(grade, place):
        out.print(line, soft_wrap=True)
    out.print(Text(_verdict(grade), "bold"))


def _cells(acceptance: dict[str, Any]) -> Text:
    line = Text()
    for call in acceptance["calls"]:
        came = status(call["status"])
        line.append(f"{call['id']}{came.glyph} ", STYLES[came.style])
    return line.append(f" {acceptance['passed']} of {acceptance['of']}")


def _checks(checks: dict[str, dict[str, int]]) -> Iterator[Text]:
    for name, told in checks.items():
        if told["of"] > told["not_run"]:
            left = f", {told['not_run']:,} not run" if told["not_run"] else ""
            style = BAD if told["failed"] else GOOD
            yield Text(f"  {name:<12}").append(f"{told['passed']:>6,} of {told['of']:>6,} passed{left}", style)


def _findings(grade: dict[str, Any], width: int) -> Iterator[Text]:
    """The first findings under the names of their tiers, each line cut to the width."""
    number, findings = 0, grade["findings"]
    for tier, group in by_tier(findings[:FOUND]):
        yield Text(f"\n{tier.name}", BAD)
        for found in group:
            number += 1
            title = f"{number}. {clean(found['title'])}"
            yield Text(textwrap.fill(title, width, subsequent_indent="   "), "bold")
            yield from (_cut(f"   {line}", width) for line in _shown(found, width - 3))
    if len(findings) > FOUND:
        yield Text(f"\n… and {len(findings) - FOUND} more in the report.")


def _shown(found: dict[str, Any], width: int) -> Iterator[str]:
    """A finding below its title: its call, if it has one, what is due, what came, what is to be said, and its names."""
    if found["case"]:
        yield f"call:  {call_line(found['case'], width - 7)}"
    if found["expected"] is not None:
        yield from _contrast(found["expected"], found["actual"], width - 7)
    where = f" ({found['where']})" if found["where"] else ""
    if found["says"]:
        yield f"{found['says']}{where}"
    case = f", case {found['id']}" if found["case"] else ""
    yield f"rule {found['rule']}{case}"


def _contrast(expected: Any, actual: Any, width: int) -> Iterator[str]:
    """What was due and what came; both from where they begin to differ, when that would be cut off."""
    due, yours = flat(expected), flat(actual)
    alike = next((n for n, (left, right) in enumerate(zip(due, yours, strict=False)) if left != right), 0)
    start = max(0, alike - _LEAD) if actual is not None and alike > width - _LEAD else 0
    lead = "…" if start else ""
    yield f"due:   {lead}{due[start:]}"
    if actual is not None:
        yield f"yours: {lead}{yours[start:]}"


def _cut(line: str, width: int) -> Text:
    """One line, however long it was."""
    text = Text(" ".join(clean(line, 2 * width).split("\n")))
    text.truncate(width, overflow="ellipsis")
    return text


def _onward(grade: dict[str, Any], place: Place) -> Iterator[Text]:
    """What was observed, where the report is, and what to do next."""
    if grade["open"]:
        yield Text(f"{count(len(grade['open']), 'open place')} observed: state in your README what you chose.")
    if grade["open"] and place.report:
        yield Text("The report lists them under: Assumptions your README should state.")
    if place.report:
        yield Text(f"report: {clean(place.report)}")
    if grade["findings"]:
        first = grade["findings"][0]
        yield Text(f"why:    takehome explain {first['rule']}")
        part = f" --case {first['id']}" if first["case"] else f" --only {first['check']}"
        yield Text(f"again:  {clean(place.again(part))}")
    if grade["verdict"] == "not_judged":
        said = sentence(grade)
        yield from (Text(f"found:  {clean(reason)}") for reason in grade["not_judged"] if reason not in said)
        yield Text(f"next:   mend that, then: {clean(place.again())}")


def _verdict(grade: dict[str, Any]) -> str:
    if grade["exit"] != INTERRUPTED:
        return sentence(grade)
    found = sentence(grade) if grade["findings"] else "Nothing wrong was found so far; grade again for a verdict."
    return f"Interrupted, only a part was asked. {found}"


def row(graded: Graded, out: Console, alias: str | None = None) -> None:
    """One of several hand-ins, on a line or two; `alias`: what it is called where its name is hidden."""
    grade, name = graded.grade, clean(graded.path.name or str(graded.path), 40) + (f" ({alias})" if alias else "")
    if grade is None:
        out.print(Text(f"! {name}: ", BAD).append(clean(str(graded.error)), "default"))
        return
    ready = grade["verdict"] == "ready" and grade["exit"] != INTERRUPTED
    passed = f"{grade['acceptance']['passed']} of {grade['acceptance']['of']}. " if grade["acceptance"]["of"] else ""
    out.print(
        Text(f"{'✓' if ready else '✗'} {name}: ", GOOD if ready else BAD).append(passed + _verdict(grade), "default")
    )


def roll(graded: Sequence[Graded], out: Console) -> None:
    """Several hand-ins counted, the last line of all."""
    said = Counter((each.grade or {"verdict": "not_graded"})["verdict"] for each in graded)
    counts = ", ".join(f"{count} {spaced(verdict)}" for verdict, count in said.items())
    out.print(Text(f"{len(graded)} hand-ins: {counts}.", "bold"))


def replayed(found: dict[str, Any], now: dict[str, Any] | None, out: Console, asked: str) -> None:
    """One case asked again: the call, what is due, what came; `asked`: the name it was asked for by."""
    out.print(Text(found["title"], "bold"))
    out.print(Text(f"rule {found['rule']}, case {found['id']}", "dim"))
    if asked in found["also"]:
        out.print(Text(f"{clean(asked, 40)} breaks this, too; the smallest call that does is asked.", "dim"))
    for step in found["case"]["before"]:
        times = f", {step['times']} times" if step.get("times", 1) > 1 else ""
        out.print(_hung(f"before: {call_line({'before': [], 'store': 'fixture', **step}, 2000)}{times}", out.width))
    out.print(_hung(f"call:   {call_line({**found['case'], 'before': []}, 2000)}", out.width))
    shown = now or found
    out.print(_hung(f"due:    {clean(flat(shown['expected']))}", out.width))
    if now is None:
        out.print(Text("It is answered rightly now.", f"bold {GOOD}"))
        return
    if now["actual"] is not None:
        out.print(_hung(f"yours:  {clean(flat(now['actual']))}", out.width))
    if now["says"]:
        out.print(clean(now["says"]))
    out.print(Text("It is still answered wrongly.", BAD))


def _hung(line: str, width: int) -> str:
    """A line under its first word, however many it takes."""
    return textwrap.fill(line, width, subsequent_indent=" " * 8, break_on_hyphens=False)
