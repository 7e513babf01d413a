"""Cases of the exercise played on JavaScript modules, by `the_node_jobs.mjs`: many in one process of Node."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from the_node import run

from grader.checks.cases import NEXT, Case, Step
from grader.exercise import Call, load
from grader.values import write_tags

ASK = Path(__file__).parent / "the_node_jobs.mjs"
EXERCISE = load("search_tickets")
FOLDER = EXERCISE.folder / "mutants" / "javascript"


def ask(jobs: list[dict[str, Any]]) -> list[Any]:
    ran = run(ASK.parent, ASK.name, said=json.dumps(jobs), timeout=60)
    assert ran.returncode == 0, ran.stderr
    outcomes: list[Any] = json.loads(ran.stdout)
    return outcomes


def job(module: Path, case: Case) -> dict[str, Any]:
    """A case for `the_node_jobs.mjs`, all written out."""
    return {"module": str(module), "store": EXERCISE.rows(case.store), "steps": [stepped(step) for step in case.steps]}


def joined(module: Path, cases: list[Case]) -> dict[str, Any]:
    """Many cases of one step as one job, each on a fresh store of its own."""
    steps = [{**stepped(case.steps[0]), "store": EXERCISE.rows(case.store)} for case in cases]
    return {"module": str(module), "store": {}, "steps": steps}


def stepped(step: Step) -> dict[str, Any]:
    written = {"tool": write_tags(step.call.tool), "args": write_tags(step.call.args), "context": spelt(step.call)}
    done = {"keep": step.keep_args, "times": step.times, "scribble": step.scribble}
    inserted = {key: row for key, row in step.edit if row is not None}
    deleted = [key for key, row in step.edit if row is None]
    own = {} if step.store is None else {"store": EXERCISE.rows(step.store)}
    return {**written, **done, **own, "insert": inserted, "delete": deleted}


def spelt(call: Call) -> dict[str, Any]:
    """The context as JavaScript spells it."""
    context = EXERCISE.context(call.context)
    return {"tenant": context["tenant"], "canReadTickets": context["can_read_tickets"]}


def calls_asked(case: Case, replies: list[Any]) -> list[tuple[Call, dict[str, Any]]]:
    """Each step as a call on the rows that it sees, for a tool that changes neither rows nor arguments."""
    rows: dict[str, Any] = dict(EXERCISE.rows(case.store))
    calls = []
    for step, before in zip(case.steps, [None, *replies], strict=False):
        rows = dict(rows if step.store is None else EXERCISE.rows(step.store))
        for key, row in step.edit:
            rows.pop(key) if row is None else rows.update({key: row})
        args = step.call.args
        if isinstance(args, dict) and args.get("cursor") == NEXT:
            args = {**args, "cursor": before["next_cursor"]}
        calls.append((Call(step.call.tool, args, step.call.context), rows))
    return calls
