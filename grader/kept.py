"""Where the last grade of a hand-in is kept: in its own `.takehome/` if it has one, else in the user's cache."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from grader.errors import WrongUsage

SCHEMA = "grade/1"


def folder(origin: Path) -> Path:
    """The folder that keeps what is known of the hand-in at `origin`. Nothing is created here."""
    own = origin / ".takehome"
    if own.is_dir():
        return own
    place = origin.resolve()
    return cache() / f"{_safe(place.name)}-{sha256(os.fsencode(place)).hexdigest()[:8]}"


def cache() -> Path:
    """The kit's folder in the user's cache."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return Path(base) / "takehome"


def home_hypothesis() -> None:
    """Let Hypothesis write to the cache; it would write where it is run."""
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(cache() / "hypothesis"))


def _safe(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in name)[:60] or "hand-in"


def keep(origin: Path, grade: dict[str, Any], page: str) -> Path:
    """Keep a grade and its report; gives the report's path. Raises OSError when the folder cannot be written."""
    place = folder(origin)
    place.mkdir(parents=True, exist_ok=True)
    write(place / "grade.json", json.dumps(grade, indent=1))
    write(place / "report.html", page)
    return place / "report.html"


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all; a link or a device is written to and never replaced. Raises OSError."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.write_text(text, encoding="utf-8")
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def last(origin: Path) -> dict[str, Any]:
    """The last grade kept for the hand-in at `origin`. Raises WrongUsage when there is none."""
    path = folder(origin) / "grade.json"
    if not path.is_file():
        raise WrongUsage(None, None, f"no grade of {origin} is kept yet; run: takehome grade {origin}")
    return read(path)


def read(path: Path) -> dict[str, Any]:
    """A grade from a file. Raises WrongUsage when the file is not there or holds none."""
    try:
        grade = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise WrongUsage(path, None, f"cannot be read ({error.strerror}); name the file of a grade") from error
    except (ValueError, RecursionError) as error:
        raise WrongUsage(path, None, "holds no JSON; make a grade with: takehome grade PATH --json") from error
    if not isinstance(grade, dict) or grade.get("schema") != SCHEMA:
        raise WrongUsage(path, None, f"holds no grade of the form {SCHEMA}; make one with: takehome grade PATH --json")
    return grade
