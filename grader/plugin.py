"""The pytest skin: `pytest -p grader.plugin --submission DIR` runs the grader's cases on a hand-in as pytest items."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from grader.checks.asking import Asker
from grader.checks.round import Round
from grader.default import EXERCISE as DEFAULT
from grader.errors import KitError
from grader.exercise import BEHAVIOUR, Exercise, load
from grader.grading.behaviour import must_load
from grader.grading.options import Options, starter
from grader.items import LANGUAGE, ROUND, CallsFile
from grader.kept import home_hypothesis
from grader.submission.handin import NotJudged, Unreadable, take_in

EXERCISE: pytest.StashKey[Exercise] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the skin."""
    group = parser.getgroup("takehome")
    group.addoption("--submission", type=Path, help="the hand-in to grade: a folder, .zip or .tar.gz")
    group.addoption("--exercise", default=DEFAULT, help="the exercise it is a hand-in of")
    group.addoption("--entry", help="the file, or module:function, that holds the tool function")
    group.addoption("--grader-seed", type=int, default=0, help="the seed of generated cases")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Keep clear of the hand-in when pytest is started inside it: no conftest is run, no cache is left there."""
    known = early_config.known_args_namespace
    if known.submission is not None:
        home_hypothesis()
        known.noconftest = True
        for name in ("stepwise", "cacheprovider"):
            early_config.pluginmanager.set_blocked(name)


def pytest_configure(config: pytest.Config) -> None:
    """Ask for the exercise's own files where none was named."""
    if config.getoption("--submission") is None:
        return
    try:
        exercise = load(config.getoption("--exercise"))
    except KitError as error:
        raise pytest.UsageError(str(error)) from error
    config.stash[EXERCISE] = exercise
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = [str(path) for path in _files(exercise)]


def _files(exercise: Exercise) -> Iterator[Path]:
    calls = exercise.folder / exercise.files["calls"]
    yield from (calls / f"{check}.yaml" for check in BEHAVIOUR if (calls / f"{check}.yaml").is_file())
    yield exercise.folder / exercise.files["probes"]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Nothing but the exercise's own files is collected, whatever lies where pytest was started."""
    exercise = config.stash.get(EXERCISE, None)
    if exercise is None or collection_path.is_dir():
        return None
    return collection_path not in set(_files(exercise)) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A calls file or the probes of the exercise, as a collector of items."""
    exercise = parent.config.stash.get(EXERCISE, None)
    if exercise is None or file_path not in set(_files(exercise)):
        return None
    inside = file_path.is_relative_to(parent.config.rootpath)
    shown = file_path.relative_to(parent.config.rootpath if inside else exercise.folder)
    collector = CallsFile.from_parent(parent, path=file_path, nodeid=shown.as_posix())
    collector.exercise, collector.seed = exercise, parent.config.getoption("--grader-seed")
    return collector


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Take the hand-in in before collecting: its language decides which cases there are."""
    exercise = session.config.stash.get(EXERCISE, None)
    if exercise is not None:
        _take_in(session, exercise)
    return (yield)


def _take_in(session: pytest.Session, exercise: Exercise) -> None:
    config, stack = session.config, ExitStack()
    config.add_cleanup(stack.close)
    try:
        taken = take_in(config.getoption("--submission"), exercise, entry=config.getoption("--entry"))
        handin = stack.enter_context(taken)
        start = starter(handin, Options(seed=config.getoption("--grader-seed")))
        asker = stack.enter_context(Asker(exercise, start))
        must_load(asker.worker)
    except (NotJudged, Unreadable, KitError) as reason:
        raise pytest.UsageError(str(reason)) from reason
    session.stash[ROUND], session.stash[LANGUAGE] = Round(asker), handin.language.name
