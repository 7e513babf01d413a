"""Each rule can be explained, in lines that fit, with a call that tests it."""

from __future__ import annotations

import json

import pytest

from grader.errors import WrongUsage
from grader.exercise import BLOCKING, load
from grader.explain import _examples, _value_lines, explain

RULES = load("search_tickets").rules


@pytest.mark.parametrize("rule", [*list(RULES)[::6], "answer.sync", "args.null", "state.args"])
def test_a_rule_says_its_sentence_why_and_how_and_fits(rule: str) -> None:
    lines = explain(rule, "search_tickets", 80)
    text = " ".join(" ".join(lines).split())
    for part in (RULES[rule].title, RULES[rule].why, RULES[rule].fix):
        assert " ".join(part.split()) in text
    assert max(map(len, lines)) <= 80


def test_a_blocking_rule_shows_a_call_that_tests_it() -> None:
    exercise = load("search_tickets")
    bare = [rule.id for rule in exercise.rules.values() if not next(_examples(exercise, rule), None)]
    assert [rule for rule in bare if RULES[rule].tier in BLOCKING] == []


def test_the_example_is_the_call_and_its_due_reply() -> None:
    lines = explain("args.null", "search_tickets")
    assert "  search_tickets null as alpha" in lines
    assert lines[-1] == '  is due {"ok": false, "code": "invalid_arguments"}'


def test_a_rule_that_is_not_there_leads_to_its_neighbours() -> None:
    with pytest.raises(WrongUsage, match=r"near it: limit\.range"):
        explain("limit.rang", "search_tickets")


@pytest.mark.parametrize("value", [{}, [], {"a": 1}, {"a": [{"b": "x" * 70}, {"c": []}], "d": None}, ["y" * 50] * 3])
def test_a_long_value_stays_json_on_several_lines(value: object) -> None:
    lines = list(_value_lines(value, 40))
    assert json.loads("\n".join(lines)) == value
    assert (len(lines) > 1) == (len(json.dumps(value)) > 40)
