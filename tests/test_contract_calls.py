"""The calls files of search_tickets agree with the model, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from grader.checks.asking import edited
from grader.checks.cases import NEXT, Case, Step, written_cases
from grader.exercise import BEHAVIOUR, Rows, load

EXERCISE = load("search_tickets")
LANGUAGES = ("python", "javascript", "typescript")
CASES = {case.name: case for language in LANGUAGES for case in written_cases(EXERCISE, language)}
JUDGED = [case for case in CASES.values() if not case.open]
WRITTEN_WHOLE = ("acceptance", "regression")
RULES_OF = {
    "unknown_tool": {"name.exact"},
    "forbidden": {"permission.get", "permission.search"},
    "not_found": {"get.not_found"},
    "invalid_arguments": {"id.format", "status.value", "query.type", "query.length", "limit.type", "limit.range"}
    | {"args.null", "args.object", "args.unknown_get", "args.unknown_search", "args.missing_id", "cursor.format"},
    None: {"id.format", "status.value", "query.length", "limit.range", "cursor.format", "limit.default"},
}
"""Each due code, None for a success, and the rules that may decide it."""
BESIDE = ("order.", "scope.", "permission.code", "reply.keys")
"""Rules that a call may be written for although its code is another rule's."""
OPEN_TO_PYTHON = """
    permission_value permission_missing context_tenant_missing context_not_mapping tenant_empty tenant_colon
    tenant_before_colon key_id_disagree id_twice ticket_null ticket_malformed status_other text_length text_case
    text_normalization limit_float int_subclass str_subclass args_subclass args_mapping
"""


def exchanges(case: Case) -> Iterator[tuple[Step, Rows, dict[str, Any]]]:
    """Each step of a case with `$next` filled in, the rows it sees, and what the model owes it."""
    rows, reply = EXERCISE.rows(case.store), {}
    for step in case.steps:
        rows = edited(EXERCISE.rows(step.store) if step.store is not None else rows, step)
        args = step.call.args
        if isinstance(args, dict) and args.get("cursor") == NEXT:
            assert reply["next_cursor"] is not None, f"{case.source}: the step before ends the walk"
            args = {**args, "cursor": reply["next_cursor"]}
        call = replace(step.call, args=args)
        reply = EXERCISE.due(call, rows)
        yield replace(step, call=call), rows, reply


@pytest.mark.parametrize("check", BEHAVIOUR)
def test_what_is_written_is_what_the_model_owes(check):
    written = [(case, step, reply) for case in JUDGED if case.check == check for step, _, reply in exchanges(case)]
    assert [case.source for case, step, reply in written if step.due not in (None, reply)] == []
    assert any(step.due for _, step, _ in written)


def test_only_what_a_success_shows_is_left_to_the_model():
    for case in JUDGED:
        for step, _, reply in exchanges(case):
            page = "tickets" in reply and case.check not in WRITTEN_WHOLE
            assert step.due or page or (reply["ok"] and len(case.steps) > 1), case.source


def test_the_rule_of_a_call_fits_what_it_is_due():
    for case in JUDGED:
        *_, (step, rows, reply) = exchanges(case)
        decides = EXERCISE.contract.decides(step.call, EXERCISE.context(step.call.context), rows)
        assert decides in RULES_OF[reply.get("code")], case.source
        if not reply["ok"] and len(case.steps) == 1:
            assert case.rule == decides or case.rule.startswith(BESIDE), f"{case.source}: {decides}"


def test_a_kept_object_is_written_again_as_it_was():
    for case in CASES.values():
        for before, step in zip(case.steps, case.steps[1:], strict=False):
            assert not step.keep_args or step.call.args == before.call.args, case.source


def test_every_call_has_a_name_of_its_own_and_the_thirteen_come_first():
    for language in LANGUAGES:
        names = [case.name for case in written_cases(EXERCISE, language)]
        assert len(set(names)) == len(names)
        assert names[:13] == [f"A{n}" for n in range(1, 14)]


def test_every_open_place_that_a_python_call_can_reach_is_asked_and_expects_nothing():
    asked = [case for case in written_cases(EXERCISE, "python") if case.open]
    assert {case.open for case in asked} == set(OPEN_TO_PYTHON.split())
    assert [case.source for case in asked if any(step.due for step in case.steps)] == []
