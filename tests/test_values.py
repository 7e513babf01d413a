"""Values: tags are read and written back, types are told apart exactly, and one value has one text."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.values import TAGS, Tagged, canonical, read_tags, same, write_tags

NAN = Tagged("number", "nan")
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)
TAGGED = st.builds(Tagged, st.sampled_from(sorted(TAGS - {"sub", "pairs"})), JSON)
NO_DOLLAR = JSON.filter(lambda value: '"$"' not in json.dumps(value))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"$": "tuple", "v": [1, 2]}, Tagged("tuple", [1, 2])),
        ({"$": "undefined"}, Tagged("undefined")),
        ({"$": "nan"}, NAN),
        ({"$": "inf"}, Tagged("number", "inf")),
        ({"$": "number", "v": "-0"}, Tagged("number", "-0")),
        ({"$": "sub", "of": "int", "v": 5}, Tagged("sub", 5, "int")),
        ({"$": "repeat", "v": "x", "n": 41}, "x" * 41),
        ({"a": [{"$": "set", "v": [1]}]}, {"a": [Tagged("set", [1])]}),
        ({"$": "tuple", "v": [{"$": "nan"}]}, Tagged("tuple", [NAN])),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_a_tag_is_read_as_what_it_stands_for(written: Any, meant: Any) -> None:
    assert same(read_tags(written), meant)


def test_b64json_is_the_text_that_decodes_to_its_value() -> None:
    text = read_tags({"$": "b64json", "v": ["beta", "TKT-000"]})
    assert json.loads(base64.b64decode(text)) == ["beta", "TKT-000"]


def test_a_tag_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(ValueError, match=r"no tag is called 'tupel'; there are nan, inf, repeat, b64json, .*tuple"):
        read_tags([{"$": "tupel", "v": []}])


@given(NO_DOLLAR | TAGGED.filter(lambda value: '"$"' not in json.dumps(value.v)))
def test_what_is_written_is_read_back_the_same(value: Any) -> None:
    assert same(read_tags(write_tags(value)), value)


def test_an_object_that_looks_like_a_tag_is_not_written_as_one() -> None:
    assert write_tags({"$": "nan"}) == {"$": "pairs", "v": [["$", "nan"]]}


APART: list[Any] = [True, 1, 1.0, "1", [1], {"1": 1}, None, False, 0, 0.0, "", [], {}, Tagged("tuple", [1]), NAN]


@pytest.mark.parametrize("left", range(len(APART)))
def test_values_of_different_types_are_never_the_same(left: int) -> None:
    assert [n for n, right in enumerate(APART) if same(APART[left], right)] == [left]
    assert [n for n, right in enumerate(APART) if same([{"x": APART[left]}], [{"x": right}])] == [left]


def test_the_order_of_keys_does_not_count_and_that_of_items_does() -> None:
    assert same({"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1})
    assert not same([1, 2], [2, 1])
    assert not same([1], [1, 1])
    assert not same({"a": 1}, {"a": 1, "b": None})


def test_tags_differ_by_kind_base_and_content() -> None:
    assert same(Tagged("sub", 5, "int"), Tagged("sub", 5, "int"))
    assert not same(Tagged("sub", 5, "int"), Tagged("sub", 5, "str"))
    assert not same(Tagged("tuple", [1]), Tagged("tuple", [True]))
    assert not same(Tagged("set", [1]), Tagged("frozenset", [1]))


@given(JSON)
def test_one_value_has_one_text_whatever_the_order_of_its_keys(value: Any) -> None:
    assert canonical({"a": value, "b": 1}) == canonical({"b": 1, "a": value})
    assert canonical(value).isascii()


@given(JSON, JSON)
def test_values_with_one_text_are_the_same(left: Any, right: Any) -> None:
    assert (canonical(left) == canonical(right)) == same(left, right)


def test_a_tag_can_stand_in_a_set() -> None:
    assert len({Tagged("tuple", [1]), Tagged("tuple", [1]), Tagged("tuple", [True])}) == 2
