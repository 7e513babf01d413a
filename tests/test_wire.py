"""Lines: what goes out keeps its type, what comes in is read by exact shape or refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from grader.errors import KitError
from grader.submission.languages import languages
from grader.submission.wire import UNCHANGED, NotAnAnswer, answer, request, spelt
from grader.values import Tagged

PYTHON = next(language for language in languages() if language.name == "python")


def sent(value):
    return json.loads(request("ff", PYTHON, {"call": value}))["call"]


@pytest.mark.parametrize(
    ("value", "wire"),
    [
        ({"a": [1, 1.5, True, None, "é\ud800"]}, {"a": [1, 1.5, True, None, "é\ud800"]}),
        (Tagged("tuple", [1]), {"$": "tuple", "v": [1]}),
        ({"a": Tagged("number", "nan")}, {"a": {"$": "number", "v": "nan"}}),
        (float("-inf"), {"$": "number", "v": "-inf"}),
        (Tagged("sub", 5, "int"), {"$": "sub", "v": 5, "of": "int"}),
        ({"$": "tuple", "v": []}, {"$": "pairs", "v": [["$", "tuple"], ["v", []]]}),
        ('"$"', '"$"'),
    ],
)
def test_a_value_goes_out_in_its_exact_form(value, wire):
    assert sent(value) == wire


def test_a_request_is_one_line_with_its_id_first():
    line = request("ff", PYTHON, {"scribble": True})
    assert line == b'{"id":"ff","scribble":true}\n'
    assert request("ff", PYTHON, {"call": "a\nb"}).count(b"\n") == 1


def test_a_value_the_language_lacks_is_an_error_of_the_kit():
    with pytest.raises(KitError, match="Python has no value for the tag 'undefined'"):
        sent(Tagged("undefined"))


def test_a_plain_reply():
    came = answer(b'{"id":"ff","ok":{"a":[1,1.0,true]}}', "ff")
    assert repr(came.value) == "{'a': [1, 1.0, True]}"
    assert (came.error, came.args, came.rows) == (None, UNCHANGED, None)


def test_a_reply_with_everything():
    text = {
        "id": "ff",
        "ok": {"$": "sub", "type": "S", "v": {"$": "pairs", "v": [["$", 1]]}},
        "args": {"$": "tuple", "v": [{"$": "sub", "type": "S", "v": 1}]},
        "rows": [["b", 1], ["a", {"$": "pairs", "v": [[1, 2]]}], [7, 8]],
        "awaited": "promise",
    }
    came = answer(json.dumps(text).encode(), "ff")
    assert (came.value, came.subclass, came.awaited) == ({"$": 1}, True, "promise")
    assert came.args == Tagged("tuple", [1])
    assert list(came.rows.items()) == [("b", 1), ("a", Tagged("pairs", [[1, 2]])), ("7", 8)]


def test_a_subclass_among_the_arguments_is_not_one_in_the_answer():
    assert not answer(b'{"id":"ff","ok":1,"args":{"$":"sub","type":"S","v":1}}', "ff").subclass


def test_an_error_reply():
    came = answer(b'{"id":"ff","err":"E","msg":"m","at":null,"rows":[]}', "ff")
    assert (came.error, came.message, came.at, came.rows) == ("E", "m", None, {})


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"garbage",
        b"\xff",
        b"[" * 500_000,
        b'{"id":"ff","ok":NaN}',
        b'{"id":"ff","ok":1e999}',
        b'{"id":"ff","ok":' + b"9" * 5000 + b"}",
        b'{"id":"00","ok":1}',
        b'{"ok":1}',
        b'{"id":"ff"}',
        b'{"id":"ff","ok":1,"err":"E","msg":"","at":null}',
        b'{"id":"ff","ok":1,"passed":true}',
        b'{"id":"ff","err":"E"}',
        b'{"id":"ff","err":5,"msg":"","at":null}',
        b'{"id":"ff","ok":1,"rows":5}',
        b'{"id":"ff","ok":1,"rows":[[1]]}',
        b'{"id":"ff","ok":1,"awaited":"x"}',
        b'{"id":"ff","ok":{"$":"nothing"}}',
        b'{"id":"ff","ok":{"$":"pairs","v":[1]}}',
        b'{"id":"ff","ok":{"$":["a"]}}',
        b'["ff"]',
    ],
    ids=lambda line: line[:40].decode(errors="replace"),
)
def test_all_else_is_no_answer(line):
    with pytest.raises(NotAnAnswer):
        answer(line, "ff")


def test_a_context_is_spelt_as_the_language_does():
    camel = replace(PYTHON, spelling="camel")
    assert spelt({"can_read_x": {"a_b": 1}, "tenant": 1}, camel) == {"canReadX": {"a_b": 1}, "tenant": 1}
    assert spelt({"can_read_x": 1}, PYTHON) == {"can_read_x": 1}
    assert spelt(["a_b"], camel) == ["a_b"]
