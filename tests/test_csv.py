"""The CSV: a row a hand-in, and no cell that a spreadsheet would compute."""

from __future__ import annotations

import csv
import io

import pytest
from the_formats import NASTY, entries, grade, is_golden, with_texts

from grader.report.table import Entry, comma_separated, plain, table


def read(*given: Entry) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(comma_separated(table(given)), newline="")))


def test_it_is_what_it_was():
    assert is_golden("hand-ins.csv")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\n=1", "  =1"])
def test_a_formula_is_text(text):
    assert plain(text).startswith("'")


@pytest.mark.parametrize("value", ["a=1", "2 of 3", "", 7, -7])
def test_all_else_stays_as_it_is(value):
    assert plain(value) == value


def test_each_hand_in_has_its_row():
    ana, ben, cleo, dan = read(*entries())
    assert (ana["verdict"], ana["calls passed"], ana["A1"], ana["A3"]) == ("not ready", "4", "passed", "raised")
    assert (ana["walks failed"], ana["walks of"], ana["rules broken"].split()[0]) == ("15951", "17269", "scope.cursor")
    assert (ben["mutants noticed"], ben["mutants"], ben["tests skipped"]) == ("1", "3", "1")
    assert (cleo["verdict"], cleo["A1"], cleo["walks of"]) == ("not judged", "", "")
    assert (dan["verdict"], dan["exit"]) == ("not graded", "2")
    assert "there is no dan.zip" in dan["says"]


def test_no_cell_of_a_hostile_hand_in_is_a_formula():
    told = with_texts(grade("flawed"), "=cmd|' /C calc'!A0")
    cells = list(csv.reader(io.StringIO(comma_separated(table([Entry("=HYPERLINK(1)", told)])), newline="")))
    assert [cell for row in cells for cell in row if cell.startswith(("=", "+", "-", "@"))] == []
    assert len(cells) == 2


def test_no_control_character_gets_in():
    made = comma_separated(table([Entry(NASTY, with_texts(grade("flawed"), NASTY))]))
    assert not set(made) & {"\x00", "\x1b", "\u202e", "\ud800"}
