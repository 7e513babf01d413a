"""Grades as JUnit XML: a suite a check, in it one test for all cases together and one for each finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from grader.report import plain
from grader.report.table import Entry
from grader.report.verdict import sentence
from grader.submission.text import clean

ALL = "all cases"
_COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}
_OUTCOMES = {"passed": None, "not_run": "skipped", "failed": "failure"}
"""What a status of an acceptance call is here; any other is an error, as nothing could be compared."""


def junit(entries: Sequence[Entry]) -> str:
    """One JUnit document of these hand-ins; with several, each suite is named after its hand-in.

    Failures are what blocks. What is only worth saying is a skipped test with its words as the message.
    """
    root = ET.Element("testsuites", name="takehome")
    for entry in entries:
        lead = f"{plain.one_line(entry.label)}: " if len(entries) > 1 else ""
        root.extend(_suites(entry.told, lead))
    _count(root)
    seconds = sum(float(entry.told.get("seconds", 0)) for entry in entries)
    root.set("time", f"{seconds:.2f}")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suites(told: Mapping[str, Any], lead: str) -> Iterator[ET.Element]:
    judged = [name for name, count in (told.get("checks") or {}).items() if count["of"]]
    stray = [found for found in told.get("findings") or [] if found.get("check") not in judged]
    if told.get("verdict") not in {"ready", "not_ready"}:
        yield _suite(told, f"{lead}judging", [_stopped(told)])
    for name in judged:
        yield _suite(told, lead + plain.one_line(name), [*_of_check(told, name), *_found(told, name)])
    if stray:
        yield _suite(told, f"{lead}besides", [_finding(found) for found in stray])


def _suite(told: Mapping[str, Any], name: str, cases: Sequence[ET.Element]) -> ET.Element:
    made = ET.Element("testsuite", name=name)
    if told.get("graded_at"):
        made.set("timestamp", clean(str(told["graded_at"]), 40))
    known = ET.SubElement(made, "properties")
    for key in ("verdict", "exercise", "language", "kit", "sandbox", "seed"):
        if told.get(key) is not None:
            ET.SubElement(known, "property", name=key, value=clean(str(told[key]), 200))
    if not len(known):
        made.remove(known)
    for case in cases:
        case.set("classname", f"takehome.{name}")
        made.append(case)
    _count(made)
    return made


def _count(element: ET.Element) -> None:
    """Write how many tests lie below, and how many of them ended otherwise than well."""
    element.set("tests", str(len(element.findall(".//testcase"))))
    for key, tag in _COUNTED.items():
        element.set(key, str(len(element.findall(f".//testcase/{tag}"))))


def _stopped(told: Mapping[str, Any]) -> ET.Element:
    message = sentence(dict(told)) if "verdict" in told else plain.one_line(str(told.get("error")))
    return _case("can be judged", "error", message, plain.reason(told))


def _of_check(told: Mapping[str, Any], name: str) -> Iterator[ET.Element]:
    """The thirteen one by one, any other check as one test for all its cases."""
    if name == "acceptance":
        yield from map(_call, told["acceptance"]["calls"])
        return
    count = told["checks"][name]
    if count["failed"]:
        yield _case(ALL, "failure", f"{count['failed']:,} of {count['of']:,} cases are answered wrongly")
    elif count["not_run"] == count["of"]:
        yield _case(ALL, "skipped", "not run")
    else:
        yield _case(ALL)


def _call(call: Mapping[str, Any]) -> ET.Element:
    outcome = _OUTCOMES.get(str(call["status"]), "error")
    if outcome is None:
        return _case(plain.one_line(str(call["id"])))
    lines = plain.evidence({**call, "case": call})
    return _case(plain.one_line(str(call["id"])), outcome, plain.one_line(str(call["status"])), "\n".join(lines))


def _found(told: Mapping[str, Any], name: str) -> Iterator[ET.Element]:
    return (_finding(found) for found in told.get("findings") or [] if found.get("check") == name)


def _finding(found: Mapping[str, Any]) -> ET.Element:
    name = plain.one_line(f"{found.get('rule')} {found.get('id', '')}")
    outcome = "failure" if found.get("blocking") else "skipped"
    return _case(name, outcome, plain.one_line(str(found.get("title"))), "\n".join(plain.evidence(found)))


def _case(name: str, outcome: str | None = None, message: str = "", text: str = "") -> ET.Element:
    made = ET.Element("testcase", name=name, time="0")
    if outcome:
        ET.SubElement(made, outcome, message=message).text = text or None
    return made
