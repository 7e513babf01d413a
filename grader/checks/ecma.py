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
_DIGIT = re.compile(r"\\[1-9]")


def translate(pattern: str) -> str:
    """The Python pattern that matches what `pattern` matches there. Raises ValueError on what has no meaning there."""
    parts, inside = [], False
    for token in _TOKENS.findall(pattern):
        if inside:
            inside = token != "]"
            parts.append(_in_class(token))
        else:
            inside = token == "["
            parts.append(_outside(token))
    return _empty_classes("".join(parts))


def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, ready to search with. Raises ValueError when it is none."""
    try:
        return re.compile(translate(pattern), FLAGS)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"{pattern!r} is no regular expression: {error}") from error


def _outside(token: str) -> str:
    match token:
        case "$":
            return r"\Z"
        case "^":
            return r"\A"
        case ".":
            return f"[^{_LINE_ENDS}]"
        case "(?<":
            return "(?P<"
        case "(?":
            raise ValueError("(? opens something that only Python's own patterns have")
        case r"\s":
            return f"[{_BLANKS}]"
        case r"\S":
            return f"[^{_BLANKS}]"
    if token.startswith(r"\k<"):
        return f"(?P={token[3:-1]})"
    return token if _DIGIT.fullmatch(token) else _escape(token)


def _in_class(token: str) -> str:
    match token:
        case r"\s":
            return _BLANKS
        case r"\b":
            return r"\x08"
        case "[":
            return r"\["
    if token == r"\S":
        raise ValueError(r"\S inside a class cannot be judged here")
    return _escape(token)


def _escape(token: str) -> str:
    """An escape by the character it stands for; `\\A` and `\\Z` are plain letters there."""
    if not token.startswith("\\") or token in _KEPT:
        return token
    if token[1:2] in ("p", "P"):
        raise ValueError(f"{token} cannot be judged here")
    if len(token) == 1:
        raise ValueError("a single backslash stands at the end")
    return re.escape(_character(token))


def _character(token: str) -> str:
    match token[1]:
        case "u" | "x" if len(token) > 2:  # noqa: PLR2004 - more than the letter
            return chr(int(token[2:].strip("{}"), 16))
        case "c" if len(token) > 2:  # noqa: PLR2004 - the same
            return chr(ord(token[2]) % 32)
    return token[1]


def _empty_classes(pattern: str) -> str:
    """`[]` matches nothing and `[^]` everything there; here both would run on to the next bracket."""
    return re.sub(r"(?<!\\)\[\^\]", r"[\\s\\S]", re.sub(r"(?<!\\)\[\]", "(?!)", pattern))
