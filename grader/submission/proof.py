"""The proof that a box holds: a program in it tries to get out, and must fail at everything."""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from grader.exercise import HERE
from grader.submission.process import Broken, Process
from grader.submission.sandbox import Job, Limits, Sandbox
from grader.submission.text import clean
from grader.submission.view import home, shown

PROGRAM = Path(__file__).parent / "probe" / "attempts.py"
_FLAGS = ("-I", "-S", "-B")
_PREFIXES = (Path(sys.prefix), Path(sys.base_prefix))
_LIMITS = Limits(nproc=8)  # few, so that the proof is quick
_MORE = 8
_SPACES = ("pid", "net", "ipc", "mnt", "uts")
_SECONDS = 5.0


def hole(box: Sandbox) -> str | None:
    """What the program could do that no hand-in may; None when the box holds."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="takehome-probe-")))
        listeners = [stack.enter_context(listener) for listener in _listeners()]
        try:
            did = _attempt(box, _laid(folder), _wanted(folder, [line.getsockname() for line in listeners]))
        except (Broken, OSError, ValueError) as error:
            return clean(str(error), 300)
        return next(_holes(did), None)


def _attempt(box: Sandbox, root: Path, wanted: dict[str, Any]) -> dict[str, Any]:
    """What the program says it managed. Raises Broken, OSError or ValueError when it could not run."""
    process = Process(Job((sys.executable, *_FLAGS), PROGRAM, (-1, -1), root, _PREFIXES, _LIMITS), box)
    try:
        return dict(json.loads(process.ask(json.dumps(wanted).encode() + b"\n", _SECONDS)))
    except Broken as broken:
        process.ended()
        process.drain()
        last = process.printed().strip().splitlines()[-1:]
        raise Broken(broken.kind, last[0] if last else f"the probe gave no answer ({broken})") from broken
    finally:
        process.kill()


def _laid(folder: Path) -> Path:
    """An empty hand-in, and beside it a file that nobody in the box may read."""
    (folder / "canary").write_text("canary")
    root = folder / "handin"
    root.mkdir()
    folder.chmod(0o755)
    return root


def _listeners() -> Iterator[socket.socket]:
    """A port, and an address that the kernel makes up and no file bears, on which we listen."""
    for family, address in ((socket.AF_INET, ("127.0.0.1", 0)), (socket.AF_UNIX, "")):
        line = socket.socket(family, socket.SOCK_STREAM)
        line.bind(address)
        line.listen()
        yield line


def _wanted(folder: Path, addresses: Iterable[Any]) -> dict[str, Any]:
    own = str(home() or "/nowhere")
    return {
        "read": [str(folder / "canary"), str(HERE / "exercise.py"), "/etc/passwd"],
        "reach": [address.decode() if isinstance(address, bytes) else address for address in addresses],
        "write": ["", "/usr", "/etc", "/dev", "/box", "/driver", str(folder), own],
        "signal": [os.getpid()],
        "spaces": {name: os.readlink(f"/proc/self/ns/{name}") for name in _SPACES},  # noqa: PTH115 - no path, a name
        "allocate": [_LIMITS.data],
        "list": own,
        "open": _LIMITS.nofile + _MORE,
        "fork": _LIMITS.nproc + _MORE,
    }


def _holes(did: dict[str, Any]) -> Iterator[str]:
    """A sentence for each thing that it managed."""
    for verb in ("read", "reached", "wrote", "shared", "signalled", "allocated"):
        for thing in did[verb]:
            yield f"the probe {verb} {clean(str(thing), 200)}"
    seen = sorted(set(did["listed"]) - _known())
    if seen:
        yield f"the probe saw {clean(seen[0], 200)} in the home folder"
    if did["opened"] >= _LIMITS.nofile:
        yield f"the probe could open {did['opened']} files"
    if not 0 < did["forked"] < _LIMITS.nproc:
        yield f"the probe could start {did['forked']} processes, where fewer than {_LIMITS.nproc} are allowed"


def _known() -> set[str]:
    """The names in the home folder that lead to the interpreter."""
    own = home()
    if own is None:
        return set()
    inside = (path for path in shown(sys.executable, _PREFIXES) if path.is_relative_to(own))
    return {path.relative_to(own).parts[0] for path in inside}
