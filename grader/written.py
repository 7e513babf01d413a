"""YAML that a person wrote, read so strictly that a slip is named by its line: JSON scalars only, no key twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from grader.errors import KitError
from grader.values import Value

Trail = tuple[str | int, ...]
"""The way to a part of a document: keys and positions from the root."""


@dataclass(frozen=True, slots=True)
class Written:
    """A document and the line on which each of its parts begins."""

    path: Path
    data: Value
    lines: dict[Trail, int]

    def line(self, *trail: str | int) -> int:
        """The line of the part at `trail`, or of the nearest part around it."""
        while trail and trail not in self.lines:
            trail = trail[:-1]
        return self.lines.get(trail, 1)

    def wrong(self, message: str, *trail: str | int) -> KitError:
        """The error to raise about the part at `trail`."""
        return KitError(self.path, self.line(*trail), message)


class _JsonScalars(yaml.CSafeLoader):
    """A loader for which `no`, `012`, `1_000` and `2020-01-01` are plain text, as in JSON."""


_JsonScalars.yaml_implicit_resolvers = {}
for _tag, _form, _first in (
    ("null", r"null|~|", ["n", "~", ""]),
    ("bool", r"true|false", list("tf")),
    ("int", r"-?(0|[1-9][0-9]*)", list("-0123456789")),
    ("float", r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?", list("-0123456789")),
):
    _JsonScalars.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_form})$"), _first)


def read(path: Path, schema: dict[str, Any] | None = None) -> Written:
    """Read the YAML file at `path` and hold it to a JSON schema. Raises KitError with the line of the first slip."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise KitError(
            path, None, f"cannot be read: {error.strerror if isinstance(error, OSError) else error}"
        ) from error
    written = parse(text, path)
    if schema is not None:
        check(written, schema)
    return written


def parse(text: str, path: Path) -> Written:
    """The document that `text` writes; `path` is only named in errors."""
    try:
        _refuse_aliases(text, path)
        node = yaml.compose(text, _JsonScalars)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise KitError(path, line, _meant(error, text)) from error
    except yaml.YAMLError as error:
        raise KitError(path, None, str(error)) from error
    lines: dict[Trail, int] = {}
    data = None if node is None else _build(node, (), lines, path)
    return Written(path, data, lines)


def _refuse_aliases(text: str, path: Path) -> None:
    """An alias repeats what stands elsewhere: a few lines of them make a document without end."""
    for event in yaml.parse(text, yaml.CSafeLoader) if "*" in text else ():
        if isinstance(event, yaml.AliasEvent):
            line = event.start_mark.line + 1 if event.start_mark else None
            message = f"*{event.anchor} repeats another part; write that out, or put the text in quotes"
            raise KitError(path, line, message)


def _meant(error: yaml.MarkedYAMLError, text: str) -> str:
    problem, mark = error.problem or "not YAML", error.problem_mark
    if mark and [*text.split("\n"), ""][mark.line].startswith("\t", mark.column):
        return "a tab stands where blanks must; indent with blanks"
    if "mapping values are not allowed" in problem:
        return "a colon stands inside plain text; put the text in quotes"
    return problem


def _build(node: yaml.Node, trail: Trail, lines: dict[Trail, int], path: Path) -> Value:
    lines[trail] = node.start_mark.line + 1
    match node:
        case yaml.MappingNode(tag="tag:yaml.org,2002:map"):
            return dict(_pairs(node, trail, lines, path))
        case yaml.SequenceNode(tag="tag:yaml.org,2002:seq"):
            return [_build(item, (*trail, n), lines, path) for n, item in enumerate(node.value)]
    return _scalar(node, path)


def _pairs(node: yaml.MappingNode, trail: Trail, lines: dict[Trail, int], path: Path) -> Iterator[tuple[str, Value]]:
    seen: dict[str, int] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise KitError(path, line, "a key must be text")
        key = str(key_node.value)
        if key in seen:
            raise KitError(path, line, f"the key {key!r} stands here for the second time; first on line {seen[key]}")
        seen[key] = line
        yield key, _build(value_node, (*trail, key), lines, path)
        lines[(*trail, key)] = line


def _scalar(node: yaml.Node, path: Path) -> Value:
    read_one = _SCALARS.get(node.tag.removeprefix("tag:yaml.org,2002:"))
    if read_one and isinstance(node, yaml.ScalarNode):
        with suppress(ValueError):
            return read_one(node.value)
    line = node.start_mark.line + 1
    raise KitError(path, line, f"the tag {node.tag} is not known here; write plain text or a number")


_SCALARS: dict[str, Callable[[str], Value]] = {
    "null": lambda _: None,
    "bool": lambda text: text == "true",
    "int": int,
    "float": float,
    "str": str,
}


def check(written: Written, schema: dict[str, Any]) -> None:
    """Hold a document to a JSON schema. Raises KitError at the line of the first part that does not fit."""
    errors = sorted(
        Draft202012Validator(schema).iter_errors(written.data), key=lambda e: written.line(*e.absolute_path)
    )
    for error in errors:
        unknown = _unknown_keys(error)
        message = _not_known(error, unknown[0]) if unknown else error.message
        raise written.wrong(f"{_where(error.absolute_path)}{message}", *error.absolute_path, *unknown[:1])


def not_called(kind: str, name: str, known: Collection[str]) -> str:
    """That nothing of a kind bears a name, and which names come near it; all there are where none does."""
    near = get_close_matches(name, known, n=3, cutoff=0.4)
    return f"no {kind} is called {name!r}; near it: {', '.join(near or known)}"


def _unknown_keys(error: Any) -> list[str]:
    if error.validator != "additionalProperties" or error.validator_value is not False:
        return []
    return [key for key in error.instance if key not in error.schema["properties"]]


def _not_known(error: Any, key: str) -> str:
    known = list(error.schema["properties"])
    near = get_close_matches(key, [name for name in known if name not in error.instance], 1)
    return f"no key is called {key!r} here; " + (f"is {near[0]!r} meant?" if near else f"there are {', '.join(known)}")


def _where(trail: Any) -> str:
    steps = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in trail)
    return f"{steps.lstrip('.')}: " if steps else ""
