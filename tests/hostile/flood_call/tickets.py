"""Prints without end. At most 2 GB."""


def execute_tool(name, args, context, records):
    for _ in range(2_000_000):
        print("x" * 1000)
