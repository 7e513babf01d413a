"""The TypeScript reference's suite on other adapters: green where the contract is kept, red where it is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from the_node import outcomes, run

from grader.checks.mutants import Mutant, correct, mutants, plant
from grader.exercise import load

EXERCISE = load("search_tickets")
REFERENCE = Path(__file__).parents[1] / "reference" / "search_tickets" / "typescript"
OVERLAY = """
import * as theirs from "../other/{entry}";
export const executeTool: any = theirs.executeTool;
export {{ SEARCH_TICKETS }} from "./declaration.ts";
export {{ fixtureRecords }} from "./fixture.ts";
"""
ENTRIES = {"correct_1": "tickets.mjs", "correct_2": "desk.js", "correct_3": "src/index.js"}
WORST = [mutant for mutant in mutants(EXERCISE, "javascript") if mutant.star and mutant.tier == "whose_data"]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(REFERENCE, tmp_path / "reference"))


def overlaid(copied: Path, entry: str) -> Path:
    """The copy with another adapter behind its entry, and one file that runs all its tests in one process."""
    (copied / "tickets" / "index.ts").write_text(OVERLAY.format(entry=entry))
    imports = [f'import "./tests/{path.name}";' for path in sorted(copied.glob("tests/*.test.ts"))]
    (copied / "all.ts").write_text("\n".join(imports))
    return copied


@pytest.mark.parametrize("adapter", correct(EXERCISE, "javascript"), ids=lambda path: path.name)
def test_own_suite_is_green_on_every_correct_adapter(copied: Path, adapter: Path) -> None:
    shutil.copytree(adapter, copied / "other")
    ran = run(overlaid(copied, ENTRIES[adapter.name]), "--test-reporter=tap", "all.ts")
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert outcomes(ran)["passed"] > 400


@pytest.mark.parametrize("mutant", WORST, ids=lambda mutant: mutant.name)
def test_own_suite_notices_whose_data_is_read(copied: Path, mutant: Mutant) -> None:
    plant(EXERCISE, "javascript", mutant, copied / "other")
    ran = run(overlaid(copied, ENTRIES["correct_1"]), "--test-reporter=tap", "all.ts")
    assert ran.returncode == 1, ran.stdout[-2000:]
    assert outcomes(ran)["failed"] > 0
