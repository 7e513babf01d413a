"""YAML that a person wrote, read so strictly that a slip is named by its line: JSON scalars only, no key twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
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
        raise KitError(path, None, f"cannot be read: {error}") from error
    written = parse(text, path)
    if schema is not None:
        check(written, schema)
    return written


def parse(text: str, path: Path) -> Written:
    """The document that `text` writes; `path` is only named in errors."""
    try:
        node = yaml.compose(text, _JsonScalars)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise KitError(path, line, _meant(error)) from error
    except yaml.YAMLError as error:
        raise KitError(path, None, str(error)) from error
    lines: dict[Trail, int] = {}
    data = None if node is None else _build(node, (), lines, path)
    return Written(path, data, lines)


def _meant(error: yaml.MarkedYAMLError) -> str:
    problem = error.problem or "not YAML"
    if "\\t" in problem:
        return "a tab stands where blanks must; indent with blanks"
    if "mapping values are not allowed" in problem:
        return "a colon stands inside plain text; put the text in quotes"
    return problem


def _build(node: yaml.Node, trail: Trail, lines: dict[Trail, int], path: Path) -> Value:
    lines[trail] = node.start_mark.line + 1
    match node:
        case yaml.MappingNode():
            return dict(_pairs(node, trail, lines, path))
        case yaml.SequenceNode():
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


def _scalar(node: yaml.Node, path: Path) -> Value:
    match node.tag.rpartition(":")[2]:
        case "null":
            return None
        case "bool":
            return node.value == "true"
        case "int":
            return int(node.value)
        case "float":
            return float(node.value)
        case "str":
            return node.value
    raise KitError(
        path, node.start_mark.line + 1, f"the tag {node.tag} is not known here; write plain text or a number"
    )


def check(written: Written, schema: dict[str, Any]) -> None:
    """Hold a document to a JSON schema. Raises KitError at the line of the first part that does not fit."""
    errors = sorted(
        Draft202012Validator(schema).iter_errors(written.data), key=lambda e: written.line(*e.absolute_path)
    )
    for error in errors:
        raise written.wrong(f"{_where(error.absolute_path)}{error.message}", *error.absolute_path)


def _where(trail: Any) -> str:
    return (
        "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in trail).lstrip(".") + ": "
        if trail
        else ""
    )
