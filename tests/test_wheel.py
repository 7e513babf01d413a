"""The wheel is whole: installed alone, in an empty folder, the commands find their templates and data."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from the_desk import SAMPLE, TOP

BUILD = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
PIP_BUILD = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
"""Fetches the build backend where it is not installed."""


def run(*command: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    own = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    return subprocess.run(
        list(map(str, command)), cwd=cwd, env={**own, **env}, text=True, capture_output=True, timeout=120, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = BUILD if importlib.util.find_spec("hatchling") else PIP_BUILD
    built = run(*command, out, TOP, cwd=out)
    if built.returncode and os.environ.get("CI") != "true":
        pytest.skip(f"the wheel cannot be built here; pip install hatchling: {built.stderr[-300:]}")
    assert built.returncode == 0, built.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def takehome(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a fresh environment that holds the wheel; its dependencies are read from this one."""
    place = tmp_path_factory.mktemp("fresh")
    venv.create(place, symlinks=True)
    python = place / "bin/python"
    installed = run(
        sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=place
    )
    assert installed.returncode == 0, installed.stderr
    site = next((place / "lib").glob("python*/site-packages"))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return place / "bin/takehome"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    (tmp_path / "empty").mkdir()
    return tmp_path / "empty"


def test_the_kit_runs_from_the_wheel_and_not_from_here(takehome: Path, empty: Path) -> None:
    asked = run(takehome.parent / "python", "-c", "import grader; print(grader.__file__)", cwd=empty)
    assert Path(asked.stdout.strip()).is_relative_to(takehome.parent.parent)


def test_a_hand_in_is_graded_in_an_empty_folder(takehome: Path, empty: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    ran = run(takehome, "grade", SAMPLE, "--only", "acceptance", "--json", cwd=empty, XDG_CACHE_HOME=str(cache))
    assert (ran.returncode, ran.stderr) == (1, ""), ran.stdout[:500]
    assert json.loads(ran.stdout)["acceptance"]["passed"] == 4
    assert next(cache.rglob("report.html")).stat().st_size > 10_000
    assert list(empty.iterdir()) == []


def test_a_rule_is_explained(takehome: Path, empty: Path) -> None:
    ran = run(takehome, "explain", "scope.cursor", cwd=empty)
    assert ran.returncode == 0, ran.stderr
    assert "Tested by cursor-" in ran.stdout


@pytest.mark.parametrize("kind", ["grader", "candidate_template", "reference", "sample_submission", "rubric"])
def test_every_data_folder_is_inside_whole(kind: str, wheel: Path) -> None:
    packed = {name.removeprefix("grader/_kit/") for name in zipfile.ZipFile(wheel).namelist()}
    tracked = run("git", "ls-files", kind, cwd=TOP).stdout.split()
    assert tracked or not (TOP / ".git").exists()
    assert [name for name in tracked if name not in packed and (TOP / name).exists()] == []
    assert [name for name in packed if name.endswith(".pyc")] == []
