"""The candidate's folder: red before the work starts, complete enough to start from, and giving nothing away."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from the_python import outcomes, own_suite, run

TEMPLATE = Path(__file__).parents[1] / "candidate_template" / "search_tickets"
ACCEPTANCE = Path(__file__).parents[1] / "grader" / "exercises" / "search_tickets" / "calls" / "acceptance.yaml"
THE_THIRTEEN = [f"A{number}" for number in range(1, 14)]


def test_its_one_test_is_collected_and_skipped() -> None:
    ran = own_suite(TEMPLATE / "python")
    assert ran.returncode == 0, ran.stdout
    assert outcomes(ran) == {"skipped": 1}


def test_execute_tool_has_the_four_parameters_and_is_not_written() -> None:
    show = "import inspect; from tickets import execute_tool; print(*inspect.signature(execute_tool).parameters)"
    ran = run(TEMPLATE / "python", "-c", f"{show}; execute_tool('get_ticket', {{}}, {{}}, {{}})")
    assert ran.stdout.split() == ["name", "args", "context", "records"]
    assert ran.stderr.splitlines()[-1].startswith("NotImplementedError: ")


def test_predictions_wait_for_exactly_the_thirteen() -> None:
    predictions = yaml.safe_load((TEMPLATE / "predictions.yaml").read_text())
    assert list(predictions) == THE_THIRTEEN
    assert all(entry == {} for entry in predictions.values())


def rows_of_the_brief() -> dict[str, list[str]]:
    rows = {}
    for line in (TEMPLATE / "BRIEF.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"A\d+", cells[0]):
            rows[cells[0]] = cells[1:]
    return rows


def result(row: Any) -> str:
    if "code" in row:
        return str(row["code"])
    reply = row["expect"]
    if "ticket" in reply:
        return 'ticket {id}, "{title}", {status}'.format(**reply["ticket"])
    numbers = " ".join(ticket["id"][-3:] for ticket in reply["tickets"]) or "no tickets"
    return f"{numbers}, next {reply['next_cursor'] or 'null'}"


def test_the_brief_holds_the_thirteen_as_they_are_graded() -> None:
    graded = {row["id"]: row for row in yaml.safe_load(ACCEPTANCE.read_text())["calls"]}
    rows = rows_of_the_brief()
    assert list(rows) == THE_THIRTEEN
    for name, (context, call, due) in rows.items():
        tool, args = re.findall(r"^(\w+) `(.*)`$", call)[0]
        row = graded[name]
        assert (context, tool) == (row["context"], row["tool"].replace("search_tickets", "search"))
        assert yaml.safe_load(args) == row["args"]
        assert due == result(row)


def test_the_brief_shows_the_store_as_it_is_graded() -> None:
    store = yaml.safe_load((ACCEPTANCE.parents[1] / "store.yaml").read_text())["rows"]
    shown = re.findall(
        r"^\| (\w+:TKT-\d+) \| (.*?) \| (.*?) \| (.*?) \| ?(.*?) ?\|$",
        (TEMPLATE / "BRIEF.md").read_text(),
        re.MULTILINE,
    )
    assert [key for key, *_ in shown] == list(store)
    for key, *cells in shown:
        fields = dict(zip(("id", "title", "status", "internal_note"), cells, strict=True))
        assert {name: value for name, value in fields.items() if value} == store[key]


@pytest.mark.parametrize("word", ["trap", "flawed", "sample", "base64", "mutant", "isolation"])
def test_no_page_gives_the_practice_away(word: str) -> None:
    pages = [path for path in TEMPLATE.rglob("*") if path.suffix in {".md", ".yaml", ".py"}]
    assert pages
    for path in pages:
        assert word not in path.read_text().lower(), path


def test_the_plan_asks_for_five_parts() -> None:
    headings = re.findall(r"^## (\d) ", (TEMPLATE / "PLAN.md").read_text(), re.MULTILINE)
    assert headings == ["1", "2", "3", "4", "5"]


def test_the_readme_waits_with_seven_empty_parts() -> None:
    lines = (TEMPLATE / "python" / "README.md").read_text().splitlines()
    assert sum(line.startswith("## ") for line in lines) == 7
    assert all(line == "" or line.startswith("#") for line in lines)


def test_the_commented_handin_is_read_and_names_only_known_keys() -> None:
    text = (TEMPLATE / "handin.yaml").read_text()
    uncommented = re.sub(r"^# (?=\w+: |\w+:$|  )", "", text, flags=re.MULTILINE)
    assert yaml.safe_load(text) == {"exercise": "search_tickets"}
    said = yaml.safe_load(uncommented)
    assert set(said) == {"exercise", "language", "entry", "tests", "declaration", "readme"}
    assert len(said["readme"]) == 7
