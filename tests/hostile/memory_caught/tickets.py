"""Runs out of memory, notices, and answers."""


def execute_tool(name, args, context, records):
    try:
        return len(b"x" * 2 * 1024**3)
    except MemoryError:
        return "caught"
