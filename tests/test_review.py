"""A review gets what it deserves: what it claims is run on the sample, on its mended forms and on correct adapters."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.exercise import Exercise
from grader.practice.review import trial
from grader.practice.review.edits import Edit, make, slip
from grader.practice.review.forms import AS_IT_IS, Forms
from grader.practice.review.key import Place, read_input
from grader.practice.review.proofs import wrong
from grader.practice.review.samples import as_yaml, own_sample
from grader.practice.review.score import score_on
from grader.practice.review.sheet import read_sheet
from grader.practice.review.shown import Pointed, shown_by
from grader.report.review import page
from grader.submission.tier import choose
from grader.written import read

REVIEWS = Path(__file__).parent / "reviews"
Score = dict[str, Any]


@pytest.fixture(scope="module")
def forms(exercise: Exercise) -> Iterator[Forms]:
    sample = own_sample(exercise, "python")
    with Forms(exercise, sample.path, sample.key, choose("auto")) as forms:
        yield forms


@pytest.fixture
def good() -> dict[str, Any]:
    return deepcopy(read(REVIEWS / "good.yaml").data)


@pytest.fixture
def scored(forms: Forms, tmp_path: Path) -> Callable[[dict[str, Any]], Score]:
    """Scores the data of a worksheet of the sample in Python."""

    def score(data: dict[str, Any]) -> Score:
        path = tmp_path / "review.yaml"
        path.write_text(as_yaml(data), encoding="utf-8")
        return score_on(forms, read_sheet(path, forms.exercise))

    return score


def part(score: Score, comment: int, name: str) -> dict[str, Any]:
    return next(each for each in score["comments"][comment - 1]["parts"] if each["part"] == name)


def only(comment: dict[str, Any]) -> dict[str, Any]:
    """A worksheet with this comment and two left empty."""
    return {"comments": [comment, {}, {}]}


def bare(comment: dict[str, Any], *without: str) -> dict[str, Any]:
    return {key: value for key, value in comment.items() if key not in without}


# ---- whole reviews ----


def test_a_good_review_reaches_the_top(scored: Callable[..., Score], good: dict[str, Any]) -> None:
    score = scored(good)
    assert [comment["points"] for comment in score["comments"]] == [22, 22, 22]
    assert (score["points"], score["of"], score["band"]) == (80, 80, "interview-ready")
    assert [each["says"] for each in score["comments"][0]["parts"]] == [""] * 6
    assert sum(each["of"] for each in score["person"]) == 20
    html = page(score)
    assert "Interview-ready: 80 of 80 points." in html
    assert "More to try" in html
    assert "search_tickets {&#34;limit&#34;: 0} as alpha" in html


def test_style_alone_is_not_yet(scored: Callable[..., Score]) -> None:
    score = scored(read(REVIEWS / "style.yaml").data)
    assert [comment["points"] for comment in score["comments"]] == [0, 0, 0]
    assert score["false_blockers"] == {"comments": [3], "points": -5}
    assert (score["points"], score["band"], score["capped"]) == (0, "not yet", True)


def test_an_empty_review_gets_nothing(scored: Callable[..., Score]) -> None:
    score = scored({"comments": [{}, None, {}], "also": [], "good": {}})
    assert (score["points"], score["band"]) == (0, "not yet")
    assert len(score["missed"]) == 12


def test_the_same_comment_thrice_counts_once(scored: Callable[..., Score], good: dict[str, Any]) -> None:
    score = scored({"comments": [good["comments"][0]] * 3})
    assert [comment["points"] for comment in score["comments"]] == [22, 0, 0]
    assert score["comments"][2]["why_not"] == "comment 1 shows this defect already"
    assert score["band"] == "not yet"


def test_the_same_input_at_other_places_counts_once(scored: Callable[..., Score], good: dict[str, Any]) -> None:
    first = bare(good["comments"][1], "edit", "test")
    again = [{**first, "place": place, "tier": tier} for place, tier in (("tickets.py:64", "data_leaves"),)]
    other = {**first, "call": {"context": "alpha", "tool": "search_tickets", "args": {}}}
    score = scored({"comments": [other, {**other, "place": "tickets.py:31", "tier": "contract"}, again[0]]})
    assert "same input" in score["comments"][1]["why_not"]
    assert score["comments"][2]["why_not"] == "comment 1 shows this defect already"


def test_tests_that_fail_on_everything_earn_nothing(scored: Callable[..., Score], good: dict[str, Any]) -> None:
    for n, comment in enumerate(good["comments"]):
        comment["test"] = f"def test_{n}():\n    assert False\n"
    score = scored(good)
    for n in (1, 2, 3):
        assert part(score, n, "test")["says"].startswith("it is red on 3 of 3 correct adapters")
    assert (score["points"], score["band"]) == (68, "would block the right thing")


def test_an_edit_of_the_whole_file_earns_nothing(scored: Callable[..., Score], good: Any, forms: Forms) -> None:
    text = (forms.sample / "tickets.py").read_text(encoding="utf-8")
    for comment in good["comments"]:
        comment["edit"] = [{"file": "tickets.py", "old": text, "new": text.replace("page,", "[],")}]
    score = scored(good)
    for n in (1, 2, 3):
        assert "does not rewrite the file" in part(score, n, "edit")["says"]
    assert (score["points"], score["band"]) == (68, "would block the right thing")


def test_a_review_of_the_other_sample_is_not_yet(scored: Callable[..., Score]) -> None:
    """Inputs may fit both samples; places, edits and tests lie in files that are not there."""
    score = scored(read(REVIEWS / "other_sample.yaml").data)
    assert score["comments"][0]["why_not"] == "the sample has no tickets.ts; is this a review of another one?"
    assert (score["points"], score["band"]) == (0, "not yet")


@pytest.mark.parametrize(
    ("place", "quote", "points"),
    [
        ("tickets.py:48", 'limit = args.get("limit", DEFAULT_LIMIT)', True),
        ("tickets.py:48", "", False),
        ("tickets.py:48", "args.get(", False),
        ("tickets.py:48", "page = matches[:limit]", False),
        ("tickets.py:54-56", 'tenant, position = context["tenant"], ""', False),
    ],
)
def test_a_place_close_by_counts_as_the_line_of_its_quote(
    scored: Callable[..., Score], good: dict[str, Any], place: str, quote: str, points: bool
) -> None:
    """The quote decides where it stands once nearby; where it does not, the place stands as it was written."""
    score = scored(only({**bare(good["comments"][2], "quote"), "place": place} | ({"quote": quote} if quote else {})))
    shown = part(score, 1, "place")
    assert (shown["points"] == shown["of"]) is points, shown["says"]
    assert score["comments"][0]["place"] == place


def test_a_review_without_the_worst_is_capped(scored: Callable[..., Score], good: dict[str, Any]) -> None:
    query = {"call": {"context": "alpha", "tool": "search_tickets", "args": {"query": ""}}, "tier": "contract"}
    good["comments"][0] = {**query, "blocking": True, "place": "tickets.py:49"}
    score = scored(good)
    assert score["capped"]
    assert score["band"] in ("not yet", "found something")
    assert score["ranking"][0]["points"] == 0
    assert score["ranking"][1]["says"] == "a worse defect comes after a milder one"


# ---- what an input shows ----


def shows(forms: Forms, asked: dict[str, Any], **pointed: Any) -> Any:
    case = read_input(asked, "an input", forms.exercise)
    return shown_by(forms, case, Pointed(pointed.get("places", ()), pointed.get("tier")))


def search(args: dict[str, Any], context: Any = "alpha") -> dict[str, Any]:
    return {"call": {"context": context, "tool": "search_tickets", "args": args}}


def test_an_input_that_is_answered_rightly_shows_nothing(forms: Forms) -> None:
    assert shows(forms, search({"query": "private"}, "beta")).what is None


def test_an_open_place_shows_nothing(forms: Forms) -> None:
    """What a permission that is neither true nor false grants is open: correct adapters differ."""
    asked = search({"limit": 11, "cursor": "TKT-101"}, {"tenant": "alpha", "can_read_tickets": "yes"})
    assert shows(forms, search({}, {"tenant": "alpha", "can_read_tickets": "yes"})).what is None
    assert shows(forms, asked).what is not None


def test_of_several_defects_the_worst_counts(forms: Forms) -> None:
    """A cursor in base64 that names another tenant shows that it is believed, and that it is no ticket ID."""
    forged = search({"cursor": {"$": "b64json", "v": {"tenant": "beta", "position": ""}}})
    assert shows(forms, forged).what == "cursor-tenant"


def test_a_limit_that_leaks_notes_shows_the_limit(forms: Forms) -> None:
    assert shows(forms, search({"limit": 11})).what == "limit-unchecked"


def test_steps_show_what_one_call_cannot(forms: Forms) -> None:
    steps = [{"context": "alpha", "tool": "search_tickets", "args": {"query": "zone"}, "scribble": True}, {}]
    assert shows(forms, {"steps": steps}).what == "live-references"


def test_of_two_defects_at_one_place_the_one_not_yet_shown_counts(forms: Forms) -> None:
    steps = [{"context": "alpha", "tool": "search_tickets", "args": {"limit": 2}, "scribble": True}, {}]
    case = read_input({"steps": steps}, "both", forms.exercise)
    here = (Place("tickets.py", 69, 69),)
    for before, what in (("", "stored-fields"), ("stored-fields", "live-references")):
        assert shown_by(forms, case, Pointed(here, "data_leaves", frozenset({before}))).what == what


def test_a_true_difference_outside_the_key_counts(forms: Forms, exercise: Exercise) -> None:
    """The key knows of no defect when its rows are taken away; the answer stays wrong."""
    key = replace(forms.key, defects=tuple(each for each in forms.key.defects if each.id != "query-unchecked"))
    with Forms(exercise, forms.sample, key, forms.sandbox) as fewer:
        shown = shows(fewer, search({"query": 5}))
    assert (shown.defect, shown.outside) == (None, "contract")


# ---- edits and tests ----


def test_an_edit_must_mend_the_input(scored: Callable[..., Score], good: dict[str, Any]) -> None:
    comment = bare(good["comments"][2], "test")
    comment["edit"] = [{"file": "tickets.py", "old": "DEFAULT_LIMIT = 5", "new": "DEFAULT_LIMIT = 5  # at most 10"}]
    assert "still answered wrongly" in part(scored(only(comment)), 1, "edit")["says"]


def test_an_edit_must_break_nothing(scored: Callable[..., Score], good: dict[str, Any]) -> None:
    comment = bare(good["comments"][2], "test")
    comment["edit"][0]["new"] = comment["edit"][0]["new"].replace("<= 10", "<= 5")
    assert "answered worse than before" in part(scored(only(comment)), 1, "edit")["says"]


def test_an_edit_that_leaves_nothing_to_load_is_told(scored: Callable[..., Score], good: dict[str, Any]) -> None:
    comment = bare(good["comments"][2], "test")
    comment["edit"] = [{"file": "tickets.py", "old": "import json\n", "new": "import json (\n"}]
    assert part(scored(only(comment)), 1, "edit")["points"] == 0


@pytest.mark.parametrize("file", ["../escape.py", "/etc/hostname", "tests", "tickets.js"])
def test_an_edit_stays_inside_the_sample(forms: Forms, file: str) -> None:
    assert "has no file" in (slip(forms.sample, Edit(file, "a", "b")) or "")


def test_a_test_that_is_green_on_the_sample_earns_nothing(forms: Forms) -> None:
    assert trial.fault_of(forms, "def test_nothing():\n    assert True\n").startswith("it is green on the sample")


def test_a_test_may_not_rest_on_the_samples_inside(forms: Forms) -> None:
    text = "from tickets import decode_cursor\n\ndef test_it():\n    assert decode_cursor('x') is None\n"
    assert "correct adapters" in trial.fault_of(forms, text)


# ---- survivors and claims ----


def test_a_survivor_shows_thin_tests(scored: Callable[..., Score], forms: Forms) -> None:
    row = next(each for each in forms.key.defects if each.id == "thin-tests")
    edit = {"file": "tickets.py", "old": "not in ticket", "new": "in ticket"}
    comment = {"tier": "evidence", "blocking": False, "place": "tickets.py:61", "survivor": edit, "test": row.test}
    score = scored(only(comment))
    assert score["comments"][0]["shown"]["tier"] == "evidence"
    assert part(score, 1, "place")["points"] == 2


def test_an_edit_that_the_suite_notices_is_no_survivor(scored: Callable[..., Score]) -> None:
    edit = {"file": "tickets.py", "old": "DEFAULT_LIMIT = 5", "new": "DEFAULT_LIMIT = 4"}
    assert scored(only({"survivor": edit}))["comments"][0]["why_not"] == "the sample's own suite notices this edit"


def test_an_edit_that_changes_no_answer_is_no_survivor(scored: Callable[..., Score]) -> None:
    edit = {"file": "tickets.py", "old": "DEFAULT_LIMIT = 5", "new": "DEFAULT_LIMIT = 2 + 3"}
    assert "no answer becomes worse" in scored(only({"survivor": edit}))["comments"][0]["why_not"]


def test_an_untrue_claim_is_belied_by_its_call(scored: Callable[..., Score]) -> None:
    quote = "nothing in it can be read or changed from outside"
    forged = search({"cursor": {"$": "b64json", "v": {"tenant": "beta", "position": ""}}})
    comment = {"tier": "documents", "blocking": False, "place": "README.md:3", "claim": {"quote": quote, **forged}}
    comment["edit"] = [{"file": "README.md", "old": quote, "new": "it can be read by anyone"}]
    score = scored(only(comment))
    assert score["comments"][0]["shown"]["tier"] == "documents"
    assert part(score, 1, "edit")["points"] == 4
    other = {**comment, "claim": {"quote": quote, **search({"limit": 11})}}
    assert scored(only(other))["comments"][0]["why_not"] == "this call does not belie this sentence"
    invented = {**comment, "claim": {"quote": "The cursor is signed and cannot be forged.", **forged}}
    assert scored(only(invented))["comments"][0]["why_not"] == "no document of the sample holds this sentence"


def test_a_document_does_not_block(scored: Callable[..., Score]) -> None:
    quote = "nothing in it can be read or changed from outside"
    forged = search({"cursor": {"$": "b64json", "v": {"tenant": "beta", "position": ""}}})
    score = scored(only({"tier": "documents", "blocking": True, "claim": {"quote": quote, **forged}}))
    assert score["comments"][0]["shown"]
    assert score["false_blockers"]["comments"] == [1]


def test_the_forms_are_asked_once(forms: Forms) -> None:
    case = read_input(search({}), "twice", forms.exercise)
    assert forms.ask(AS_IT_IS, case) is forms.ask(AS_IT_IS, case)


# ---- the key ----


def test_every_row_of_the_key_holds(forms: Forms) -> None:
    broken = {defect.id: why for defect in forms.key.defects if (why := wrong(forms, defect))}
    assert broken == {}


def test_a_row_of_a_key_that_does_not_hold_is_told(forms: Forms) -> None:
    rows = {each.id: each for each in forms.key.defects}
    limit, thin = rows["limit-unchecked"], rows["thin-tests"]
    noticed = Edit("tickets.py", "DEFAULT_LIMIT = 5", "DEFAULT_LIMIT = 4")
    assert wrong(forms, replace(limit, mend=rows["live-references"].mend)) == "its mend does not change the answer"
    assert wrong(forms, replace(limit, places=(Place("tickets.py", 90, 91),))) == "there is no tickets.py:91"
    assert wrong(forms, replace(limit, mend=(Edit("tickets.py", "return", ""),))).startswith("old stands")
    dedented = Edit("tickets.py", 'if args.get("cursor"):\n    tenant', "")
    assert "a block loses the blanks" in wrong(forms, replace(limit, mend=(dedented,)))
    assert wrong(forms, replace(thin, survivor=noticed)) == "the sample's own suite notices this edit"
    right_call = read_input(search({"query": "private"}, "beta"), "right", forms.exercise)
    assert wrong(forms, replace(limit, case=right_call)) == "its call is answered as the contract asks"


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_all_mends_of_a_key_go_together(language: str, exercise: Exercise, tmp_path: Path) -> None:
    sample = own_sample(exercise, language)
    shutil.copytree(sample.path, tmp_path / "sample", ignore=shutil.ignore_patterns("__pycache__"))
    assert make(tmp_path / "sample", [edit for defect in sample.key.behaviour for edit in defect.mend]) is None


def test_the_other_languages_key_is_run_as_well(exercise: Exercise) -> None:
    sample = own_sample(exercise, "typescript")
    rows = {each.id: each for each in sample.key.defects}
    with Forms(exercise, sample.path, sample.key, choose("auto")) as forms:
        assert wrong(forms, rows["live-references"]) == ""
        assert trial.fault_of(forms, rows["live-references"].test or "") == ""
        assert "correct adapters" in trial.fault_of(forms, "throw new Error('always red');\n")
