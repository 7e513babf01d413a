"""Writes 500,000 brackets."""

import os
import sys


def execute_tool(name, args, context, records):
    os.set_blocking(int(sys.argv[2]), True)
    left = b"[" * 500_000 + b"\n"
    while left:
        left = left[os.write(int(sys.argv[2]), left) :]
