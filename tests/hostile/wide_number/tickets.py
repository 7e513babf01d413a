"""Returns a number of 200,000 bits."""


def execute_tool(name, args, context, records):
    return 1 << 200_000
