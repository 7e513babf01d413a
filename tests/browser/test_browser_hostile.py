"""A report full of hostile text has the very elements of one full of harmless text, and asks for nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from opened import SHAPE, Opened

from grader.grading.grade import grade
from grader.grading.options import Options
from grader.report.html import page
from grader.submission.handin import take_in

GRADE = Path(__file__).parent.parent / "golden" / "grades" / "not_ready.json"
Open = Callable[..., Opened]

NASTY = (
    "</script></style></title></svg><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x=\'',
    "javascript:alert(1)",
    "\u202egnp.exe\u2066\u200b\ufeff",
    "\x1b[31mred\x1b]8;;http://x.invalid\x07link",
    "nul\x00nul \ud800 \u2028 \udfff",
    "{{ 7 * 7 }}{% raw %}${x}<!--<![CDATA[",
    "\n".join(["<b>" * 50] * 650),
)
"""The last one, of 100,000 characters, stands once: a page full of such is cut, and how far hangs on its size."""
KEPT = {"schema", "verdict", "status", "state", "tier", "store", "by", "check", "id", "from", "rule"}
"""What the kit alone writes."""


def texts(value: Any) -> set[str]:
    match value:
        case str():
            return {value}
        case list():
            return {text for one in value for text in texts(one)}
        case dict():
            return {text for key, one in value.items() if key not in KEPT for text in texts(one)}
    return set()


def with_texts(value: Any, *, tame: bool) -> Any:
    """Every text replaced by a hostile one, or by a harmless one as long; what was alike and in order stays so."""
    ranks = {text: n for n, text in enumerate(sorted(texts(value)))}

    def change(part: Any) -> Any:
        match part:
            case str():
                text = NASTY[-1] if ranks[part] == 1 else NASTY[ranks[part] % (len(NASTY) - 1)]
                return f"{ranks[part]:05}" + (re.sub("[^\n]", "x", text) if tame else text)
            case list():
                return [change(one) for one in part]
            case dict():
                return {key: one if key in KEPT else change(one) for key, one in part.items()}
        return part

    return change(value)


def test_a_hostile_grade_has_the_same_elements_as_a_harmless_one(opened: Open) -> None:
    hostile, harmless = (
        opened(page(with_texts(json.loads(GRADE.read_text(encoding="utf-8")), tame=tame))) for tame in (False, True)
    )
    assert hostile.run(SHAPE) == harmless.run(SHAPE)
    assert hostile.complaints == harmless.complaints == []
    assert [address.partition(":")[0] for address in hostile.asked] == ["file"]
    hostile.unfold()
    assert hostile.wider() == 0


HAND_IN = '''
TEXT = {text!r}

def execute_tool(name, args, context, records):
    """{doc}"""
    if name == "get_ticket":
        return {{"ok": True, "ticket": {{"id": TEXT, "title": TEXT}}, TEXT: [TEXT]}}
    if args.get("limit"):
        raise ValueError(TEXT)
    return {{"ok": True, "tickets": [{{TEXT: TEXT}}], "next_cursor": TEXT * 50}}
'''


def test_a_hand_in_full_of_hostile_text_makes_the_same_report_as_its_twin(
    opened: Open, exercise: Any, tmp_path: Path
) -> None:
    def report(name: str, text: str) -> str:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "tickets.py").write_text(HAND_IN.format(text=text, doc=ascii(text).strip("'")), encoding="utf-8")
        with take_in(folder, exercise) as handin:
            return page(grade(handin, exercise, Options(only=("acceptance",))).to_json())

    text = "".join(NASTY[:7])
    hostile, harmless = opened(report("hostile", text)), opened(report("harmless", "x" * len(text)))
    assert "img src=x" in hostile.page.locator("body").inner_text()
    assert hostile.run(SHAPE) == harmless.run(SHAPE)
    assert (hostile.complaints, harmless.complaints) == ([], [])
