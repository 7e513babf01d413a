"""The ticket tools of the support assistant."""

from typing import Any


def execute_tool(name: Any, args: Any, context: dict[str, Any], records: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Answer one tool call; see BRIEF.md for the contract."""
    raise NotImplementedError("execute_tool is yours to write")
