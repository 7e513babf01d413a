"""Fills shared memory, which no limit of a process counts. At most 1 GB."""

import mmap
import time


def execute_tool(name, args, context, records):
    memory = mmap.mmap(-1, 1024**3)
    for start in range(0, 1024**3, 1024**2):
        memory[start : start + 1024**2] = b"x" * 1024**2
    time.sleep(10)
