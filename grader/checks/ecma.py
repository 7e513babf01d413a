"""Regular expressions as ECMA-262 reads them, which is how JSON Schema means its patterns, in Python's words."""

from __future__ import annotations

import re

FLAGS = re.ASCII
"""`\\d`, `\\w` and `\\b` know the ASCII digits and letters only."""
_LINE_ENDS = r"\n\r\u2028\u2029"
_BLANKS = r"\t\n\x0b\x0c\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_TOKENS = re.compile(
    r"\\u\{[0-9a-fA-F]{1,6}\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[a-zA-Z]|\\k<\w+>|\\[pP]\{[^}]*\}|\\(?:.|$)"
    r"|\(\?<(?![=!])|\(\?(?:[=!:]|<[=!])|\(\?|.",
    re.DOTALL,
)
_KEPT = frozenset([r"\d", r"\D", r"\w", r"\W", r"\b", r"\B", r"\t", r"\n", r"\r", r"\v", r"\f", r"\0"])
_OUTSIDE = {
    "$": r"\Z",
    "^": r"\A",
    ".": f"[^{_LINE_ENDS}]",
    "(?<": "(?P<",
    r"\s": f"[{_BLANKS}]",
    r"\S": f"[^{_BLANKS}]",
}
_DIGIT = re.compile(r"\\[1-9]")


def translate(pattern: str) -> str:
    """The Python pattern that matches what `pattern` matches there. Raises ValueError on what has no meaning there."""
    parts, inside = [], False
    for part in _TOKENS.findall(pattern):
        if inside:
            inside = part != "]"
            parts.append(_in_class(part))
        else:
            inside = part == "["
            parts.append(_outside(part))
    return _empty_classes("".join(parts))


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, ready to search with. Raises ValueError when it is none."""
    try:
        return re.compile(translate(pattern), FLAGS)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"{pattern!r} is no regular expression: {error}") from error


def _outside(part: str) -> str:
    if part in _OUTSIDE:
        return _OUTSIDE[part]
    if part == "(?":
        raise ValueError("(? opens something that other pattern languages have and this one has not")
    if part.startswith(r"\k<"):
        return f"(?P={part[3:-1]})"
    return part if _DIGIT.fullmatch(part) else _escape(part)


def _in_class(part: str) -> str:
    match part:
        case r"\s":
            return _BLANKS
        case r"\b":
            return r"\x08"
        case "[":
            return r"\["
    if part == r"\S":
        raise ValueError(r"\S inside a class cannot be judged here")
    return _escape(part)


def _escape(part: str) -> str:
    """An escape by the character that it stands for: what means nothing there is the plain letter."""
    if not part.startswith("\\") or part in _KEPT:
        return part
    if part[1:2] in ("p", "P"):
        raise ValueError(f"{part} cannot be judged here")
    if len(part) == 1:
        raise ValueError("a single backslash stands at the end")
    return re.escape(_character(part))


def _character(part: str) -> str:
    match part[1]:
        case "u" | "x" if len(part) > 2:  # noqa: PLR2004 - more than the letter
            return chr(int(part[2:].strip("{}"), 16))
        case "c" if len(part) > 2:  # noqa: PLR2004 - the same
            return chr(ord(part[2]) % 32)
    return part[1]


def _empty_classes(pattern: str) -> str:
    """`[]` matches nothing and `[^]` everything there; here both would run on to the next bracket."""
    return re.sub(r"(?<!\\)\[\^\]", r"[\\s\\S]", re.sub(r"(?<!\\)\[\]", "(?!)", pattern))
