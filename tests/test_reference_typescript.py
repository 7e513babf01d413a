"""The TypeScript reference: green by its own command, right on the thirteen, and red when its rules are broken."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from the_node import counted, own_suite, run, script

from grader.checks.mutants import Mutant, correct, mutants, plant
from grader.exercise import load

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "reference" / "search_tickets" / "typescript"
EXERCISE = load("search_tickets")
ACCEPTANCE = EXERCISE.folder / "calls" / "acceptance.yaml"
PARTS = [
    "Running it",
    "The contract as built",
    "Assumptions",
    "Decisions and what each cost",
    "Limits",
    "Left out",
    "Next",
]
CONTEXTS = {
    "alpha": {"tenant": "alpha", "canReadTickets": True},
    "alpha_denied": {"tenant": "alpha", "canReadTickets": False},
    "beta": {"tenant": "beta", "canReadTickets": True},
}
ANSWER = """
import { readFileSync } from "node:fs";
import { executeTool, fixtureRecords } from "./tickets/index.ts";
const calls = JSON.parse(readFileSync(0, "utf8"));
const replies = calls.map(([tool, args, context]) => executeTool(tool, args, context, fixtureRecords()));
console.log(JSON.stringify(replies));
"""
DECLARED = 'import * as all from "./{entry}"; console.log(JSON.stringify(all.{name}));'


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(REFERENCE, tmp_path / "reference"))


def test_own_suite_is_green_by_its_own_command(copied: Path) -> None:
    ran = own_suite(copied)
    count = counted(ran)
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert count["pass"] == count["tests"] > 400
    assert (count["fail"], count["skipped"], count["todo"], count["cancelled"]) == (0, 0, 0, 0)


def test_the_thirteen_are_answered() -> None:
    rows = yaml.safe_load(ACCEPTANCE.read_text())["calls"]
    asked = [[row["tool"], row["args"], CONTEXTS[row["context"]]] for row in rows]
    due = [row["expect"] if "expect" in row else {"ok": False, "code": row["code"]} for row in rows]
    assert [row["id"] for row in rows] == [f"A{number}" for number in range(1, 14)]
    assert script(REFERENCE, ANSWER, asked) == due


BREAKS = {
    "tenant compared as a prefix": ("store.ts", "this.#prefix = `${tenant}:`", "this.#prefix = tenant", "isolation"),
    "tickets go out as stored": ("search-tickets.ts", "page.map(publicFields)", "page", "state"),
    "no permission asked": ("registry.ts", "    permit(context);\n", "", "acceptance"),
    "names of every object": ("registry.ts", "TOOLS.get(name)", "(Object.fromEntries(TOOLS) as any)[name]", "registry"),
    "cursor shown again": ("search-tickets.ts", "ticket.id > search.cursor", "ticket.id >= search.cursor", "walks"),
    "cut in stored order": ("search-tickets.ts", ".sort(byId)", "", "walks"),
    "next after a full page": (
        "search-tickets.ts", "matches.length > page.length", "page.length === search.limit", "walks",
    ),
    "any number is a limit": ("arguments.ts", " && Number.isInteger(value)", "", "arguments"),
    "newline after an ID": ("arguments.ts", "new RegExp(TICKET_ID)", 'new RegExp(TICKET_ID, "m")', "get-ticket"),
    "list that holds an ID": ("arguments.ts", 'typeof value === "string" && new', "new", "get-ticket"),
    "default of ten": ("search-tickets.ts", "default: 5", "default: 10", "arguments"),
    "keys beyond the table": ("arguments.ts", "?.(value)", "?.(value) ?? true", "arguments"),
    "keys of every object": ("arguments.ts", "Object.hasOwn(checks, name)", "name in checks", "arguments"),
    "null as arguments": ("arguments.ts", " || value === null", "", "order"),
    "a word of the declaration": ("declaration.ts", "maximum: LIMIT.most", "maximum: 11", "declaration"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "red"), BREAKS.values(), ids=BREAKS)
def test_own_suite_goes_red(copied: Path, file: str, old: str, new: str, red: str) -> None:
    module = copied / "tickets" / file
    text = module.read_text()
    assert text.count(old) == 1
    module.write_text(text.replace(old, new))
    ran = run(copied, "--test-reporter=tap", f"tests/{red}.test.ts")
    assert ran.returncode == 1, ran.stdout
    assert counted(ran)["fail"] > 0


# ---- its suite on other adapters ----

OVERLAY = """
import * as theirs from "../other/{entry}";
export const executeTool: any = theirs.executeTool;
export {{ SEARCH_TICKETS }} from "./declaration.ts";
export {{ fixtureRecords }} from "./fixture.ts";
"""
ENTRIES = {"correct_1": "tickets.mjs", "correct_2": "desk.js", "correct_3": "src/index.js"}
WORST = [mutant for mutant in mutants(EXERCISE, "javascript") if mutant.star and mutant.tier == "whose_data"]


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
    assert counted(ran)["pass"] > 400


@pytest.mark.parametrize("mutant", WORST, ids=lambda mutant: mutant.name)
def test_own_suite_notices_whose_data_is_read(copied: Path, mutant: Mutant) -> None:
    plant(EXERCISE, "javascript", mutant, copied / "other")
    ran = run(overlaid(copied, ENTRIES["correct_1"]), "--test-reporter=tap", "all.ts")
    assert ran.returncode == 1, ran.stdout[-2000:]
    assert counted(ran)["fail"] > 0


# ---- documents ----


def test_readme_has_the_seven_parts_in_order() -> None:
    lines = (REFERENCE / "README.md").read_text().splitlines()
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == PARTS


def test_handin_names_what_is_there() -> None:
    said = yaml.safe_load((REFERENCE / "handin.yaml").read_text())
    package: dict[str, Any] = json.loads((REFERENCE / "package.json").read_text())
    assert said["tests"] == package["scripts"]["test"]
    assert said["entry"] == package["main"]
    declared = script(REFERENCE, DECLARED.format(entry=said["entry"], name=said["declaration"]), None)
    assert declared["name"] == "search_tickets"
    assert declared["input_schema"]["additionalProperties"] is False


def test_it_declares_the_search_as_the_python_reference_does() -> None:
    twin = "import json, tickets; print(json.dumps(tickets.SEARCH_TICKETS))"
    ran = subprocess.run(
        [sys.executable, "-B", "-c", twin], cwd=REFERENCE.parent / "python", capture_output=True, text=True, check=True
    )
    assert script(REFERENCE, DECLARED.format(entry="tickets/index.ts", name="SEARCH_TICKETS"), None) == json.loads(
        ran.stdout
    )


def test_nothing_but_node_and_its_own_modules_is_imported() -> None:
    package = json.loads((REFERENCE / "package.json").read_text())
    assert not any("ependencies" in key for key in package)
    for module in REFERENCE.rglob("*.ts"):
        for line in module.read_text().splitlines():
            match line.split(' from "'):
                case [_, source]:
                    assert source.startswith(("./", "../", "node:")), f"{module}: {line}"
