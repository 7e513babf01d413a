"""What a person meant, where a file of theirs is not quite YAML."""

from __future__ import annotations

from grader.errors import KitError, WrongUsage

_MEANT = {
    "found character that cannot start any token": "a value begins with a sign that means something else to YAML"
    " (| inside braces, @, %, `); put it in quotes, or write long text below its key and not in braces",
    "did not find expected ',' or '}'": "a brace is not closed here, or a value in it needs quotes (a colon, a comma)",
    "did not find expected ',' or ']'": "a bracket is not closed here, or a value in it needs quotes",
    "did not find expected node content": "a brace or bracket above is not closed, or a value is missing",
    "found unexpected end of stream": "a quote is not closed up to here",
    "did not find expected '-' indicator": "a list ends here; indent this line, or begin it with a dash",
    "did not find expected key": "this line is not indented like its neighbours, or a quote before it is not closed",
    "could not find expected ':'": "a colon is missing behind the key",
}


def meant(error: KitError, form: str) -> WrongUsage:
    """The error as a person can act on it: `path:line: what was found; what to write`, with the form to write."""
    found = _MEANT.get(error.message, error.message)
    return WrongUsage(error.path, error.line, found if form in found else f"{found}; {form}")
