"""A reviewer's test, tried on the sample and on every correct adapter; and the sample's own suite, run."""

from __future__ import annotations

import shlex
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from string import Template

from grader.practice.review.edits import Edit
from grader.practice.review.forms import AS_IT_IS, Forms
from grader.submission.commands import Ended
from grader.submission.handin import HandIn
from grader.submission.suites import Bench

SECONDS = 30.0
ADAPTERS = "correct"
"""The folder of a copy in which the adapters lie that answer in the sample's place."""


def fault_of(forms: Forms, test: str, form: tuple[Edit, ...] = AS_IT_IS) -> str:
    """What is wrong with a test; empty when it is red on this form of the sample and green on every correct adapter."""
    known = forms.trials.get((form, test))
    if known is None:
        known = forms.trials[form, test] = _fault_of(forms, test, form)
    return known


def _fault_of(forms: Forms, test: str, form: tuple[Edit, ...]) -> str:
    ended = _tried(forms, form, test, None)
    if ended.late:
        return f"it did not end within {SECONDS:g} s"
    if ended.status == 0:
        return "it is green on the sample; it has to be red there"
    with ThreadPoolExecutor(2) as pool:
        tried = list(pool.map(lambda adapter: _tried(forms, form, test, adapter), forms.correct))
    red = [n for n, each in enumerate(tried, 1) if each.status]
    if red:
        return f"it is red on {len(red)} of {len(tried)} correct adapters: {_last_words(tried[red[0] - 1])}"
    return ""


def _last_words(ended: Ended) -> str:
    """What says best why a run ended as it did: its last line of error, else its last line."""
    lines = [line.strip() for line in ended.printed.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("E ") or "Error" in line]
    return (errors or lines or ["it printed nothing"])[-1][:160]


def own_suite_is_green(forms: Forms, form: tuple[Edit, ...]) -> bool:
    """Whether the sample's own tests pass on this form of it."""
    known = forms.suites.get(form)
    if known is None:
        known = forms.suites[form] = _run(forms, forms.handin(form)).status == 0
    return known


def _tried(forms: Forms, form: tuple[Edit, ...], test: str, adapter: int | None) -> Ended:
    with _copy(forms.handin(form)) as copy:
        _lay(forms, copy, test)
        if adapter is not None:
            _overlay(forms, copy, forms.handin(adapter), f"{ADAPTERS}_{adapter + 1}")
        return _run(forms, copy)


def _run(forms: Forms, handin: HandIn) -> Ended:
    function = forms.exercise.function[handin.language.spelling]
    bench = Bench(handin, forms.sandbox, function)
    return bench.start(shlex.split(forms.key.tests.command), seconds=SECONDS, env=forms.key.tests.env)


@contextmanager
def _copy(handin: HandIn) -> Iterator[HandIn]:
    with tempfile.TemporaryDirectory(prefix="takehome-review-", ignore_cleanup_errors=True) as folder:
        root = Path(folder).resolve() / handin.root.name
        shutil.copytree(handin.root, root)
        yield replace(handin, root=root)


def _lay(forms: Forms, copy: HandIn, test: str) -> None:
    """Put the test in the place of the sample's own ones."""
    for path in [path for path in copy.root.rglob("*") if path.is_file()]:
        if any(fnmatch(path.name, pattern) for pattern in copy.language.tests.files):
            path.unlink()
    target = copy.root / forms.key.tests.file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(test, encoding="utf-8")


def _overlay(forms: Forms, copy: HandIn, adapter: HandIn, name: str) -> None:
    """Let a correct adapter answer wherever the sample's entry is imported."""
    shutil.copytree(adapter.root, copy.root / ADAPTERS / name)
    file = adapter.entry.file
    words = {"name": name, "file": file, "stem": file.rpartition(".")[0].replace("/", ".")}
    text = Template(forms.key.tests.overlay).substitute(words)
    (copy.root / copy.entry.file).write_text(text, encoding="utf-8")
