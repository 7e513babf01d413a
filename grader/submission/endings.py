"""How a hand-in's process ended, and why it did not load, each in one sentence that a candidate understands."""

from __future__ import annotations

import re
import signal

from grader.submission.languages import Language
from grader.submission.reply import Reply
from grader.submission.sandbox import Limits

LINES, WIDTH = 3, 300
_MB = 1024 * 1024


def cause(status: int, printed: str, language: Language, limits: Limits) -> tuple[str, str]:
    """The kind and the sentence for a process that ended with `status` (negative: by a signal) before it answered."""
    if status >= 0:
        return "died", f"ended before it answered, exit status {status}{_last(printed)}"
    if language.out_of_memory and re.search(language.out_of_memory, printed):
        return "memory", f"ran out of memory ({limits.data // _MB} MB)"
    name = _signal(-status)
    if name == "SIGXCPU":
        return "died", f"used more than {limits.cpu} s of CPU (SIGXCPU)"
    return "died", f"ended before it answered, signal {name}{_last(printed)}"


def unloaded(reply: Reply, seconds: float, language: Language) -> str:
    """Why a hand-in did not load."""
    match reply.kind:
        case "load":
            return f"{reply.says}; name its place in handin.yaml as `entry: file.ext` or `entry: module:function`"
        case "timeout":
            return f"did not finish loading within {seconds:g} s"
        case "error":
            place = f"{reply.where}: " if reply.where else ""
            return f"did not load: {place}{reply.says.removeprefix('raised ')}{_absent(reply.says, language)}"
        case "died":
            return reply.says.replace("before it answered", "while loading", 1)
        case "ok":
            return "answered the request to load with something else"
    return f"{reply.says} while loading"


def _absent(says: str, language: Language) -> str:
    """What to do when a package is not there."""
    if language.absent is None or not re.search(language.absent, says):
        return ""
    return "; the kit installs no packages: do without it, or copy what you use of it into your source"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _last(printed: str) -> str:
    """The last lines printed, as the end of a sentence."""
    lines = [line.strip() for line in printed.splitlines() if line.strip()][-LINES:]
    return f"; it printed last: {' / '.join(lines)[-WIDTH:]}" if lines else ""
