"""`takehome` as tests run it: in this process where only what it says counts, else in one of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from grader import cli

TOP = Path(__file__).parent.parent
SAMPLE = TOP / "sample_submission/search_tickets/python"
REFERENCE = TOP / "reference/search_tickets/python"
TEMPLATE = TOP / "candidate_template/search_tickets/python"


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The standard output, which must be one JSON value and nothing else."""
        return json.loads(self.out)


def takehome(*args: str | Path, width: int = 80) -> Said:
    """Run a command in this process, off a terminal."""
    out, err = io.StringIO(), io.StringIO()
    argued = patch.object(sys, "argv", ["takehome", *map(str, args)]), patch.dict(os.environ, COLUMNS=str(width))
    with argued[0], argued[1], redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as end:
        cli.main()
    code = end.value.code or 0
    assert isinstance(code, int)
    return Said(code, out.getvalue(), err.getvalue())


def started(*args: str | Path, **env: str) -> subprocess.Popen[str]:
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "grader", *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=TOP,
        env={**os.environ, "COLUMNS": "80", **env},
    )


def ended(process: subprocess.Popen[str], seconds: float = 60) -> Said:
    """What a started command said at its end."""
    out, err = process.communicate(timeout=seconds)
    return Said(process.returncode, out, err)
