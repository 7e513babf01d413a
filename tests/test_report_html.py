"""The report: safe for any text, complete without style and script, the same bytes for the same grade."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from grader.report.bars import bars, clock
from grader.report.difference import compare, replies
from grader.report.html import page
from grader.report.opaque import decoded
from grader.report.ladder import ladders
from grader.report.lean import MOST, ROOMS, lean
from grader.report.pairs import mark, pairs
from grader.report.planted import planted
from grader.report.source import lines
from grader.report.steps import next_steps
from grader.report.strip import strip
from grader.report.verdict import sentence
from grader.report.words import call, listed, step, when

GRADES = Path(__file__).parent / "golden" / "grades"
NAMES = sorted(path.stem for path in GRADES.glob("*.json"))
NASTY = (
    "</script></style></title><img src=x onerror=alert(1)> & \"quoted\" 'single' javascript:alert(1) "
    "\u202egnp.exe\u2066\u200b \x1b[31m\x1b]8;;http://x.invalid\x07 \x00 \ud800 \u2028 {{ 7 * 7 }}"
)
TOLD_APART = {"schema", "verdict", "status", "state", "tier", "store", "by"}  # words that choose a part of the page


def golden(name: str) -> dict[str, Any]:
    return json.loads((GRADES / f"{name}.json").read_text())


def map_texts(value: Any, change: Callable[[str], str], but: frozenset[str] = frozenset()) -> Any:
    match value:
        case str():
            return change(value)
        case list():
            return [map_texts(item, change, but) for item in value]
        case dict():
            return {key: item if key in but else map_texts(item, change, but) for key, item in value.items()}
    return value


class Page(HTMLParser):
    """What a browser would make of a page: its tags in order, its attributes, and the text of some tags."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: dict[str, list[str]] = {}
        self._inside: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in {"meta", "br"}:
            self._inside.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag):
        self.tags.append(f"/{tag}")
        assert self._inside.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data):
        for tag in self._inside:
            self.texts[tag][-1] += data

    def values(self, name: str) -> list[str]:
        return [value for _, attribute, value in self.attributes if attribute == name]


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


def test_a_report_stays_small():
    assert len(page(golden("not_ready")).encode()) <= 150_000
    assert len(page(golden("ready")).encode()) <= 100_000


def test_a_page_holds_no_control_or_direction_character():
    made = page(map_texts(golden("not_ready"), lambda _: NASTY, frozenset(TOLD_APART)))
    assert "gnp.exe" in made
    assert not re.search(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2028\u2066-\u2069\ud800-\udfff]", made
    )


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


def test_a_huge_text_is_cut_and_says_how_much_is_missing():
    grade = golden("not_ready")
    grade["findings"][0]["actual"] = {"ok": True, "tickets": [{"id": "x" * 100_000}]}
    made = page(grade)
    assert len(made) < 150_000
    assert "more)" in made


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


def marked(side) -> list[str]:
    return [piece.text for line in side.whole for piece in line if piece.marked]


@pytest.mark.parametrize(
    ("expected", "actual", "ours", "theirs"),
    [
        ({"ok": True, "next": None}, {"next": None, "ok": True}, [], []),
        ({"n": 1}, {"n": True}, ["1"], ["true"]),
        ({"n": 1}, {"n": 1.0}, ["1"], ["1.0"]),
        ({"a": 1}, {"a": 1, "b": 2}, [], ['"b": 2']),
        ([1, 2, 3], [1, 3], ["2"], []),
        ([{"id": 1, "s": "o"}], [{"id": 1, "s": "o", "note": "x"}], [], ['"note": "x"']),
        ({"ok": False, "code": "c"}, {"ok": True, "rows": [{"a": 1}]}, ["false", '"code": "c"'], ["true", '"rows"']),
        ([{"id": 1, "s": "o"}], [{"id": 2, "s": "c"}], ['{"id": 1, "s": "o"}'], ['{"id": 2, "s": "c"}']),
    ],
)
def test_what_differs_is_marked_and_nothing_else(expected, actual, ours, theirs):
    due, given = compare(expected, actual)
    assert (marked(due), marked(given)) == (ours, theirs)


def test_a_long_reply_shows_the_lines_around_its_difference():
    due = [{"id": n, "more": [{"n": n}]} for n in range(30)]
    given = [*due[:20], {"id": 20, "more": [{"n": 0}]}, *due[21:]]
    _, side = compare(due, given)
    assert side.cut
    assert len(side.short) < 18
    assert '{"n": 0}' in "".join(piece.text for line in side.short for piece in line)


def test_a_reply_of_a_megabyte_is_compared_in_good_time():
    started = time.perf_counter()
    due, given = compare([0] * 50_000, [0] * 50_001)
    assert time.perf_counter() - started < 10
    assert marked(due) == []
    assert len(given.whole) <= 301


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("eyJhIjogMX0=", {"a": 1}),
        ("eyJhIjogMX0", {"a": 1}),
        ("TKT-110", None),
        ("12345678", None),
        ("MTIzNDU2Nzg=", None),
        ("", None),
        ("\ud800" * 9, None),
        ("W1tbW1tbW1tb", None),
    ],
)
def test_only_base64_that_holds_json_is_opened(text, inside):
    assert decoded(text) == inside


def test_a_call_is_one_line():
    assert call({"tool": "find", "args": {"a": None}, "context": "one"}) == 'find {"a": null} as one'
    assert call({"tool": " find", "args": [], "context": {"t": 1}}) == '" find" [] as {"t": 1}'


def test_a_step_says_what_else_it_does():
    asked = {"tool": "find", "args": {}, "context": "one", "scribble": True, "times": 3, "expect": {"ok": True}}
    assert step(asked) == "find {} as one, then writing to the reply, times 3"
    assert step({**asked, "before": [], "store": {"k": {}}, "walk": True}) == step(asked)


def test_a_sentence_stands_in_for_a_reply_that_never_came():
    due, given = replies({"tool": "find", "expected": {"ok": True}, "actual": None, "says": "raised KeyError"})
    assert [piece.text for line in due.whole for piece in line if piece.text.strip("{}")] == ['"ok": ', "true"]
    assert given.told == "raised KeyError"
    _, null = replies({"tool": "find", "expected": {"ok": True}, "actual": None, "says": None})
    assert marked(null) == ["null"]


def test_a_sentence_beside_a_reply_is_shown_with_it():
    grade = golden("not_ready")
    grade["findings"][0]["says"] = "The reply shows what belongs to another session."
    made = page(grade)
    assert "The reply shows what belongs to another session." in made
    assert "Private billing issue" in made


def test_the_matrix_counts_what_each_session_tried_and_what_went_wrong():
    def entry(caller, owner, status, leaked=()):
        return {"caller": caller, "owner": owner, "try": "t", "status": status, "leaked": list(leaked)}

    passed, failed = entry("b", "a", "passed"), entry("b", "a", "failed")
    leak = entry("b", "a", "passed", ["a:1"])
    drawn = pairs([passed, failed, leak, entry("a", "b", "not_run")])
    assert drawn.owners == ("a", "b")
    first, second = drawn.rows
    assert (first.pairs, second.pairs[1]) == ((None, None), None)
    assert (second.pairs[0].tried, second.pairs[0].wrong) == (3, (failed,))
    assert [mark(one).word for one in drawn.entries[:2]] == ["got out", "failed"]
    assert [one.word for one in second.pairs[0].drawn.marks] == ["got out", "failed", "passed"]


def test_a_walk_shows_what_was_due_again_foreign_and_never_shown():
    walk = {"context": "a", "pages": [["T-1", "T-2"], ["T-2", "T-8", "T-9"]], "due": [["T-1", "T-2"], ["T-3"]]}
    drawn = strip(walk, [walk, {"context": "b", "pages": [], "due": [["T-1", "T-9", "T-91"]]}])
    assert drawn.prefix == "T-"
    assert [column.label for column in drawn.columns] == ["1", "2", "3", "8", "9", "91"]
    assert [column.label for column in drawn.columns if column.foreign] == ["9", "91"]
    first, second = ([cell.word for cell in row] for row in drawn.rows)
    assert first == ["as due", "as due", "", "", "", ""]
    assert second == ["", "shown again", "due here, never shown", "not due in this walk", "another session's", ""]
    assert not drawn.good


def test_the_picture_of_a_walk_and_its_table_say_the_same():
    drawn = strip({"pages": [["T-1", "T-2"], ["T-2"]], "due": [["T-1", "T-2"], ["T-3"]]})
    (whole,) = drawn.runs(drawn.rows[0])
    assert (whole.glyphs, whole.places) == ("●●", (drawn.middle(0), drawn.middle(1)))
    told = {kind.word: drawn.ids(drawn.rows[1], kind) for kind in drawn.kinds}
    assert told == {"as due": [], "shown again": ["T-2"], "due here, never shown": ["T-3"]}


def test_a_ladder_has_its_good_values_first_and_shows_where_an_answer_strayed():
    def rung(argument, value, due, got):
        return {"argument": argument, "value": value, "due": due, "got": got}

    named = [rung("n", 11, "bad", "ok"), rung("n", 1, "ok", "ok"), rung("n", 0, "bad", "error")]
    first, others = ladders([*named, rung("x", None, "bad", "bad"), rung("y", "z" * 41, "bad", "bad")])
    assert [one.label for one in first.rungs] == ["1", "11", "0"]
    assert (first.wrong, first.border) == (2, first.middle(0) + 10)
    assert first.gaps.count("M") == 2
    assert [one.short for one in others.rungs] == ["x: null", 'y: "zzzzzzzz… (41 long)']
    assert (others.wrong, others.border) == (0, None)


def test_faults_that_no_test_noticed_come_first_the_worst_of_them_at_the_top():
    def fault(name, tier, state):
        return {"id": name, "tier": tier, "state": state}

    drawn = planted(
        [fault("a", "contract", "survived"), fault("b", "contract", "killed"), fault("c", "whose_data", "survived")]
        + [fault("d", "whose_data", "unseeable")]
    )
    assert [one["id"] for one in drawn.missed] == ["c", "a"]
    assert (drawn.noticed, drawn.noticeable) == (1, 3)
    assert [(block.tier.id, block.missed, block.of) for block in drawn.blocks] == [
        ("whose_data", 1, 2),
        ("contract", 1, 2),
    ]


def test_time_is_drawn_as_planned_and_taken():
    drawn = bars(golden("not_ready")["time"])
    assert [(bar.phase, clock(bar.planned), clock(bar.actual), bar.over) for bar in drawn.bars[:2]] == [
        ("Plan", "0:15", "0:17", True),
        ("Old tool and registry", "0:30", "0:26", False),
    ]
    assert ("worked", "2:51 of 3:00") in drawn.facts
    assert ("all acceptance calls first passed at", "2:01") in drawn.facts


@pytest.mark.parametrize("odd", [None, -1, float("nan"), "60", True, 10**400])
def test_time_that_is_no_time_is_not_drawn(odd):
    drawn = bars({"cap": odd, "phases": [{"title": "x", "planned": odd, "actual": odd}, "y"], "grades": odd})
    assert (drawn.bars[0].planned_wide, drawn.bars[0].actual_wide) == (0, 0)
    assert clock(odd) == "not yet"


def test_the_lines_of_a_hand_in_are_coloured_and_the_one_that_raised_is_marked():
    found = {"where": "a.py:8", "source": [[7, "def f(x):"], [8, '    return "y" + 1  # z']]}
    first, second = lines(found, "python")
    assert (first.here, second.here) == (False, True)
    assert ("def", "k") in [(word.text, word.look) for word in first.words]
    assert {word.look for word in second.words} >= {"k", "s", "n", "c"}
    assert "".join(word.text for word in second.words) == '    return "y" + 1  # z'


@pytest.mark.parametrize("language", ["python", "typescript", "no such language", None, "\ud800"])
@pytest.mark.parametrize("text", ['"""', "a\nb", "\r", "\ud800", "", "`${", "/*"])
def test_any_line_in_any_language_keeps_its_text(language, text):
    drawn = lines({"where": "a:2", "source": [[1, text], [2, text]]}, language)
    assert ["".join(word.text for word in one.words) for one in drawn] == [text.replace("\n", " ")] * 2


def test_a_test_to_copy_is_whole():
    grade = golden("not_ready")
    grade["findings"][0]["test"] = "".join(f"assert f({n}) == '<{n}>'\n" for n in range(400))
    read = Page(page(grade))
    assert grade["findings"][0]["test"] in read.texts["pre"]


def test_a_report_has_an_end_whatever_a_hand_in_answers():
    huge = {"ok": True, "tickets": [{f"k{n}": "x" * 3_000 for n in range(20)}] * 40}
    grade = golden("not_ready")
    grade["findings"] = [
        {**one, "id": f"{n}", "actual": huge, "expected": [huge], "test": "x" * 90_000, "also": ["y" * 99] * 999}
        for n, one in enumerate(grade["findings"] * 9)
    ]
    grade["readme"]["claims"] = [{"quote": "z" * 9_000, "where": "w" * 9_000}] * 900
    made = page(grade)
    assert len(made.encode()) <= MOST
    assert "The grade's JSON holds them whole" in made
    assert "more findings in the grade" in made


def test_a_reply_of_great_depth_or_number_does_not_stop_the_report():
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    grade = golden("not_ready")
    grade["findings"][0]["actual"] = {"ok": deep, "n": 10**9_999}
    assert "what lies deeper is left out" in page(grade)


def test_what_is_short_is_not_cut():
    assert lean(golden("not_ready"), ROOMS[0]) == golden("not_ready")


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
    assert '<mark>&#34;Limits&#34;</mark>' in part
    assert "null" not in part[: part.index("</article>")]


def test_times_and_lists_read_as_people_write_them():
    assert when("2026-03-04T10:12:31+00:00") == when("2026-03-04T10:12:31.5Z") == "2026-03-04 10:12 UTC"
    assert when("yesterday") == "yesterday"
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("grade", "said"),
    [
        ({"verdict": "ready"}, "Ready: nothing stands in the way."),
        ({"verdict": "ready", "tests": {"judged": False}}, "Ready in behaviour; tests not judged."),
        (
            {"verdict": "ready", "tests": {"judged": False}, "checks": {"tests": {"of": 7, "not_run": 7}}},
            "Ready in behaviour; tests not judged.",
        ),
        (
            {"verdict": "ready", "checks": {"walks": {"of": 2, "not_run": 2}, "order": {"of": 2, "not_run": 1}}},
            "Ready in what was run; walks not run.",
        ),
        (
            {"verdict": "not_judged", "not_judged": ["No function was found. Looked in a.py."]},
            "Not judged: no function was found.",
        ),
        ({"verdict": "not_judged", "not_judged": ["a.py:3: invalid syntax"]}, "Not judged: a.py:3: invalid syntax."),
        ({"verdict": "not_judged"}, "Not judged: the reason is not known."),
        ({"verdict": "not_judged", "not_judged": ["\x1b[31mred"]}, "Not judged: \\u001b[31mred."),
    ],
)
def test_the_sentence_names_what_was_not_judged(grade, said):
    assert sentence(grade) == said


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([("scope.cursor", "whose_data"), ("limit.range", "contract")], "another tenant's data gets out"),
        ([("scope.page", "whose_data")], "another tenant's data decides an answer"),
        ([("fields.get", "data_leaves")], "data goes out that should stay in"),
        ([("limit.range", "contract")], "1 rule of the contract is broken"),
        (
            [("limit.range", "contract"), ("sort.id", "contract"), ("tests.green", "evidence")],
            "2 rules of the contract are broken",
        ),
        ([("tests.green", "evidence")], "its own tests fail"),
    ],
)
def test_the_sentence_says_what_the_worst_finding_does(rules, said):
    findings = [{"rule": rule, "tier": tier, "blocking": True} for rule, tier in rules]
    assert sentence({"verdict": "not_ready", "findings": findings}) == f"Not ready: {said}."


def test_a_clean_hand_in_is_told_what_would_make_it_better():
    grade = golden("ready")
    assert [(step.place, step.part) for step in next_steps(grade)] == [(None, "open")]
    assert "limit float (refused: invalid arguments)" in next_steps(grade)[0].text
    grade["tests"]["mutants"][0] |= {"state": "survived", "says": "It `leaks`."}
    grade["rubric"][0] |= {"by": "machine", "level": 2, "of": 3, "title": "Contract"}
    told = next_steps(grade)
    assert [step.part for step in told] == ["tests", "rubric", "open"]
    assert told[0].text == "Write a test for 1 planted fault that yours do not notice; the worst: It `leaks`."
    grade["tests"] = {"judged": False, "why_not": "pip is needed"}
    assert next_steps(grade)[0].text == "Look at its tests yourself: they were not judged (pip is needed)."
