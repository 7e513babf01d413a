"""The references: green by their own commands, right on the thirteen, and red when one of their rules is broken."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import the_node
import the_python
import yaml

TOP = Path(__file__).parents[1]
ACCEPTANCE = TOP / "grader" / "exercises" / "search_tickets" / "calls" / "acceptance.yaml"
PARTS = [
    "Running it",
    "The contract as built",
    "Assumptions",
    "Decisions and what each cost",
    "Limits",
    "Left out",
    "Next",
]
ANSWER_PYTHON = """
import json, sys
from tickets import execute_tool, fixture_records
calls = json.load(sys.stdin)
print(json.dumps([execute_tool(tool, args, context, fixture_records()) for tool, args, context in calls]))
"""
ANSWER_TYPESCRIPT = """
import { readFileSync } from "node:fs";
import { executeTool, fixtureRecords } from "./tickets/index.ts";
const calls = JSON.parse(readFileSync(0, "utf8"));
const replies = calls.map(([tool, args, context]) => executeTool(tool, args, context, fixtureRecords()));
console.log(JSON.stringify(replies));
"""
DECLARED_PYTHON = "import json, {entry} as all; print(json.dumps(all.{name}))"
DECLARED_TYPESCRIPT = 'import * as all from "./{entry}"; console.log(JSON.stringify(all.{name}));'
Ran = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Reference:
    """A model hand-in and how to run it; `most`: its suite has more tests than that."""

    language: str
    permission: str
    most: int
    suite: Callable[[Path], Ran]
    outcomes: Callable[[Ran], dict[str, int]]
    script: Callable[[Path, str, Any], Any]
    answering: str
    declaring: str

    @property
    def folder(self) -> Path:
        return TOP / "reference" / "search_tickets" / self.language

    @property
    def settings(self) -> dict[str, str]:
        """What its `handin.yaml` says."""
        said: dict[str, str] = yaml.safe_load((self.folder / "handin.yaml").read_text())
        return said

    def copied(self, folder: Path) -> Path:
        return Path(shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns("__pycache__")))

    def declared(self, folder: Path) -> Any:
        """The declaration that `handin.yaml` names, as JSON."""
        entry = self.settings["entry"].partition(":")[0]
        return self.script(folder, self.declaring.format(entry=entry, name=self.settings["declaration"]), None)


def python_suite(folder: Path) -> Ran:
    program, *words = yaml.safe_load((folder / "handin.yaml").read_text())["tests"].split()
    assert program == "python"
    return the_python.own_suite(folder, *words)


PYTHON = Reference(
    "python", "can_read_tickets", 100,
    python_suite, the_python.outcomes, the_python.script, ANSWER_PYTHON, DECLARED_PYTHON,
)  # fmt: skip
TYPESCRIPT = Reference(
    "typescript", "canReadTickets", 400,
    the_node.own_suite, the_node.outcomes, the_node.script, ANSWER_TYPESCRIPT, DECLARED_TYPESCRIPT,
)  # fmt: skip
each_reference = pytest.mark.parametrize("reference", [PYTHON, TYPESCRIPT], ids=lambda one: one.language)


@each_reference
def test_own_suite_is_green_by_its_own_command(reference: Reference, tmp_path: Path) -> None:
    ran = reference.suite(reference.copied(tmp_path / "reference"))
    assert ran.returncode == 0, ran.stdout[-2000:]
    count = reference.outcomes(ran)
    assert count == {"passed": count["passed"]}
    assert count["passed"] > reference.most


@each_reference
def test_the_thirteen_are_answered(reference: Reference) -> None:
    contexts = {
        "alpha": {"tenant": "alpha", reference.permission: True},
        "alpha_denied": {"tenant": "alpha", reference.permission: False},
        "beta": {"tenant": "beta", reference.permission: True},
    }
    rows = yaml.safe_load(ACCEPTANCE.read_text())["calls"]
    asked = [[row["tool"], row["args"], contexts[row["context"]]] for row in rows]
    due = [row["expect"] if "expect" in row else {"ok": False, "code": row["code"]} for row in rows]
    assert [row["id"] for row in rows] == [f"A{number}" for number in range(1, 14)]
    assert reference.script(reference.folder, reference.answering, asked) == due


# ---- its rules, broken ----

# What is broken: the file, the text that stands there once, and what takes its place.
IN_PYTHON = {
    "tenant compared as a prefix": ("store.py", 'key.rpartition(":")[0] == self.tenant', "key.startswith(self.tenant)"),
    "tickets go out as stored": ("search_tickets.py", "[public(ticket) for ticket in page]", "list(page)"),
    "no permission asked": ("registry.py", "        _permit(context)\n", ""),
    "name looked up without a check": ("registry.py", "not isinstance(name, str) or ", ""),
    "cursor shown again": ("search_tickets.py", 'ticket["id"] > self.cursor', 'ticket["id"] >= self.cursor'),
    "cut before the sort": (
        "search_tickets.py", "sorted(filter(search.wants, tickets)", "list(filter(search.wants, tickets)",
    ),
    "next after a full page": ("search_tickets.py", "if rest else", "if len(page) == search.limit else"),
    "true is a limit": ("arguments.py", "type(value) is int", "isinstance(value, int)"),
    "newline after an ID": ("arguments.py", "re.fullmatch(TICKET_ID, value)", 're.match(TICKET_ID + "$", value)'),
    "other digits in an ID": ("arguments.py", "[0-9]{3}", "\\\\d{3}"),
    "default of ten": (
        "search_tickets.py",
        "SMALLEST_LIMIT, LARGEST_LIMIT, DEFAULT_LIMIT = 1, 10, 5",
        "SMALLEST_LIMIT, LARGEST_LIMIT, DEFAULT_LIMIT = 1, 10, 10",
    ),
    "keys beyond the table": ("arguments.py", "required <= args.keys() <= checks.keys()", "required <= args.keys()"),
}  # fmt: skip
# The same, and the file of tests that goes red.
IN_TYPESCRIPT = {
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


def broken(copied: Path, file: str, old: str, new: str) -> Path:
    """The copy with one text of one file exchanged."""
    module = copied / "tickets" / file
    text = module.read_text()
    assert text.count(old) == 1
    module.write_text(text.replace(old, new))
    return copied


@pytest.mark.parametrize(("file", "old", "new"), IN_PYTHON.values(), ids=IN_PYTHON)
def test_the_suite_in_python_goes_red(tmp_path: Path, file: str, old: str, new: str) -> None:
    ran = python_suite(broken(PYTHON.copied(tmp_path / "reference"), file, old, new))
    assert ran.returncode == 1, ran.stdout
    assert the_python.outcomes(ran)["failed"] > 0


@pytest.mark.parametrize(("file", "old", "new", "red"), IN_TYPESCRIPT.values(), ids=IN_TYPESCRIPT)
def test_the_suite_in_typescript_goes_red(tmp_path: Path, file: str, old: str, new: str, red: str) -> None:
    copied = broken(TYPESCRIPT.copied(tmp_path / "reference"), file, old, new)
    ran = the_node.run(copied, "--test-reporter=tap", f"tests/{red}.test.ts")
    assert ran.returncode == 1, ran.stdout
    assert the_node.outcomes(ran)["failed"] > 0


# ---- documents ----


@each_reference
def test_readme_has_the_seven_parts_in_order(reference: Reference) -> None:
    lines = (reference.folder / "README.md").read_text().splitlines()
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == PARTS


@each_reference
def test_handin_names_a_declaration_that_is_there(reference: Reference) -> None:
    declared = reference.declared(reference.folder)
    assert declared["name"] == "search_tickets"
    assert declared["input_schema"]["additionalProperties"] is False


def test_handin_names_a_function_in_python() -> None:
    module, function = PYTHON.settings["entry"].split(":")
    show = f"import json, {module} as all; print(json.dumps(callable(all.{function})))"
    assert the_python.script(PYTHON.folder, show, None) is True


def test_handin_names_what_the_package_does_in_typescript() -> None:
    package: dict[str, Any] = json.loads((TYPESCRIPT.folder / "package.json").read_text())
    assert TYPESCRIPT.settings["tests"] == package["scripts"]["test"]
    assert TYPESCRIPT.settings["entry"] == package["main"]


def test_both_declare_the_search_alike() -> None:
    assert TYPESCRIPT.declared(TYPESCRIPT.folder) == PYTHON.declared(PYTHON.folder)


def test_python_imports_nothing_but_the_standard_library_and_pytest() -> None:
    allowed = {*sys.stdlib_module_names, "pytest", "tickets", "desk"}
    for module in PYTHON.folder.rglob("*.py"):
        for line in module.read_text().splitlines():
            match line.split():
                case ["import" | "from", name, *_]:
                    assert name.split(".")[0] in allowed, f"{module}: {line}"


def test_typescript_imports_nothing_but_node_and_its_own_modules() -> None:
    package = json.loads((TYPESCRIPT.folder / "package.json").read_text())
    assert not any("ependencies" in key for key in package)
    for module in TYPESCRIPT.folder.rglob("*.ts"):
        for line in module.read_text().splitlines():
            match line.split(' from "'):
                case [_, source]:
                    assert source.startswith(("./", "../", "node:")), f"{module}: {line}"
