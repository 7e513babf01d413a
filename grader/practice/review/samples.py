"""The samples to review: the exercise's own, and fresh ones, composed once and kept with their key."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.errors import KitError, WrongUsage
from grader.exercise import Exercise, kit_folder
from grader.practice.review.compose import Composed, compose
from grader.practice.review.forms import AS_IT_IS, Forms
from grader.practice.review.key import Key, key_file, read_key
from grader.practice.review.proofs import wrong
from grader.practice.review.trial import own_suite_is_green
from grader.submission.handin import NotJudged
from grader.submission.sandbox import Sandbox

TRIES = 20
"""So often a seed is drawn again when a composition does not hold."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A flawed hand-in to review, with its key."""

    path: Path
    key: Key
    language: str
    seed: int | None = None


def own_sample(exercise: Exercise, language: str) -> Sample:
    """The exercise's own sample in a language. Raises WrongUsage when there is none."""
    folder, key = kit_folder("sample_submission", exercise.name), key_file(exercise, language)
    if not (folder / language).is_dir() or not key.is_file():
        known = ", ".join(sorted(path.name for path in folder.iterdir() if key_file(exercise, path.name).is_file()))
        raise WrongUsage(None, None, f"there is no sample in {language!r}; the languages are: {known}")
    return Sample(folder / language, read_key(key, exercise), language)


def fresh_sample(exercise: Exercise, language: str, seed: int, home: Path, sandbox: Sandbox) -> Sample:
    """The sample of a seed, kept below `home`; composed, and proved by running it, when it is asked for first."""
    place = home / exercise.name / f"{language}-{seed}"
    if not (place / "key.yaml").is_file():
        composed = _sound(exercise, language, seed, sandbox)
        write(place / "sample", composed.files)
        (place / "key.yaml").write_text(as_yaml(composed.key), encoding="utf-8")
    return Sample(place / "sample", read_key(place / "key.yaml", exercise), language, seed)


def _sound(exercise: Exercise, language: str, seed: int, sandbox: Sandbox) -> Composed:
    """The first draw of a seed that holds what its key says."""
    for attempt in range(TRIES):
        composed = compose(exercise, language, seed, attempt)
        with tempfile.TemporaryDirectory(prefix="takehome-review-") as folder:
            sample = Path(folder) / "sample"
            write(sample, composed.files)
            key = sample.with_name("key.yaml")
            key.write_text(as_yaml(composed.key), encoding="utf-8")
            with Forms(exercise, sample, read_key(key, exercise), sandbox) as forms:
                if holds(forms):
                    return composed
    raise KitError(None, None, f"no sample could be composed from the seed {seed}; take another one")


def holds(forms: Forms) -> bool:
    """Whether a sample loads, its own suite is green, and each defect of its key is shown as the key says."""
    try:
        return own_suite_is_green(forms, AS_IT_IS) and not any(wrong(forms, defect) for defect in forms.key.defects)
    except NotJudged:
        return False


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a sample into a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def as_yaml(data: Any) -> str:
    """Data as text that the reader of written files takes: JSON is YAML."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
