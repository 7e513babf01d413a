"""The report in a real browser: it opens alone, obeys its keys, reads well without style, prints whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from opened import Opened

from grader.report.html import page

GRADES = Path(__file__).parent.parent / "golden" / "grades"
NAMES = sorted(path.stem for path in GRADES.glob("*.json"))
Open = Callable[..., Opened]


def golden(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((GRADES / f"{name}.json").read_text(encoding="utf-8"))
    return read


FLAWED = page(golden("not_ready"))
FINDINGS = [f"case-{one['id']}" for one in golden("not_ready")["findings"]]


# ---- it opens alone ----


@pytest.mark.parametrize("name", NAMES)
def test_a_report_opens_with_the_network_off_and_asks_for_nothing(opened: Open, name: str) -> None:
    read = opened(page(golden(name)))
    assert read.page.title() == read.page.locator("h1").inner_text()
    assert read.complaints == []
    assert [address.partition(":")[0] for address in read.asked] == ["file"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(opened: Open, name: str, scheme: str) -> None:
    read = opened(page(golden(name)), color_scheme=scheme)
    read.unfold()
    read.run(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = read.run("() => axe.run({resultTypes: ['violations']})")["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"]) for one in found] == []


@pytest.mark.parametrize("width", [375, 320])
@pytest.mark.parametrize("name", NAMES)
def test_no_page_can_be_pushed_sideways(opened: Open, name: str, width: int) -> None:
    read = opened(page(golden(name)), viewport={"width": width, "height": 800})
    read.unfold()
    assert read.wider() == 0


def test_on_a_narrow_page_no_place_and_no_state_breaks_inside_a_word(opened: Open) -> None:
    read = opened(FLAWED, viewport={"width": 375, "height": 800})
    read.unfold()
    broken = read.run("""() => [...document.querySelectorAll("td.good, td.bad, td.quiet, .place")].filter((one) => {
      const text = document.createRange(), words = one.textContent.trim().split(/\\s+/);
      text.selectNodeContents(one);
      return new Set([...text.getClientRects()].map((box) => box.top)).size > words.length;
    }).map((one) => one.textContent)""")
    assert broken == []


# ---- keys and filter ----


def test_j_and_k_go_from_finding_to_finding(opened: Open) -> None:
    read = opened(FLAWED)
    assert [read.page.keyboard.press(key) or read.focused for key in "jjjkkk"] == [
        *FINDINGS[:3],
        *[FINDINGS[1], FINDINGS[0], FINDINGS[0]],
    ]
    assert read.page.locator(f"#{FINDINGS[0]}").bounding_box()["y"] < 100


def test_o_opens_and_folds_what_belongs_to_a_finding(opened: Open) -> None:
    read = opened(FLAWED)
    parts = read.page.locator(f"#{FINDINGS[0]} details[open]")
    whole = read.page.locator(f"#{FINDINGS[0]} details").count()
    assert [read.page.keyboard.press(key) or parts.count() for key in "joo"] == [0, whole, 0]
    assert whole >= 3


def test_f_goes_to_the_filter_and_a_question_mark_tells_the_keys(opened: Open) -> None:
    read = opened(FLAWED)
    read.page.keyboard.press("f")
    assert read.run("document.activeElement.closest('nav').className") == "filter"
    read.page.keyboard.press("?")
    assert read.page.locator("#keys dl").is_visible()


def test_a_key_that_means_nothing_does_nothing(opened: Open) -> None:
    read = opened(FLAWED)
    for key in ["x", "Control+j", "Escape"]:
        read.page.keyboard.press(key)
    assert (read.focused, read.complaints) == ("", [])


def test_the_filter_stands_in_the_address_and_holds_when_it_is_opened_again(opened: Open) -> None:
    whose = [f"case-{one['id']}" for one in golden("not_ready")["findings"] if one["tier"] == "data_leaves"]
    read = opened(FLAWED)
    read.page.get_by_role("link", name="data that leaves").click()
    assert read.run("location.hash") == "#tier=data_leaves"
    assert read.seen(".finding") == whose
    assert read.page.locator(".showing").inner_text() == f"Showing {len(whose)} of {len(FINDINGS)}."
    assert read.page.locator(".filter [aria-current=true]").count() == 1
    assert opened(FLAWED, hash_="#tier=data_leaves").seen(".finding") == whose
    read.page.get_by_role("link", name="all", exact=True).click()
    assert read.seen(".finding") == FINDINGS


@pytest.mark.parametrize("hash_", ["#%", "#%E0%A4%A", "#=", "#tier", "#__proto__=x", "#<img>"])
def test_an_address_that_makes_no_sense_harms_nothing(opened: Open, hash_: str) -> None:
    read = opened(FLAWED, hash_=hash_)
    read.page.keyboard.press("j")
    assert read.complaints == []


def test_keys_pass_over_what_the_filter_hides(opened: Open) -> None:
    read = opened(FLAWED, hash_="#tier=documents")
    read.page.keyboard.press("j")
    assert read.focused == read.seen(".finding")[0]


# ---- one calm screen ----


def test_a_clean_hand_in_shows_one_screen_until_it_is_asked_for_more(opened: Open) -> None:
    read = opened(page(golden("ready")))
    assert not read.page.locator("#acceptance").is_visible()
    assert read.run("document.documentElement.scrollHeight") < 1200
    read.page.locator(".cell").nth(2).click()
    assert read.page.locator("#call-3").is_visible()


def test_the_step_of_a_clean_hand_in_leads_to_what_it_means(opened: Open) -> None:
    read = opened(page(golden("ready")))
    read.page.get_by_role("link", name="show").first.click()
    assert read.page.locator("#open").is_visible()


def test_a_folded_place_is_opened_even_where_the_browser_does_not_do_it(opened: Open) -> None:
    read = opened(page(golden("ready")), hash_="#open")
    read.run("() => { document.getElementById('rest').open = false; dispatchEvent(new Event('hashchange')); }")
    assert read.page.locator("#open").is_visible()


# ---- copying ----


def test_a_test_is_copied_as_it_is(opened: Open) -> None:
    read = opened(FLAWED, permissions=["clipboard-read", "clipboard-write"])
    read.unfold()
    button = read.page.locator(f"#{FINDINGS[0]} pre + button")
    button.click()
    read.page.wait_for_function("(one) => one.textContent === 'Copied'", arg=button.element_handle())
    assert read.run("navigator.clipboard.readText()") == golden("not_ready")["findings"][0]["test"]


def test_without_a_clipboard_the_text_is_at_least_selected(opened: Open) -> None:
    read = opened(FLAWED)
    read.run("() => { navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false; }")
    read.page.locator(f"#{FINDINGS[0]} .again button").click()
    assert read.run("getSelection().toString()") == golden("not_ready")["findings"][0]["again"]
    assert read.page.locator(f"#{FINDINGS[0]} .again button").inner_text() == "Selected"


# ---- without script, without style, on paper ----


def test_without_script_nothing_is_missing_but_keys_and_buttons(opened: Open) -> None:
    told = []
    for script in (True, False):
        read = opened(FLAWED, java_script_enabled=script)
        read.unfold()
        told.append(set(read.page.locator("body").inner_text().replace("Copy", "").splitlines()))
    assert "def test_scope_cursor():" in told[1]
    assert {line for line in told[0] - told[1] if line.strip()} == {
        "Keys",
        *["j k", "next and previous finding", "o", "open or fold what belongs to it"],
        *["f", "choose which findings to show", "?", "this list"],
    }


def test_without_script_everything_is_there(opened: Open) -> None:
    read = opened(FLAWED, java_script_enabled=False)
    assert read.seen(".finding") == FINDINGS
    assert read.page.locator("button").count() == 0
    summaries = read.page.locator(f"#{FINDINGS[0]} summary")
    summaries.last.click()
    assert read.page.locator(f"#{FINDINGS[0]} pre[data-copy]").is_visible()
    read.page.locator(".cell").nth(1).click()
    assert read.page.locator("#call-2").bounding_box()["y"] < 900


def test_without_style_and_script_everything_can_be_read(opened: Open) -> None:
    bare = re.sub(r"(style|script)-src &#39;sha256-[^&]+&#39;", r"\1-src &#39;none&#39;", FLAWED)
    assert bare != FLAWED
    read = opened(bare)
    assert read.run("getComputedStyle(document.querySelector('h1')).fontFamily").startswith(
        ("Times", '"Times', "serif")
    )
    assert read.seen(".finding") == FINDINGS
    told = read.page.locator("body").inner_text()
    for words in ["✗ failed", "Anyone can read", "The contract says", "page 1", "another session's"]:
        assert words in told
    read.unfold()
    flat = """() => [...document.querySelectorAll("h1, h2, p, li, tr, pre, svg text")].filter(
      (one) => !one.hidden && !one.getClientRects().length).map((one) => one.outerHTML)"""
    assert read.run(flat) == []


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_paper_holds_what_is_folded(opened: Open, script: bool) -> None:
    told = opened(FLAWED, java_script_enabled=script).printed()
    for words in [
        "get-others-103",  # the matrix as a table
        "TKT-101, TKT-102",  # a walk as a table
        "def test_scope_cursor",  # a test that goes red
        "cursor-inclusive",  # a fault that was noticed
        "The server wrote the cursor",  # why it matters
        "Old tool 0:25 0:14",  # time as a table
    ]:
        assert words in told, words
    assert "Keys" not in told


def test_after_printing_what_was_folded_is_folded_again(opened: Open) -> None:
    read = opened(FLAWED)
    count = read.page.locator("details[open]").count()
    read.run("() => { dispatchEvent(new Event('beforeprint')); }")
    assert read.page.locator("details:not([open])").count() == 0
    read.run("() => { dispatchEvent(new Event('afterprint')); }")
    assert read.page.locator("details[open]").count() == count
