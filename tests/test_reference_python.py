"""The Python reference: green by its own command, right on the thirteen, and red when its rules are broken."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

REFERENCE = Path(__file__).parents[1] / "reference" / "search_tickets" / "python"
ACCEPTANCE = Path(__file__).parents[1] / "grader" / "exercises" / "search_tickets" / "calls" / "acceptance.yaml"
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
    "alpha": {"tenant": "alpha", "can_read_tickets": True},
    "alpha_denied": {"tenant": "alpha", "can_read_tickets": False},
    "beta": {"tenant": "beta", "can_read_tickets": True},
}
ANSWER = """
import json, sys
from tickets import execute_tool, fixture_records
calls = json.load(sys.stdin)
print(json.dumps([execute_tool(tool, args, context, fixture_records()) for tool, args, context in calls]))
"""


def python(folder: Path, *argv: str, said: str = "") -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *argv]
    return subprocess.run(
        command, cwd=folder, env=env, input=said, capture_output=True, text=True, timeout=60, check=False
    )


def own_suite(folder: Path) -> subprocess.CompletedProcess[str]:
    words = yaml.safe_load((REFERENCE / "handin.yaml").read_text())["tests"].split()
    assert words[0] == "python"
    return python(folder, *words[1:], "-q", "-p", "no:cacheprovider")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(REFERENCE, tmp_path / "reference", ignore=shutil.ignore_patterns("__pycache__")))


def test_own_suite_is_green_by_its_own_command(copied: Path) -> None:
    ran = own_suite(copied)
    assert ran.returncode == 0, ran.stdout
    assert "passed" in ran.stdout
    assert "skipped" not in ran.stdout


def test_the_thirteen_are_answered(copied: Path) -> None:
    rows = yaml.safe_load(ACCEPTANCE.read_text())["calls"]
    asked = [[row["tool"], row["args"], CONTEXTS[row["context"]]] for row in rows]
    due = [row["expect"] if "expect" in row else {"ok": False, "code": row["code"]} for row in rows]
    ran = python(copied, "-c", ANSWER, said=json.dumps(asked))
    assert [row["id"] for row in rows] == [f"A{number}" for number in range(1, 14)]
    assert json.loads(ran.stdout) == due


BREAKS = {
    "tenant compared as a prefix": ("store.py", 'key.rpartition(":")[0] == self.tenant', "key.startswith(self.tenant)"),
    "tickets go out as stored": ("search_tickets.py", "[public(ticket) for ticket in page]", "list(page)"),
    "no permission asked": ("registry.py", "        _permit(context)\n", ""),
    "name looked up without a check": ("registry.py", "not isinstance(name, str) or ", ""),
    "cursor shown again": ("search_tickets.py", 'ticket["id"] > self.cursor', 'ticket["id"] >= self.cursor'),
    "cut before the sort": (
        "search_tickets.py",
        "sorted(filter(search.wants, tickets)",
        "list(filter(search.wants, tickets)",
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
}


@pytest.mark.parametrize(("file", "old", "new"), BREAKS.values(), ids=BREAKS)
def test_own_suite_goes_red(copied: Path, file: str, old: str, new: str) -> None:
    module = copied / "tickets" / file
    text = module.read_text()
    assert text.count(old) == 1
    module.write_text(text.replace(old, new))
    ran = own_suite(copied)
    assert ran.returncode == 1, ran.stdout
    assert "failed" in ran.stdout


def test_readme_has_the_seven_parts_in_order() -> None:
    lines = (REFERENCE / "README.md").read_text().splitlines()
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == PARTS


def test_handin_names_what_is_there(copied: Path) -> None:
    said = yaml.safe_load((REFERENCE / "handin.yaml").read_text())
    module, function = said["entry"].split(":")
    show = f"import json, {module} as m; assert callable(m.{function}); print(json.dumps(m.{said['declaration']}))"
    declared = json.loads(python(copied, "-c", show).stdout)
    assert declared["name"] == "search_tickets"
    assert declared["input_schema"]["additionalProperties"] is False


def test_nothing_but_the_standard_library_and_pytest_is_imported() -> None:
    allowed = {*sys.stdlib_module_names, "pytest", "tickets", "desk"}
    for module in REFERENCE.rglob("*.py"):
        for line in module.read_text().splitlines():
            match line.split():
                case ["import" | "from", name, *_]:
                    assert name.split(".")[0] in allowed, f"{module}: {line}"
