"""The candidate's folders for Node: red before the work starts, complete enough to start from, giving nothing away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from the_node import outcomes, own_suite, run

TEMPLATE = Path(__file__).parents[1] / "candidate_template" / "search_tickets"
ENTRIES = {"javascript": "tickets.js", "typescript": "tickets.ts"}

CALL = """
import {{ executeTool }} from "./{entry}";
console.log(/\\(([^)]*)\\)/.exec(String(executeTool))[1].replace(/: [^,]*/g, ""));
executeTool("get_ticket", {{}}, {{}}, new Map());
"""

every_language = pytest.mark.parametrize("language", ENTRIES)


@every_language
def test_its_one_test_is_found_and_skipped_with_a_reason(language: str) -> None:
    ran = own_suite(TEMPLATE / language)
    assert ran.returncode == 0, ran.stdout
    assert outcomes(ran) == {"skipped": 1}
    assert "# SKIP an example to start from" in ran.stdout


@every_language
def test_its_one_test_is_red_once_it_runs(language: str, tmp_path: Path) -> None:
    for path in (TEMPLATE / language).rglob("*"):
        if path.is_file():
            target = tmp_path / path.relative_to(TEMPLATE / language)
            target.parent.mkdir(exist_ok=True)
            target.write_text(path.read_text().replace("{ skip: ", "{ note: "))
    ran = own_suite(tmp_path)
    assert ran.returncode == 1, ran.stdout
    assert "not implemented" in ran.stdout


@every_language
def test_execute_tool_has_the_four_parameters_and_is_not_written(language: str) -> None:
    ran = run(TEMPLATE / language, "--input-type=module", "--eval", CALL.format(entry=ENTRIES[language]))
    assert [name.strip() for name in ran.stdout.split(",")] == ["name", "args", "context", "records"]
    assert "Error: not implemented" in ran.stderr


@every_language
def test_the_package_needs_nothing_and_starts_the_tests_with_one_word(language: str) -> None:
    package = json.loads((TEMPLATE / language / "package.json").read_text())
    assert package["type"] == "module"
    assert package["main"] == ENTRIES[language]
    assert package["scripts"] == {"test": "node --test"}
    assert not any("ependencies" in key for key in package)


@every_language
def test_the_readme_waits_with_seven_empty_parts(language: str) -> None:
    text = (TEMPLATE / language / "README.md").read_text()
    assert text == (TEMPLATE / "python" / "README.md").read_text()


@every_language
@pytest.mark.parametrize("word", ["trap", "flawed", "sample", "base64", "mutant", "isolation", "cursor"])
def test_no_file_gives_the_practice_away(language: str, word: str) -> None:
    files = [path for path in (TEMPLATE / language).rglob("*") if path.suffix in {".js", ".ts", ".json"}]
    assert len(files) == 3
    for path in files:
        assert word not in path.read_text().lower(), path
