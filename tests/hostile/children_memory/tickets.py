"""Twelve children of 90 MB each: every one is within its limits. At most 1.1 GB."""

import os
import time


def execute_tool(name, args, context, records):
    for _ in range(12):
        if os.fork() == 0:
            kept = b"x" * 90 * 1024**2
            time.sleep(10)
            os._exit(0)
    time.sleep(10)
