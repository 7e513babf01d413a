"""The name is there, but it is no function."""

execute_tool = 5
