"""A review laid out: a folder with the sample to read and the worksheet to fill in."""

from __future__ import annotations

import shutil
from pathlib import Path
from string import Template

from grader.errors import WrongUsage
from grader.practice.events import HOME
from grader.practice.review.marks import Marks
from grader.practice.review.samples import Sample
from grader.practice.review.sheet import FILE
from grader.submission.languages import made_by_tools

SAMPLE = "sample"


def lay_out(folder: Path, sample: Sample, marks: Marks) -> Path:
    """Lay out a review in a new or empty folder; gives the worksheet. Raises WrongUsage when something lies there."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WrongUsage(folder, None, "holds something already; name a new or empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / HOME).mkdir()
        shutil.copytree(sample.path, folder / SAMPLE, ignore=shutil.ignore_patterns(HOME, *made_by_tools()))
        about = f"{{language: {sample.language}{'' if sample.seed is None else f', seed: {sample.seed}'}}}"
        (folder / FILE).write_text(Template(marks.worksheet).safe_substitute(sample=about), encoding="utf-8")
    except OSError as error:
        raise WrongUsage(folder, None, f"cannot be written ({error.strerror}); name another folder") from error
    return folder / FILE
