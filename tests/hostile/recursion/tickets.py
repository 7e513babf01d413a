"""Calls itself without end."""


def execute_tool(name, args, context, records):
    return execute_tool(name, args, context, records)
