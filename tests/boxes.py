"""The box of this machine, for the tests that need one."""

from __future__ import annotations

import os

import pytest

from grader.submission.box import Box
from grader.submission.tier import NoBox, proved


def proved_box() -> Box:
    """The box that holds here. Where none can be made the tests are skipped and say so.

    In CI they fail then; and where the probe got out of one that was made they fail everywhere.
    """
    found = proved()
    if isinstance(found, NoBox):
        is_fault = os.environ.get("CI") == "true" or "the probe " in found.why
        (pytest.fail if is_fault else pytest.skip)(f"no sandbox: {found.why} {found.cure}")
    return found
