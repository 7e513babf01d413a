"""Text that came from a hand-in, made fit to be shown: whatever a terminal or a page could obey becomes visible."""

from __future__ import annotations

import unicodedata


def clean(s: str, n: int = 2000) -> str:
    """At most `n` characters of `s`; control, format, surrogate and line-separator characters by their code."""
    if len(s) > n:
        s = f"{s[:n]}… ({len(s) - n} more)"
    if s.isascii() and s.isprintable():
        return s
    return "".join(c if _harmless(c) else f"\\u{ord(c):04x}" for c in s)


def _harmless(c: str) -> bool:
    if c in "\n\t":
        return True
    category = unicodedata.category(c)
    return category[0] != "C" and category not in ("Zl", "Zp")
