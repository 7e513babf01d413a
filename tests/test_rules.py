"""The rules that findings name: every one is there, stands in its tier's place, and is worth reading."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from itertools import combinations

import pytest

from grader.exercise import kit_folder
from grader.shapes import CHECKS, RULES, TIERS
from grader.vocabulary import Rule
from grader.written import read

LEAST = {
    "whose_data": "scope.search scope.get scope.argument scope.cursor scope.page scope.session",
    "data_leaves": "fields.get fields.search reply.keys permission.get permission.search copy.fresh store.unchanged"
    " query.title_only",
    "contract": "name.exact args.object args.null args.unknown_get args.unknown_search args.missing_id id.format"
    " status.value query.type query.length query.as_given query.match limit.type limit.range limit.default"
    " cursor.format cursor.after cursor.position order.name_first order.args_first order.permission_first"
    " get.not_found search.no_not_found permission.code sort.id filter.status filter.before_cut page.cut next.id"
    " next.null page.empty walk.complete walk.once walk.order walk.ends walk.stable reply.shape reply.type reply.json"
    " answer.returned answer.sync answer.time answer.alive state.same_answer state.this_store state.args"
    " fields.missing fields.value reply.missing code.known page.complete",
    "evidence": "tests.run tests.green tests.acceptance tests.can_fail tests.mutants tests.isolation tests.walks"
    " declaration.present declaration.agrees",
    "documents": "declaration.more_pages readme.parts readme.command readme.skipped readme.claim scope.tools"
    " scope.imports scope.dispatch",
}
WRITTEN = read(kit_folder("rubric", "search_tickets") / "rules.yaml", RULES).data["rules"]
RULE_LIST = [Rule(id=name, place=place, **rule) for place, (name, rule) in enumerate(WRITTEN.items())]

every_rule = pytest.mark.parametrize("rule", RULE_LIST, ids=lambda rule: rule.id)


@pytest.mark.parametrize("tier", TIERS)
def test_a_tier_holds_its_rules_and_no_others(tier: str) -> None:
    assert {rule.id for rule in RULE_LIST if rule.tier == tier} == set(LEAST[tier].split())


def test_the_worst_tier_comes_first_and_the_cursor_first_in_it() -> None:
    places = [TIERS.index(rule.tier) for rule in RULE_LIST]

    assert places == sorted(places)
    assert RULE_LIST[0].id == "scope.cursor"


@pytest.mark.parametrize("tier", TIERS)
def test_within_a_tier_the_order_is_the_designs(tier: str) -> None:
    found = [rule.id for rule in RULE_LIST if rule.tier == tier and rule.id != "scope.cursor"]

    assert found == [name for name in LEAST[tier].split() if name != "scope.cursor"]


def test_every_check_but_acceptance_has_a_rule() -> None:
    assert {rule.check for rule in RULE_LIST} == set(CHECKS) - {"acceptance"}


@every_rule
def test_a_title_is_one_sentence(rule: Rule) -> None:
    assert rule.title.endswith(".")
    assert not re.search(r"[.!?]\s+[A-Z]", rule.title)
    assert len(rule.title) <= 100


@every_rule
def test_why_and_fix_are_whole_sentences_of_reading_length(rule: Rule) -> None:
    assert rule.why.endswith((".", ").", '".'))
    assert 2 <= sentences(rule.why) <= 4
    assert rule.fix.endswith(".")
    assert 1 <= sentences(rule.fix) <= 4
    assert "\n" not in rule.why + rule.fix


def test_no_two_rules_say_the_same() -> None:
    for part in ("title", "why", "fix"):
        texts = [getattr(rule, part) for rule in RULE_LIST]
        assert [text for text, n in Counter(texts).items() if n > 1] == []


def test_no_two_titles_read_alike() -> None:
    near = [
        (one.id, other.id)
        for one, other in combinations(RULE_LIST, 2)
        if SequenceMatcher(None, one.title, other.title).ratio() > 0.8
    ]

    assert near == []


@every_rule
def test_no_rule_blames_or_boasts(rule: Rule) -> None:
    text = f"{rule.title} {rule.why} {rule.fix}".lower()

    assert not re.search(r"\b(stupid|lazy|careless author|obviously|simply|just|amazing|powerful|robust|best)\b", text)
    assert "!" not in text


def sentences(text: str) -> int:
    """How many sentences a text has; a code span is no place for one to end."""
    plain = re.sub(r"`[^`]*`|\"[^\"]*\"", "x", text)
    return len(re.findall(r"[.?](?=\s|$|\))", plain))
