"""Asks for more memory than it may have."""


def execute_tool(name, args, context, records):
    return len(bytearray(2 * 1024**3))
