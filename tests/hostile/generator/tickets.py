"""Yields instead of returning."""


def execute_tool(name, args, context, records):
    yield from records
