"""Keeps files in memory that no process maps. At most 750 MB."""

import os
import time


def execute_tool(name, args, context, records):
    kept = []
    for number in range(50):
        kept.append(os.memfd_create(str(number)))
        os.write(kept[-1], b"x" * 15 * 1024**2)
    time.sleep(10)
