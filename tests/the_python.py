"""Python as tests run it on hand-ins: without plugins, without caches, with nothing of our environment but the path."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any


def run(folder: Path, *argv: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in `folder`."""
    env = {"PATH": os.environ["PATH"], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *argv], cwd=folder, env=env, input=said,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def script(folder: Path, text: str, said: Any) -> Any:
    """What a script of this text, run in `folder`, writes as JSON when it reads `said` as JSON."""
    ran = run(folder, "-c", text, said=json.dumps(said))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def own_suite(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run pytest by these words, `-m pytest` by default; it leaves nothing in `folder`."""
    return run(folder, *(words or ("-m", "pytest")), "-q", "-p", "no:cacheprovider")


def outcomes(ran: subprocess.CompletedProcess[str]) -> dict[str, int]:
    """How many tests pytest reports as passed, failed, skipped and so on; only what there was of."""
    last = ran.stdout.splitlines()[-1].partition(" in ")[0]
    return {word: int(number) for number, word in re.findall(r"(\d+) (\w+)", last)}
