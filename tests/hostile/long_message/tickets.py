"""A message of 50 MB."""


def execute_tool(name, args, context, records):
    raise ValueError("x" * 50_000_000)
