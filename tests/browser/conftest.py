"""A real browser that opens reports from a file, with the network off."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from opened import Opened

INSTALL = "apt-get install chromium && pip install -e '.[dev]'"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium of the system. Where there is none the tests are skipped; in CI they fail."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - it is not there without the extra `dev`
    except ImportError:
        program = None
    if program is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"no browser for the report: {INSTALL}")
    alone = [] if os.geteuid() else ["--no-sandbox"]  # as root Chromium refuses to make its sandbox
    with sync_playwright() as tools:
        started = tools.chromium.launch(executable_path=program, args=alone)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Opens a report, given its text; options are those of a browser's context."""
    contexts = []

    def open_it(text: str, *, hash_: str = "", **options: Any) -> Opened:
        file = tmp_path / f"report-{len(contexts)}.html"
        file.write_text(text, encoding="utf-8")
        contexts.append(browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options}))
        contexts[-1].set_offline(True)
        return Opened(contexts[-1].new_page(), file.as_uri() + hash_)

    yield open_it
    for context in contexts:
        context.close()
