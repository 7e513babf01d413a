"""The report: safe for any text, complete without style and script, the same bytes for the same grade."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from the_page import NAMES, NASTY, TOLD_APART, Page, golden, map_texts

from grader.report.html import page
from grader.report.steps import next_steps
from grader.report.verdict import sentence


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def read(name):
    return Page(page(golden(name)))


def test_the_title_is_the_headline_is_the_verdict_sentence(name, read):
    assert read.texts["title"][:1] == read.texts["h1"] == [sentence(golden(name))]


def test_every_tag_is_closed(read):
    assert read._inside == []


def test_the_policy_names_the_style_and_script_by_the_hash_of_their_bytes(read):
    (policy,) = (value for value in read.values("content") if "default-src" in value)
    kinds = dict(part.split(" ", 1) for part in policy.split("; "))
    assert kinds["default-src"] == "'none'"
    for tag in ("style", "script"):
        (text,) = read.texts[tag]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert kinds[f"{tag}-src"] == f"'sha256-{digest}'"


def test_nothing_leads_out_of_the_file(read):
    assert all(value.startswith("#") for value in read.values("href"))
    assert not {"src", "srcset", "action", "style", "data", "poster"} & {name for _, name, _ in read.attributes}
    assert not {"link", "img", "iframe", "object", "base", "form", "embed"} & set(read.tags)
    assert not re.search(r"url\(|@import|fetch\(|XMLHttp", "".join(read.texts["style"] + read.texts["script"]))


def test_no_attribute_runs_code(read):
    assert not [name for _, name, _ in read.attributes if name.startswith("on")]


def test_every_link_has_its_target(read):
    targets = set(read.values("id"))
    links = {value[1:] for value in read.values("href") if not value.startswith("#check=")}
    assert links <= targets, links - targets
    assert len(targets) == len(read.values("id"))


def test_the_same_grade_gives_the_same_bytes(name):
    assert page(golden(name)).encode() == page(golden(name)).encode()


def test_a_page_holds_no_control_or_direction_character():
    made = page(map_texts(golden("not_ready"), lambda _: NASTY, frozenset(TOLD_APART)))
    assert "gnp.exe" in made
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2028\u2066-\u2069\ud800-\udfff]", made)


@pytest.mark.parametrize("but", [frozenset(), frozenset(TOLD_APART)], ids=["every text", "every text of a hand-in"])
def test_hostile_text_changes_no_tag(but):
    nasty = map_texts(golden("not_ready"), lambda _: NASTY, but)
    tame = map_texts(golden("not_ready"), lambda _: re.sub("[^A-Za-z0-9 ]", "X", NASTY), but)
    hostile, harmless = Page(page(nasty)), Page(page(tame))
    assert hostile.tags == harmless.tags
    assert [names[:2] for names in hostile.attributes] == [names[:2] for names in harmless.attributes]


@pytest.mark.parametrize("field", ["rule", "id", "title", "where", "why", "fix", "test", "again", "actual", "check"])
def test_each_field_of_a_finding_is_escaped(field):
    grade = golden("not_ready")
    grade["findings"][0][field] = NASTY
    made = page(grade)
    assert "<img" not in made
    assert "&lt;img" in made or field == "id"


def test_hostile_keys_are_escaped():
    grade = golden("not_ready")
    grade["findings"][0]["actual"] = {NASTY: {NASTY: [NASTY, {NASTY: 1}]}}
    grade["readme"] = {NASTY: {NASTY: NASTY}}
    grade["checks"] = {NASTY: {"passed": 1, "failed": 0, "not_run": 0, "of": 1}}
    assert "<img" not in page(grade)


def test_findings_stand_in_the_order_of_the_grade_the_worst_first(name):
    grade = golden(name)
    rules = [one["rule"] for one in grade["findings"]]
    shown = re.findall(r'class="label">.*?<code>(.*?)</code>', page(grade))
    if name == "not_ready":
        assert shown == rules
        assert shown[0] == "scope.cursor"
    assert len(shown) == len(rules)


def test_the_first_screen_links_the_first_three_findings():
    grade = golden("not_ready")
    made = page(grade)
    head = made[: made.index("</header>")]
    ids = [f"#case-{one['id']}" for one in grade["findings"][:3]]
    assert re.findall(r'href="(#case-[^"]+)"', head) == ids


def test_thirteen_cells_say_their_state_in_a_word():
    words = Page(page(golden("not_ready"))).texts["ol"][1].split()
    assert words[:6] == ["A1", "✓", "passed", "A2", "✗", "failed"]
    assert sum(word.startswith("A") for word in words) == 13


def test_a_forged_cursor_is_shown_for_what_it_says():
    made = page(golden("not_ready"))
    assert "it says <code>{&#34;tenant&#34;: &#34;alpha&#34;, &#34;position&#34;: &#34;TKT-103&#34;}</code>" in made


def test_a_part_that_the_grade_lacks_is_not_shown():
    read = Page(page(golden("not_judged")))
    assert not {"walks", "matrix", "ladder", "tests", "rubric", "time", "acceptance"} & set(read.values("id"))


def test_fixes_and_tests_left_out_of_the_grade_leave_no_empty_place():
    grade = golden("not_ready")
    for one in grade["findings"]:
        del one["fix"]
        one.pop("test")
    made = page(grade)
    assert "How to mend it" not in made
    assert "A test that goes red" not in made
    assert "Why it matters" in made


def test_sealed_replies_are_not_hinted_at():
    grade = golden("not_ready")
    for one in grade["acceptance"]["calls"]:
        del one["expected"], one["actual"]
    made = page(grade)
    acceptance = made[made.index('id="acceptance"') : made.index('id="walks"')]
    assert "once the predictions are sealed" in acceptance
    assert "<pre>" not in acceptance


def test_a_declared_finding_stands_apart_and_is_no_next_step():
    grade = golden("not_ready")
    grade["findings"][0]["declared"] = True
    assert "the README lists these as left out" in page(grade)
    assert next_steps(grade)[0].place == 1


def test_no_path_of_this_machine_gets_in(name):
    assert not re.search(r"(?<![\w.])/(home|root|tmp|work|usr|Users)/", page(golden(name)))


def test_a_sentence_beside_a_reply_is_shown_with_it():
    grade = golden("not_ready")
    grade["findings"][0]["says"] = "The reply shows what belongs to another session."
    made = page(grade)
    assert "The reply shows what belongs to another session." in made
    assert "Private billing issue" in made


def test_a_clean_hand_in_gets_one_screen_and_the_rest_folded():
    made = page(golden("ready"))
    assert made.index('<details class="rest"') < made.index('id="acceptance"') < made.index('id="walks"')
    assert "What would still make it better" in made
    assert 'class="rest"' not in page(golden("not_ready"))


def test_every_picture_has_a_name_and_the_same_as_a_table(name):
    made = page(golden(name))
    pictures = re.findall(r"<svg[^>]*>(.*?)</svg>(.*?)(?=<svg|$)", made, re.DOTALL)
    assert bool(pictures) == (name != "not_judged")
    for drawn, after in pictures:
        assert re.match(r"\s*<title>[A-Z][^<]+the tables? below say", drawn)
        assert "<table" in after


def test_a_finding_beside_the_calls_shows_its_sentence_and_what_was_found():
    made = page(golden("not_ready"))
    part = made[made.index("<h4>The README has its seven parts.") :]
    assert "Missing: The contract as built" in part
    assert "<mark>&#34;Limits&#34;</mark>" in part
    assert "null" not in part[: part.index("</article>")]
