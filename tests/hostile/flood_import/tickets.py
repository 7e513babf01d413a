"""Prints without end while it loads. At most 2 GB."""

for _ in range(2_000_000):
    print("x" * 1000)


def execute_tool(name, args, context, records):
    return None
