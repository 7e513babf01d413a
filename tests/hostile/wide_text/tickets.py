"""Returns 2 MB of text."""


def execute_tool(name, args, context, records):
    return "x" * 2_000_000
