"""Writes a line that does not end. At most 10 MB."""

import os
import sys


def execute_tool(name, args, context, records):
    for _ in range(1000):
        os.write(int(sys.argv[2]), b"x" * 10_000)
