"""What a box shows of this machine: the system's programs, the folders of one runtime, and nothing that is hidden."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.exercise import HERE

SYSTEM = tuple(Path(folder) for folder in ("/usr", "/bin", "/sbin", "/lib", "/lib64"))
_PARTS = ("bin", "lib", "lib64", "libexec", "pyvenv.cfg")
_DATA = ("candidate_template", "reference", "rubric", "sample_submission", "tests")
_LINKS = 40


def secrets() -> tuple[Path, ...]:
    """What no hand-in may read, wherever it lies: the kit, the data beside it, the home folder."""
    beside = (HERE.parent / name for name in _DATA)
    elsewhere = {Path(entry).resolve() / HERE.name for entry in sys.path}  # an editable install leaves its data there
    own = home()
    return (
        HERE,
        *sorted(folder for folder in {*beside, *elsewhere} - {HERE} if folder.is_dir()),
        *([own] if own else []),
    )


def home() -> Path | None:
    """The home folder of whoever grades, when it is one of their own."""
    folder = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is none
    return folder if folder.is_absolute() and folder not in {Path("/"), *SYSTEM} else None


def shown(program: str, prefixes: Iterable[Path]) -> set[Path]:
    """The folders and files that `program` needs: those parts of each prefix that a runtime is made of."""
    folders = {*prefixes, *(_hops(Path(program)) if Path(program).is_absolute() else ())}
    return {folder / part for folder in folders for part in _PARTS if (folder / part).exists()}


def _hops(program: Path) -> Iterator[Path]:
    """The folder above the `bin` of the program, and of each link that leads to it."""
    for _ in range(_LINKS):
        yield program.parent.parent
        if not program.is_symlink():
            return
        program = Path(os.path.normpath(program.parent / program.readlink()))


def view(show: Iterable[Path], hide: Iterable[Path]) -> list[str]:
    """The options that show the one and hide the other where they lie in each other; the outer comes first."""
    seen = dict.fromkeys(SYSTEM, True)
    options, covers = list[str](), list[str]()
    wanted = {**dict.fromkeys(show, True), **dict.fromkeys(hide, False)}
    for path, visible in sorted(wanted.items(), key=lambda item: item[0].parts):
        around = next((seen[parent] for parent in (path, *path.parents) if parent in seen), False)
        if visible and not around and path.is_symlink():
            options += [*_above(path), "--symlink", str(path.readlink()), str(path)]
        elif visible and not around:
            options += [*_above(path), "--ro-bind", str(path), str(path)]
        elif around and not visible and path.exists():
            options += ["--size", "65536", "--tmpfs", str(path)]
            covers += ["--remount-ro", str(path)]
        seen[path] = visible
    return options + covers


def _above(path: Path) -> Iterator[str]:
    """The folders above a path, open to all: bubblewrap alone would open them to whoever starts it."""
    for parent in reversed(path.parents[:-1]):
        yield from ("--perms", "0755", "--dir", str(parent))


def system() -> Iterator[str]:
    """The options that show the system: its programs, and the little of `/etc` that they need to start."""
    yield from ("--ro-bind", "/usr", "/usr")
    for folder in SYSTEM[1:]:
        if folder.is_symlink():
            yield from ("--symlink", str(folder.readlink()), str(folder))
        elif folder.is_dir():
            yield from ("--ro-bind", str(folder), str(folder))
    yield from ("--perms", "0755", "--dir", "/etc")
    for name in ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives"):
        yield from ("--ro-bind-try", name, name)
