"""Returns ten million items."""


def execute_tool(name, args, context, records):
    return [0] * 10_000_000
