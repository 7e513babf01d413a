"""The box of this machine, for the tests that need one."""

from __future__ import annotations

import os

import pytest

from grader.submission.box import Box
from grader.submission.tier import NoBox, proved


def proved_box() -> Box:
    """The box that holds here. Where there is none the tests are skipped and say so; in CI they fail."""
    found = proved()
    if isinstance(found, NoBox):
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"no sandbox: {found.why} {found.cure}")
    return found
