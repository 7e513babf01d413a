"""Returns values that JSON lacks."""


def execute_tool(name, args, context, records):
    return [float("nan"), float("inf"), -0.0, {1, 2}, b"x", (1,)]
