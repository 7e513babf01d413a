"""The samples to review, each asked in its own language: calls go in as JSON, replies come out."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import the_node
import the_python

TOP = Path(__file__).parents[1] / "sample_submission" / "search_tickets"
Ran = subprocess.CompletedProcess[str]
Asked = tuple[Any, Any, str]
"""A tool's name, args, and the name of a context."""

ASK_PYTHON = """
import json, sys
from store import fixture_records
from tickets import execute_tool

def ask(tool, args, context):
    try:
        return execute_tool(tool, args, context, fixture_records())
    except Exception as error:
        return {"raised": type(error).__name__}

print(json.dumps([ask(*call) for call in json.load(sys.stdin)]))
"""
SCRIBBLE_PYTHON = """
import json
from store import fixture_records
from tickets import execute_tool

records = fixture_records()
reply = execute_tool("search_tickets", {}, {"tenant": "alpha", "can_read_tickets": True}, records)
reply["tickets"][0]["title"] = "scribbled"
print(json.dumps(records["alpha:TKT-101"]["title"]))
"""
ASK_TYPESCRIPT = """
import { readFileSync } from "node:fs";
import { fixtureRecords } from "./store.ts";
import { executeTool } from "./tickets.ts";

function ask([tool, args, context]) {
  try {
    return executeTool(tool, args, context, fixtureRecords());
  } catch (error) {
    return { raised: error.name };
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(ask)));
"""
SCRIBBLE_TYPESCRIPT = """
import { fixtureRecords } from "./store.ts";
import { executeTool } from "./tickets.ts";

const records = fixtureRecords();
const reply = executeTool("search_tickets", {}, { tenant: "alpha", canReadTickets: true }, records);
reply.tickets[0].title = "scribbled";
console.log(JSON.stringify(records.get("alpha:TKT-101").title));
"""
ROWS_PYTHON = "import json; from store import fixture_records; print(json.dumps(list(fixture_records().items())))"
ROWS_TYPESCRIPT = """
import { fixtureRecords } from "./store.ts";
console.log(JSON.stringify([...fixtureRecords()]));
"""


@dataclass(frozen=True)
class Sample:
    """A sample and how to ask it; `coerces`: its language compares a number with what is none."""

    language: str
    suffix: str
    comment: tuple[str, ...]
    permission: str
    coerces: bool
    suite: Callable[[Path], Ran]
    outcomes: Callable[[Ran], dict[str, int]]
    script: Callable[[Path, str, Any], Any]
    asking: str
    scribbling: str
    showing: str

    @property
    def folder(self) -> Path:
        return TOP / self.language

    @property
    def text(self) -> str:
        """All that is written in its code."""
        return "\n".join(path.read_text() for path in sorted(self.folder.rglob(f"*{self.suffix}")))

    def ask(self, *calls: Asked) -> list[Any]:
        """The replies; `{"raised": name}` where there was none."""
        contexts = {
            "alpha": {"tenant": "alpha", self.permission: True},
            "alpha_denied": {"tenant": "alpha", self.permission: False},
            "beta": {"tenant": "beta", self.permission: True},
        }
        asked = [[tool, args, contexts[context]] for tool, args, context in calls]
        replies: list[Any] = self.script(self.folder, self.asking, asked)
        return replies

    def search(self, args: Any, context: str = "alpha") -> Any:
        return self.ask(("search_tickets", args, context))[0]


SAMPLES = (
    Sample(
        "python", ".py", ("#",), "can_read_tickets", False,
        the_python.own_suite, the_python.outcomes, the_python.script, ASK_PYTHON, SCRIBBLE_PYTHON, ROWS_PYTHON,
    ),
    Sample(
        "typescript", ".ts", ("//", "/*", "*"), "canReadTickets", True,
        the_node.own_suite, the_node.outcomes, the_node.script, ASK_TYPESCRIPT, SCRIBBLE_TYPESCRIPT, ROWS_TYPESCRIPT,
    ),
)  # fmt: skip
