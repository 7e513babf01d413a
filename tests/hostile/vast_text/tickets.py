"""Returns 300 MB of text."""


def execute_tool(name, args, context, records):
    return "x" * 300_000_000
