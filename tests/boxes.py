"""The box of this machine, and hand-ins of one function in it, for the tests that need them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.exercise import load
from grader.submission.box import Box
from grader.submission.handin import take_in
from grader.submission.reply import Reply
from grader.submission.sandbox import Sandbox
from grader.submission.tier import NoBox, proved
from grader.submission.worker import Worker

EXERCISE = load("search_tickets")
PREFIXES = (Path(sys.prefix), Path(sys.base_prefix))


def proved_box() -> Box:
    """The box that holds here. Where none can be made the tests are skipped and say so.

    In CI they fail then; and where the probe got out of one that was made they fail everywhere.
    """
    found = proved()
    if isinstance(found, NoBox):
        is_fault = os.environ.get("CI") == "true" or "the probe " in found.why
        (pytest.fail if is_fault else pytest.skip)(f"no sandbox: {found.why} {found.cure}")
    return found


@contextlib.contextmanager
def boxed(sandbox: Sandbox, folder: Path, body: str, **changes: object) -> Iterator[Worker]:
    """A worker on a hand-in whose function has this body; `changes` are made to its language."""
    folder.joinpath("handed").mkdir(exist_ok=True)
    text = "def execute_tool(name, args, context, records):\n" + "\n".join(f"    {line}" for line in body.splitlines())
    folder.joinpath("handed", "tickets.py").write_text(text, encoding="utf-8")
    with take_in(folder / "handed", EXERCISE) as handin:
        changed = replace(handin, language=replace(handin.language, **changes))  # type: ignore[arg-type]
        with Worker(changed, sandbox=sandbox) as worker:
            worker.store("s", {"a:1": {"id": "1"}})
            yield worker


def ask(worker: Worker, args: object = None, timeout: float = 2.0) -> Reply:
    return worker.call("t", args, {}, "s", timeout=timeout)
