"""Markdown: a job summary and three comments to paste, out of which no text of a hand-in breaks."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt
from the_formats import ERROR, NASTY, TAME, grade, is_golden, with_texts

from grader.outputs import CANDIDATE, meant_for
from grader.report.comments import comments
from grader.report.markdown import markdown
from grader.report.markup import cell, code, fence, prose

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def shape(text: str) -> list[tuple[str, str]]:
    """The document as a renderer sees it, words apart; those that could call people become code."""
    tokens = [(token.type, token.tag) for token in READER.parse(text)]
    inline = [(part.type, part.tag) for token in READER.parse(text) for part in token.children or ()]
    return tokens + [kind for kind in inline if kind[0] not in {"text", "code_inline"}]


def html(text: str) -> set[str]:
    flat = [part for token in READER.parse(text) for part in (token, *(token.children or ()))]
    return {line for part in flat if part.type.startswith("html") for line in part.content.strip().splitlines()}


@pytest.mark.parametrize("name", ["flawed.md", "candidate.md", "not_judged.md", "error.md"])
def test_it_is_what_it_was(name):
    assert is_golden(name)


def test_the_first_lines_are_the_verdict_and_the_thirteen():
    lines = markdown(grade("flawed")).splitlines()
    assert lines[:3] == ["## takehome: `ana`", "", "**Not ready: another tenant's data gets out.**"]
    assert lines[4].count("|") == lines[6].count("|") == 14


def test_hostile_text_changes_no_token():
    nasty, tame = (markdown(with_texts(grade("flawed"), text)) for text in (NASTY, TAME))
    assert shape(nasty) == shape(tame)
    seen = {f"<details><summary>{what}</summary>" for what in ("The call", "What was seen")}
    assert html(nasty) == {*seen, "</details>"}


def test_no_text_of_a_hand_in_calls_anybody():
    said = READER.render(markdown(with_texts(grade("flawed"), "ask @all, see #1 and https://x.y")))
    outside = re.sub(r"<(code|pre)[^>]*>.*?</\1>", "", said, flags=re.DOTALL)
    assert not re.search("@|#1|https", outside)


def test_a_hostile_megabyte_stays_within_a_job_summary():
    assert len(markdown(with_texts(grade("flawed"), "`|<" * 100_000)).encode()) < 1_000_000


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("plain", "`plain`"),
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("two\nlines", "`two lines`"),
        ("\x1b[1m", "`\\u001b[1m`"),
        ("", "`   `"),
    ],
)
def test_a_code_span_holds_whatever_it_is_given(text, made):
    assert code(text) == made


def test_a_fence_is_longer_than_any_inside():
    (token,) = READER.parse(fence("```\n````` x\n", "py<thon"))
    assert (token.type, token.info, token.content) == ("fence", "python", "```\n````` x\n")


def test_a_bar_ends_no_cell():
    tokens = READER.parse(f"| a | b |\n| --- | --- |\n| {cell('x|y')} | z |\n")
    assert [token.content for token in tokens if token.type == "inline"] == ["a", "b", "`x|y`", "z"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("use `code` and _this_", "use <code>code</code> and _this_"),
        ("a search_tickets call", "a search_tickets call"),
        ("<b>&amp; *x* [y](z) ~~w~~", "&lt;b&gt;&amp;amp; *x* [y](z) ~~w~~"),
        ("Tom & Jerry", "Tom &amp; Jerry"),
    ],
)
def test_prose_stays_words(text, said):
    assert READER.renderInline(f"so: {prose(text)}") == f"so: {said}"


# ---- comments ----


def test_three_comments_on_three_rules_the_worst_first():
    made = comments(grade("flawed"))
    assert [one.splitlines()[0].split(".** ")[0] for one in made] == [
        "**Blocking, whose data",
        "**Blocking, data that leaves",
        "**Blocking, data that leaves",
    ]
    assert len({one.splitlines()[0] for one in made}) == 3


@pytest.mark.parametrize("part", ["**Where:**", "call:   search_tickets", "**Harm:**", "**Repair:**"])
def test_a_comment_has_every_part(part):
    assert [part in one for one in comments(grade("flawed"))] == [True] * 3


def test_a_comment_ends_with_a_test_or_the_command_that_shows_it():
    first, _, third = comments(grade("flawed"))
    assert "def test_scope_cursor" in first
    assert third.endswith("**To see it again:** `takehome grade . --case 0b129a`")


def test_a_comment_can_be_pasted_whole():
    fences = [token for token in READER.parse(markdown(grade("flawed"))) if token.info == "markdown"]
    assert [token.content.strip() for token in fences] == comments(grade("flawed"))


def test_a_rule_is_commented_once_and_a_declared_one_not_at_all():
    told = grade("flawed")
    told["findings"] = [told["findings"][0]] * 2 + [{**told["findings"][1], "declared": True}]
    assert len(comments(told)) == 1


def test_where_it_raised_is_the_place():
    told = grade("flawed")
    told["findings"] = [found for found in told["findings"] if found["where"]]
    assert "**Where:** `tickets.py:61`" in comments(told)[0]


def test_a_candidate_gets_neither_repair_nor_test():
    made = markdown(meant_for(CANDIDATE, grade("flawed")))
    assert "**Harm:**" in made
    assert "**Repair:**" not in made
    assert "def test_" not in made


def test_an_error_is_told():
    assert ERROR["error"] in markdown(ERROR)
