"""YAML that a person wrote: each slip is named by its line, in words that say what was meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.errors import KitError
from grader.shapes import CALLS, EXERCISE, MUTANTS, RULES
from grader.written import parse, read

HERE = Path("calls/limits.yaml")


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: no", "no"),
        ("a: yes", "yes"),
        ("a: on", "on"),
        ("a: True", "True"),
        ("a: 012", "012"),
        ("a: 0x1F", "0x1F"),
        ("a: 1_000", "1_000"),
        ("a: 2020-01-01", "2020-01-01"),
        ("a: 10:30", "10:30"),
        ("a: .5", ".5"),
        ("a: .nan", ".nan"),
        ("a: Null", "Null"),
        ("a: '1'", "1"),
        ("a: 1", 1),
        ("a: -1", -1),
        ("a: 0", 0),
        ("a: 1.0", 1.0),
        ("a: 1e3", 1000.0),
        ("a: true", True),
        ("a: false", False),
        ("a: null", None),
        ("a: ~", None),
        ("a:", None),
        ("a: [1, {b: two}]", [1, {"b": "two"}]),
    ],
)
def test_only_json_scalars_are_more_than_text(text: str, data: Any) -> None:
    value = parse(text, HERE).data["a"]
    assert (value, type(value)) == (data, type(data))


def test_keys_are_text_as_they_stand() -> None:
    assert parse("{1: a, true: b, no: c}", HERE).data == {"1": "a", "true": "b", "no": "c"}


SLIPS = {
    "a tab": ("a:\n  b: 1\n\tc: 2\n", 3, "a tab stands where blanks must; indent with blanks"),
    "a tab at the start": ("a:\n\tb: 1\n", 2, "a tab stands where blanks must; indent with blanks"),
    "a tag before an object": ("a: 1\nb: !set {x: 1}\n", 2, "the tag !set is not known here"),
    "a tag before a list": ("a: !!set [x]\n", 1, "is not known here; write plain text or a number"),
    "text as a number": ("a: !!int x\n", 1, "is not known here; write plain text or a number"),
    "an alias": ("a: &x [1]\nb: *x\n", 2, "*x repeats another part; write that out, or put the text in quotes"),
    "an alias of itself": ("a: &x [*x]\n", 1, "*x repeats another part"),
    "a key twice": ("a: 1\nb: 2\na: 3\n", 3, "the key 'a' stands here for the second time; first on line 1"),
    "a key twice, deeper": ("a:\n  - x: 1\n    x: 2\n", 3, "stands here for the second time; first on line 2"),
    "a tag": ("a: 1\nb: !path x\n", 2, "the tag !path is not known here; write plain text or a number"),
    "a tag of Python": ("a: !!python/object:os.system x\n", 1, "the tag"),
    "a tag of YAML": ("a: !!binary aGk=\n", 1, "the tag"),
    "a colon in plain text": ("a: 1\nsays: one: two\n", 2, "a colon stands inside plain text; put the text in quotes"),
    "a list as key": ("? [a, b]\n: 1\n", 1, "a key must be text"),
    "an open bracket": ("a: [1, 2\nb: 3\n", 2, "expected ',' or ']'"),
    "an open quote": ('a: "one\nb: 2\n', 3, "unexpected end of stream"),
    "two documents": ("a: 1\n---\nb: 2\n", 2, "another document"),
    "an alias to nothing": ("a: *b\n", 1, "*b repeats another part"),
}  # fmt: skip


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_named_by_its_line(name: str) -> None:
    text, line, says = SLIPS[name]
    with pytest.raises(KitError) as caught:
        parse(text, HERE)
    assert str(caught.value).startswith(f"calls/limits.yaml:{line}: ")
    assert says in caught.value.message


SHAPE = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "rows": {"type": "array", "items": {"type": "integer"}}},
    "required": ["name"],
    "additionalProperties": False,
}
MISFITS = {
    "a key misspelt": ("name: x\nrovs:\n  - 1\n", 2, "no key is called 'rovs' here; is 'rows' meant?"),
    "a key that is like no other": ("name: x\nzz: 1\n", 2, "no key is called 'zz' here; there are name, rows"),
    "a key left out": ("rows: []\n", 1, "'name' is a required property"),
    "no is text": ("name: x\nrows:\n  - 1\n  - no\n", 4, "rows[1]: 'no' is not of type 'integer'"),
    "an octal is text": ("name: x\nrows: [012]\n", 2, "rows[0]: '012' is not of type 'integer'"),
    "a number for text": ("name: 12\n", 1, "name: 12 is not of type 'string'"),
    "nothing at all": ("", 1, "None is not of type 'object'"),
    "the first of two": ("rows: [x]\nname: 1\n", 1, "rows[0]"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_what_does_not_fit_the_shape_is_named_by_its_line(name: str, tmp_path: Path) -> None:
    text, line, says = MISFITS[name]
    (tmp_path / "x.yaml").write_text(text)
    with pytest.raises(KitError) as caught:
        read(tmp_path / "x.yaml", SHAPE)
    assert str(caught.value).startswith(f"{tmp_path / 'x.yaml'}:{line}: ")
    assert says in caught.value.message


def test_what_cannot_be_read_is_said_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"a: \xe9")
    for name in ("gone.yaml", "latin.yaml"):
        with pytest.raises(KitError, match=rf"{name}: cannot be read"):
            read(tmp_path / name)


def test_a_part_knows_its_line_and_an_unknown_part_that_of_what_is_around_it() -> None:
    written = parse("a:\n  - b: 1\n    c:\n      d: 2\n", HERE)
    assert [written.line("a"), written.line("a", 0, "c", "d"), written.line("a", 0, "c", "x"), written.line("z")] == [
        1, 4, 3, 1,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("shape", "text", "line"),
    [
        (CALLS, "calls:\n  - {id: a, rule: r, context: alpha, tool: t, args: {}}\n  - {id: b, rule: r, kode: x}\n", 3),
        (CALLS, "calls:\n  - id: a\n    rule: r\n    steps:\n      - {tool: t, times: 0}\n", 5),
        (RULES, "rules:\n  a.b:\n    tier: contract\n    check: state\n    title: T\n    why: W\n", 3),
        (MUTANTS, "mutants:\n  - {name: m, star: no, tier: contract, class: c, says: s, rule: r, edit: []}\n", 2),
        (EXERCISE, "name: x\nversion: one\n", 2),
    ],
)
def test_each_kind_of_file_has_a_shape(tmp_path: Path, shape: dict[str, Any], text: str, line: int) -> None:
    (tmp_path / "x.yaml").write_text(text)
    with pytest.raises(KitError) as caught:
        read(tmp_path / "x.yaml", shape)
    assert caught.value.line is not None
    assert caught.value.line <= line
