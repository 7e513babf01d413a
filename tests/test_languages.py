"""A language is a folder: its description is read strictly, and its runtime is found once."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import KitError
from grader.submission.detect import bound, detect
from grader.submission.languages import DRIVERS, EntryPatterns, Manifest, RuntimeNeed, languages, load
from grader.submission.refusals import NotJudged
from grader.submission.runtime import runtime
from grader.submission.sandbox import Limits

PYTHON = next(language for language in languages() if language.name == "python")


def test_every_driver_folder_is_a_language_and_says_so():
    folders = sorted(path.parent.name for path in DRIVERS.glob("*/language.yaml"))
    assert [language.name for language in languages()] == folders
    assert all(language.driver.is_file() for language in languages())
    assert all(Limits(**language.limits) for language in languages())


def test_a_slip_in_a_description_is_named_by_its_line(tmp_path):
    text = (PYTHON.driver.parent / "language.yaml").read_text()
    for old, new, says in (
        ("spelling: snake", "spelling: kebab", r":\d+: spelling"),
        ("title: Python", "title: [Python]", r":\d+: title"),
        ("marker: __init__", "marker: __init__\n  relative: '('", "relative|second time"),
        ("near: '", "near: '(", r":\d+: entry.near: not a regular expression"),
    ):
        assert text.count(old) == 1
        (tmp_path / "language.yaml").write_text(text.replace(old, new))
        with pytest.raises(KitError, match=says):
            load(tmp_path)


def need(**parts) -> RuntimeNeed:
    return RuntimeNeed(
        **{"candidates": ("no-such-program", "{interpreter}"), "flags": ("-x",), "missing": "none here", **parts}
    )


def test_the_first_candidate_that_is_there_runs_the_driver():
    found = runtime(replace(PYTHON, runtime=need()))
    assert found.command[1:] == ("-x",)
    assert Path(found.command[0]).is_file()
    with pytest.raises(NotJudged, match="none here"):
        runtime(replace(PYTHON, runtime=need(candidates=("no-such-program",))))


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("22.18", True),
        ("22.17", False),
        ("24.1", False),
        ("24.3", True),
        ("25.0", True),
        ("23.9", False),
        ("9.99", False),
    ],
)
def test_each_line_of_versions_has_its_own_least(tmp_path, version, enough):
    program = tmp_path / "runtime"
    program.write_text(f"#!/bin/sh\necho v{version}.0\n")
    program.chmod(0o755)
    wanted = need(candidates=(str(program),), version=r"v(\d+)\.(\d+)", least=((22, 18), (24, 3)))
    if enough:
        assert runtime(replace(PYTHON, runtime=wanted)).command[0] == str(program)
    else:
        with pytest.raises(NotJudged, match="none here"):
            runtime(replace(PYTHON, runtime=wanted))


def test_folders_outside_the_system_that_the_runtime_needs_are_named(tmp_path):
    (tmp_path / "bin").mkdir()
    program = Path(shutil.copy("/bin/true", tmp_path / "bin" / "x"))
    assert tmp_path in runtime(replace(PYTHON, runtime=need(candidates=(str(program),)))).prefixes


def test_a_language_with_a_manifest_follows_it_first(tmp_path):
    patterns = EntryPatterns(None, (r"^export function FUNCTION\b",), (), None)
    other = replace(PYTHON, name="other", suffixes=(".oth",), spelling="camel", entry=patterns, package=None)
    other = replace(other, manifest=Manifest("manifest.json", ("exports", "main")))
    for name in ("a.oth", "lib/z.oth"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("export function doIt() {}")
    function = {"snake": "do_it", "camel": "doIt"}
    assert detect(tmp_path, "top", function, [other])[1].file == "a.oth"
    (tmp_path / "manifest.json").write_text('{"main": "./a.oth", "exports": {".": {"import": "./lib/z.oth"}}}')
    assert detect(tmp_path, "top", function, [PYTHON, other])[1].file == "lib/z.oth"


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("def f(a):", "defined"),
        ("async def f(a):", "defined"),
        ("f = 1", "defined"),
        ("f == 1", None),
        ("    def f(a):", None),
        ("g.f = 1", None),
        ("x = f", None),
        ("from a import f", "imported"),
        ("from a import b as f", "imported"),
        ("from a import f as b", None),
        ("from . import f", None),
        ("try:\n    from .a import f\nexcept ImportError:\n    from a import f", "imported"),
        ("import f", None),
        ('s = \'it\'\'s\'\n"""\ndef f(a):\n"""', None),
        ("s = '#'\ndef f(a):", "defined"),
    ],
)
def test_what_binds_a_name_is_read_from_the_text(text, how):
    assert bound(text, "f", PYTHON.entry) == how
