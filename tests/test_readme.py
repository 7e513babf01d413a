"""The README is read by its structure: seven parts, the test command, the skipped tests; claims are only listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks import readme
from grader.checks.readme_parts import PARTS
from grader.checks.skips import Skip
from grader.submission.handin import take_in

TOP = Path(__file__).parent.parent
STUB = "def execute_tool(name, args, context, records):\n    raise NotImplementedError\n"
SAID = {
    "running": "Running it",
    "contract": "The contract as built",
    "assumptions": "Assumptions",
    "decisions": "Decisions and what each cost",
    "limits": "Limits",
    "left_out": "Left out",
    "next": "Next",
}
PYTEST = "    python -m pytest\n"


@pytest.fixture
def check(exercise, tmp_path):
    """Judges a hand-in with this README and these files beside it."""

    def judged(text: str | None, skipped=(), ran=None, **files: str) -> readme.ReadmeCheck:
        root = tmp_path / "handed_in"
        root.mkdir(exist_ok=True)
        (root / "tickets.py").write_text(STUB)
        for name, inner in files.items():
            (root / name.replace("_", ".")).write_text(inner)
        if text is not None:
            (root / "README.md").write_text(text, encoding="utf-8")
        return of(root, exercise, skipped=skipped, ran=ran)

    return judged


def of(path: Path, exercise, **facts) -> readme.ReadmeCheck:
    with take_in(path, exercise) as handin:
        return readme.check(handin, **facts)


def rules(found: readme.ReadmeCheck) -> list[str]:
    return [each.rule for each in found.findings]


def states(found: readme.ReadmeCheck) -> dict[str, str]:
    return {told.part.key: told.state for told in found.parts}


def whole(form: str = "## {}\n\nSomething.\n\n", **other: str) -> str:
    """A README with all parts, each heading written in this form; the first shows the command."""
    said = {**SAID, **other}
    return "# Desk\n\n" + "".join(form.format(heading) for heading in said.values()) + f"Run:\n\n{PYTEST}"


# ---- parts ----

FORMS = {
    "headings": "## {}\n\nText.\n\n",
    "underlined": "{}\n------\n\nText.\n\n",
    "numbered": "### 3. {}\n\nText.\n\n",
    "bold lines": "**{}**\n\nText.\n\n",
    "bold with a colon": "**{}:**\nText.\n\n",
    "bold before text": "**{}.** Text.\n\n",
    "bold in a list": "- **{}**: text\n",
    "HTML": "<h2>{}</h2>\n\nText.\n\n",
    "deep": "## Part\n\n#### {}\n\nText.\n\n",
    "shouted": "# {} #\n\n> Text.\n\n",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=list(FORMS))
def test_the_seven_parts_are_found_in_each_form(check, form):
    assert set(states(check(whole(form))).values()) == {"there"}


@pytest.mark.parametrize("key", SAID)
def test_a_part_that_is_not_there_is_named_and_no_other(check, key):
    text = whole().replace(f"## {SAID[key]}\n", "")
    text = text if key != "running" else text.replace(PYTEST, "")
    found = check(text)
    [finding] = [each for each in found.findings if each.rule == "readme.parts"]
    assert finding.says == f"Missing: {SAID[key]}."
    assert found.to_json()["missing"] == [SAID[key]]


OTHERWISE = {
    "running": [
        "How to run",
        "Getting started",
        "Usage",
        "How do I run it?",
        "Setup",
        "Tests",
        "How to use it",
        "Commands",
    ],
    "contract": ["Contract", "Interface", "What does it promise?", "Behaviour", "API", "What it does", "Guarantees"],
    "assumptions": [
        "What I assumed",
        "Open questions and my answers",
        "Assumptions where the brief is silent",
        "What was unclear",
    ],
    "decisions": ["Design", "Trade-offs", "What I decided, and why", "Choices", "Rationale", "Alternatives"],
    "limits": [
        "Known limitations",
        "Caveats",
        "What can it not do?",
        "Known issues",
        "What it does not do",
        "Boundaries",
    ],
    "left_out": [
        "Skipped",
        "What I skipped",
        "Not done",
        "What did I leave out?",
        "TODO",
        "Out of scope",
        "Cut for time",
        "Not covered",
        "Non-goals",
    ],
    "next": [
        "Next steps",
        "Future work",
        "With more time",
        "What would I do next?",
        "Roadmap",
        "Further work",
        "With another day",
    ],
}


@pytest.mark.parametrize(("key", "heading"), [(key, each) for key, all_of in OTHERWISE.items() for each in all_of])
def test_a_heading_may_say_it_in_other_words(check, key, heading):
    found = check(f"# Desk\n\n## {heading}\n\nText.\n")
    assert states(found)[key] == "there"


@pytest.mark.parametrize(
    "heading", ["The `limits` table", "Next page", "Why a cursor cannot cross tenants at all, ever", "Desk"]
)
def test_a_heading_about_something_else_is_no_part(check, heading):
    found = check(f"## {heading}\n\nText.\n")
    assert set(states(found).values()) == {"missing"}


def test_questions_as_plain_lines_are_headings(check):
    text = "How do I run it?\nBy hand.\n\nWhat did I leave out?\n\nNothing.\n\nWhat comes next?\n\nRest.\n"
    there = {key for key, state in states(check(text)).items() if state == "there"}
    assert there == {"running", "left_out", "next"}


def test_two_parts_may_share_a_heading(check):
    found = check("## Limits, and what was left out\n\nText.\n")
    assert (states(found)["limits"], states(found)["left_out"]) == ("there", "there")


def test_words_in_prose_make_no_part(check):
    found = check(
        "# Desk\n\nMy assumptions, decisions, limits, what was left out and what comes next: all in the code.\n"
    )
    assert set(states(found).values()) == {"missing"}


def test_a_page_without_headings_is_told_why_its_parts_are_missing(check):
    found = check("The contract is as in the brief. Limits: none.\n\n    pytest\n")
    [finding] = found.findings
    assert finding.says.startswith(
        "It has no headings, and a part is found by its heading. Missing: The contract as built"
    )


def test_a_heading_with_nothing_under_it_is_empty(check):
    found = check(whole().replace("## Limits\n\nSomething.\n\n", "## Limits\n\n### Known ones\n\n"))
    assert states(found)["limits"] == "empty"
    [finding] = found.findings
    assert finding.says == "A heading with nothing under it: Limits."


def test_what_stands_under_deeper_headings_counts(check):
    found = check(whole().replace("## Limits\n\nSomething.", "## Limits\n\n### Of paging\n\nSomething."))
    assert states(found)["limits"] == "there"


def test_handin_yaml_maps_headings(check):
    settings = "readme:\n  left-out: Ballast\n  limits: The *edge*\n"
    text = whole(left_out="Ballast", limits="The edge")
    assert {key for key, state in states(check(text)).items() if state != "there"} == {"limits", "left_out"}
    assert rules(check(text, handin_yaml=settings)) == []


def test_a_key_that_is_no_part_is_told_when_something_is_missing(check):
    found = check(whole(limits="Edges"), handin_yaml="readme:\n  limit: Edges\n")
    assert "maps limit, but the parts are running, contract" in found.findings[0].says


def test_without_a_readme_all_parts_are_missing_and_nothing_else_is_said(check):
    found = check(None, skipped=[Skip("test_a")], ran="pytest")
    assert rules(found) == ["readme.parts"]
    assert found.file is None
    assert found.to_json()["missing"] == [part.title for part in PARTS]


def test_a_readme_of_another_kind_is_read(check):
    found = check(None, readme_rst=whole("{}\n-----\n\nText.\n\n"))
    assert found.file == "readme.rst"
    assert set(states(found).values()) == {"there"}


# ---- the command ----

SHOWN = {
    "```\npython -m pytest\n```": "python -m pytest",
    "```sh\n$ cd desk && python3.12 -m pytest -q  # all of it\n```": "python3.12 -m pytest -q",
    "    PYTHONPATH=src pytest tests\n": "pytest tests",
    "Start them with `make test`.": "make test",
    "- `.venv/bin/python -m unittest discover`": ".venv/bin/python -m unittest discover",
    "`uv run pytest`": "uv run pytest",
    "```\npython -m \\\n    pytest\n```": "python -m pytest",
    "`execute_tool` first, then\n`pytest -q`": "pytest -q",
}


@pytest.mark.parametrize(("text", "command"), SHOWN.items(), ids=list(SHOWN.values()))
def test_the_test_command_is_found_in_code(check, text, command):
    found = check(f"# Desk\n\n{text}\n")
    assert found.command == tuple(command.split())
    assert "readme.command" not in rules(found)


@pytest.mark.parametrize(
    "text", ["Run pytest.", "`pip install pytest`", "```\nfrom pytest import raises\n```", "`pytest.ini`"]
)
def test_what_is_no_command_is_none(check, text):
    found = check(f"# Desk\n\n{text}\n")
    assert found.command is None
    assert "readme.command" in rules(found)


@pytest.mark.parametrize(
    "text", ["```\ncd x\npytest\n```\n", "Two lines\nbefore\n`pytest`.\n", "Before.\n\n    pytest\n"]
)
def test_the_line_of_the_command_is_told(check, text):
    [shown] = check(f"# Desk\n\n{text}").to_json()["commands"]
    assert shown == {"command": "pytest", "where": "README.md:5"}


@pytest.mark.parametrize(
    ("shown", "ran", "fits"),
    [
        ("python -m pytest", "python -m pytest", True),
        ("python3 -m pytest -q", "python -m pytest", True),
        ("make test", "pytest -q tests", True),
        ("make check", "pytest -q tests", False),
        ("python -m unittest", "python -m pytest", False),
        ("pytest", "make test", True),
    ],
)
def test_the_shown_command_is_the_one_that_runs(check, shown, ran, fits):
    found = check(
        whole().replace(PYTEST, f"    {shown}\n"), ran=ran, Makefile=".PHONY: test\ntest: clean\n\t@pytest -q tests\n"
    )
    assert rules(found) == ([] if fits else ["readme.command"])
    if not fits:
        assert (found.findings[0].expected, found.findings[0].actual) == (ran, shown)


def test_a_recipe_is_read_as_the_one_that_runs_is(check):
    makefile = "PY := python3\nRUN = $(PY) -m pytest\n\nall: test\ntest:\n\t@$(RUN) -q tests\n"
    shown = whole().replace(PYTEST, "    make test\n")
    assert rules(check(shown, ran="python3 -m pytest -q tests", Makefile=makefile)) == []
    assert rules(check(shown, ran="python3 -m unittest", Makefile=makefile)) == ["readme.command"]


def test_a_command_of_handin_yaml_is_what_runs(check):
    assert rules(check(whole(), handin_yaml="tests: python -m unittest")) == ["readme.command"]
    assert rules(check(whole(), handin_yaml="tests: python -m pytest -q")) == []


# ---- skipped tests ----

LEFT_OUT = "## Left out\n\n- Walks under both filters at once: no time.\n- `test_proto` in `test_names.py`\n"


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("tests/test_walks.py::test_walk_under_both_filters[limit-1]", True),
        ("test_proto", True),
        ("tests/test_names.py::test_anything", True),
        ("tests/test_x.py::TestWalks::test_filters_under_walk", True),
        ("walks under filters", True),
        ("test/search.test.js > the declaration > walks under filters", True),
        ("test/search.test.js > walks under filters > it should", True),
        ("test/search.test.js > walks > deleted rows", False),
        ("tests/test_walks.py::test_deleted_rows", False),
        ("test_walks_again_later_with_deleted_rows", False),
        ("test_it", False),
    ],
)
def test_a_skipped_test_is_named_by_its_name_or_subject(check, name, named):
    found = check(whole().replace("## Left out\n", LEFT_OUT), skipped=[Skip(name, "no time left")])
    assert rules(found) == ([] if named else ["readme.skipped"])
    assert found.to_json()["skipped"] == [{"test": name, "named": named}]


def test_a_reason_may_be_what_the_readme_repeats(check):
    skip = Skip("test_12", "concurrent writers are never tried")
    assert (
        rules(
            check(whole().replace("## Left out\n", "## Left out\n\nConcurrent writers: never tried.\n"), skipped=[skip])
        )
        == []
    )


def test_a_test_that_is_named_elsewhere_is_not_owned_up_to(check):
    found = check(
        whole().replace("## Limits\n", "## Limits\n\n`test_deleted_rows` would be nice.\n"),
        skipped=[Skip("test_deleted_rows")],
    )
    assert rules(found) == ["readme.skipped"]


# ---- claims, and real ones ----


@pytest.mark.parametrize("sample", ["python", "typescript"])
def test_the_samples_claim_is_listed_and_not_scored(exercise, sample):
    found = of(TOP / "sample_submission/search_tickets" / sample, exercise)
    assert rules(found) == ["readme.parts"]
    assert found.findings[0].says.count(",") == 5, "six parts are missing"
    [claim] = found.claims
    assert claim.where == "README.md:3"
    assert "opaque" in claim.quote
    assert "it is safe" in claim.quote


def test_claims_change_nothing_else(check):
    assert rules(check(f"{whole()}\nIt is fully safe, isolated and complete.\n")) == rules(check(whole())) == []


@pytest.mark.parametrize("sample", ["python", "typescript"])
def test_the_reference_has_all_it_should(exercise, sample):
    found = of(TOP / "reference/search_tickets" / sample, exercise)
    assert (rules(found), set(states(found).values())) == ([], {"there"})


def test_the_template_is_seven_headings_with_nothing_under_them(exercise):
    found = of(TOP / "candidate_template/search_tickets/python", exercise)
    assert set(states(found).values()) == {"empty"}
    assert rules(found) == ["readme.parts", "readme.command"]
