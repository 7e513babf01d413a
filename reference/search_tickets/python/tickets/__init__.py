"""Two read-only help-desk tools for an assistant, both called through `execute_tool`."""

from tickets.declaration import SEARCH_TICKETS
from tickets.fixture import fixture_records
from tickets.registry import execute_tool

__all__ = ["SEARCH_TICKETS", "execute_tool", "fixture_records"]
