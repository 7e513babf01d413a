"""Prints errors without end. At most 2 GB."""

import sys


def execute_tool(name, args, context, records):
    for _ in range(2_000_000):
        print("x" * 1000, file=sys.stderr)
