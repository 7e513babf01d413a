"""The predictions: every slip of the pen is named by its line, nothing is marked before the seal, and then all is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from the_desk import Said
from the_practice import PREDICTIONS, Hands, hands, in_it

from grader.errors import WrongUsage
from grader.exercise import Exercise
from grader.practice.answers import Answer, cases, due, from_json, read, worksheet
from grader.practice.events import grade_made
from grader.practice.misreading import misreadings
from grader.practice.predict import marked, one, seal, unsealed
from grader.practice.revealed import revealed


@pytest.fixture
def mine(tmp_path: Path) -> Hands:
    made = hands(tmp_path / "mine")
    (made.folder / "predictions.yaml").write_text(PREDICTIONS)
    return made


@pytest.fixture
def run(mine: Hands, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    return in_it(mine, monkeypatch)


def test_the_empty_worksheet_predicts_nothing(tmp_path: Path, exercise: Exercise) -> None:
    assert worksheet(hands(tmp_path / "mine").folder, exercise) == {}


def test_a_row_is_a_code_or_numbers_and_next(exercise: Exercise) -> None:
    read_ = read(PREDICTIONS, Path("p"), exercise)
    assert read_["A9"].answer == Answer("invalid_arguments")
    assert read_["A5"].answer == Answer(None, (110, 112), 112)
    assert read_["A1"].answer == Answer(None, (104,), None, page=False)
    assert all(from_json(said.to_json()) == said for said in read_.values())


def test_ids_may_be_written_whole(exercise: Exercise) -> None:
    whole = read("A3: {ids: [TKT-112, TKT-115], next: null, sure: 2}", Path("p"), exercise)
    assert whole["A3"].answer == due(exercise, cases(exercise)["A3"])


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ("A1: {}\nA2: {ids: [101 | 102], next: null, sure: 1}", "p:2: A2: ids is ['101 | 102']; list the numbers"),
        (
            "A1: {}\nA2: {ids: |\n  101, next: null}",
            "p:2: a value begins with a sign that means something else to YAML (| inside",
        ),
        ("A2:\n\tids: [101]", "p:2: a tab stands where blanks must"),
        ("A2: {ids: [101], next: no, sure: 2}", "p:1: A2: next is 'no'; write an ID, or null"),
        ('A2: {"ids": [101], "next: null", sure: 1}', "p:1: A2 has a key 'next: null'"),
        ("A9: code: forbidden", "p:1: a colon stands inside plain text"),
        ("A9: {}\nA9: {}", "p:2: the key 'A9' stands here for the second time; first on line 1"),
        ("A9: {cod: forbidden, sure: 1}", "p:1: A9 has a key 'cod'; there are code, ids, next, sure"),
        ("A9: {code: forbiden, sure: 1}", "p:1: A9: no code is 'forbiden'; there are unknown_tool, "),
        ("A9: {code: forbidden}", "p:1: A9: sure is None; 1 a guess"),
        ("A9: {code: forbidden, sure: 4}", "p:1: A9: sure is 4; 1 a guess"),
        ("A9: {code: forbidden, sure: yes}", "p:1: A9: sure is 'yes'; 1 a guess"),
        ("A9: {code: forbidden, sure: true}", "p:1: A9: sure is True; 1 a guess"),
        ("A9: {code: forbidden, ids: [], sure: 1}", "p:1: A9 has both of code and ids"),
        ("A9: {sure: 1}", "p:1: A9 has neither of code and ids"),
        ("A9: {code: forbidden, next: null, sure: 1}", "p:1: A9: a failure has no next"),
        ("A9: forbidden", "p:1: A9 is 'forbidden'"),
        ("A2: {ids: [101], sure: 1}", "p:1: A2: next is missing; it is an ID, or null"),
        ("A1: {ids: [104], next: null, sure: 1}", "p:1: A1: get_ticket has no next; leave it out"),
        ("A1: {ids: 104, sure: 1}", "p:1: A1: ids is 104; list the numbers"),
        ("a1: {}", "p:1: no call is named 'a1'; did you mean A1?"),
        ("A14: {}", "p:1: no call is named 'A14'; there are A1, A2"),
        ("- A1", "p:1: holds no calls; each line is one: A1: {}"),
        ("A1: {", "p:2: a brace or bracket above is not closed"),
        ('A1: {code: "x}', "p:1: a quote is not closed up to here"),
    ],
)
def test_every_slip_is_named_by_its_line_and_what_was_meant(slip: str, said: str, exercise: Exercise) -> None:
    with pytest.raises(WrongUsage) as caught:
        read(slip, Path("p"), exercise)
    assert str(caught.value).startswith(said)
    assert "write {code: a code, sure: 1}, or {ids: " in str(caught.value)


def test_a_slip_loses_nothing(run: Callable[..., Said], mine: Hands) -> None:
    slip = PREDICTIONS.replace("sure: 1}", "sure: |1}", 1)
    (mine.folder / "predictions.yaml").write_text(slip)
    before = mine.told
    said = run("predict", "seal")
    assert said.code == 2
    assert "predictions.yaml:5: " in said.err
    assert (mine.folder / "predictions.yaml").read_text() == slip
    assert mine.told == before


def test_nothing_is_marked_before_the_seal(run: Callable[..., Said], mine: Hands, exercise: Exercise) -> None:
    with pytest.raises(WrongUsage, match="nothing is marked before the predictions are sealed"):
        marked(mine.folder, exercise)
    assert run("predict", "reveal").code == 2
    assert run("predict").out.splitlines() == ["13 of 13 predicted.", "Next: takehome predict seal"]


def test_before_the_first_prediction_the_next_step_is_one(run: Callable[..., Said], mine: Hands) -> None:
    (mine.folder / "predictions.yaml").write_text("A1: {}\n")
    assert run("predict").out.splitlines()[-1] == "Next: takehome predict A1, or fill in predictions.yaml"
    assert "no acceptance call is called 'A99'; there are: A1, " in run("predict", "A99").err


def test_a_seal_needs_all_thirteen_or_the_word_that_it_does_not(mine: Hands, exercise: Exercise) -> None:
    (mine.folder / "predictions.yaml").write_text(PREDICTIONS.replace("A4: {ids: [101, 107], next: null, sure: 2}", ""))
    with pytest.raises(WrongUsage, match="not predicted yet: A4; fill them in"):
        seal(mine.folder, exercise, now=mine.now)
    assert unsealed(mine.folder)
    assert seal(mine.folder, exercise, partly=True, now=mine.now).startswith("12 predictions are sealed.")
    assert not unsealed(mine.folder)


def test_what_is_sealed_stays(mine: Hands, exercise: Exercise) -> None:
    seal(mine.folder, exercise, now=mine.now)
    (mine.folder / "predictions.yaml").write_text("A3: {code: forbidden, sure: 3}")
    assert next(row for row in marked(mine.folder, exercise) if row.call == "A3").said == from_json(
        {"ids": [110, 112, 115], "next": None, "sure": 3}
    )
    with pytest.raises(WrongUsage, match="sealed at 09:00"):
        seal(mine.folder, exercise, now=mine.now)
    with pytest.raises(WrongUsage, match="sealed at 09:00"):
        one(mine.folder, exercise, "A3", "{code: forbidden, sure: 3}", mine.now)


def test_one_at_a_time_and_the_worksheet_go_together(run: Callable[..., Said], mine: Hands) -> None:
    (mine.folder / "predictions.yaml").write_text("A2: {code: forbidden, sure: 1}")
    assert run("predict", "A9", "{code: invalid_arguments, sure: 3}").code == 0
    assert run("predict").out.startswith("2 of 13 predicted; still empty in predictions.yaml: A1 A3 A4")
    assert run("predict", "A2", "{code: not_found, sure: 1}").code == 0
    said = run("predict", "seal", "--partly")
    assert said.code == 2
    assert "A2 is predicted twice: not_found by `takehome predict A2`, forbidden in predictions.yaml" in said.err


@pytest.mark.parametrize(
    "args", [("A14", "{}"), ("a2", "{code: forbidden, sure: 1}"), ("A2",), ("A2", "{}"), ("A2", "{")]
)
def test_one_that_does_not_fit_is_said_and_not_kept(
    args: tuple[str, ...], run: Callable[..., Said], mine: Hands
) -> None:
    said = run("predict", *args)
    assert (said.code, said.out) == (2, "")
    assert mine.told.of("predict.one") == ()


def test_a_seal_after_a_grade_says_so(mine: Hands, exercise: Exercise) -> None:
    grade = {"verdict": "ready", "acceptance": {"passed": 0, "of": 13, "calls": []}, "checks": {}, "findings": []}
    grade_made(mine.folder, grade, mine.now)
    assert "A grade was made before." in seal(mine.folder, exercise, now=mine.now)


def test_the_surely_wrong_stand_first(mine: Hands, exercise: Exercise) -> None:
    seal(mine.folder, exercise, now=mine.now)
    rows = marked(mine.folder, exercise)
    assert [(row.call, row.right) for row in rows[:3]] == [("A3", False), ("A8", False), ("A1", True)]
    assert sum(row.right for row in rows) == 11


def test_a_wrong_prediction_is_named_by_the_mutant_whose_answer_it_is(exercise: Exercise) -> None:
    wrong = {"A3": Answer(None, (110, 112, 115)), "A8": Answer(None, (110,)), "A13": Answer(None, (999,))}
    found = {name: mutant.name for name, mutant in misreadings(exercise, wrong).items()}
    assert found == {"A3": "cursor-inclusive", "A8": "query-reads-note"}


def test_the_reveal_fits_eighty_columns(run: Callable[..., Said]) -> None:
    run("predict", "seal")
    lines = run("predict", "reveal").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == '✗ A3   search_tickets {"cursor": "TKT-110"} as alpha  certain'
    assert lines[1:3] == ["       yours  110 112 115, next null", "       due    112 115, next null"]
    assert lines[3].startswith("       as if: ")
    assert lines[-1] == "11 of 13 predictions right. Wrong of 8 certain ones: 1."


def test_a_call_that_was_not_predicted_is_shown_with_what_is_due(mine: Hands, exercise: Exercise) -> None:
    (mine.folder / "predictions.yaml").write_text("A9: {code: invalid_arguments, sure: 1}")
    seal(mine.folder, exercise, partly=True, now=mine.now)
    text = [line.plain for line in revealed(exercise, marked(mine.folder, exercise), {}, 80)]
    assert "· A13  list_tickets {} as alpha  not predicted" in text
    assert text[-1] == "1 of 13 predictions right."


def test_where_no_practice_is_kept_nothing_waits_for_a_seal(tmp_path: Path) -> None:
    assert not unsealed(tmp_path)
    (tmp_path / ".takehome").mkdir()
    assert not unsealed(tmp_path)
