"""Starts five hundred processes that wait."""

import os
import signal


def execute_tool(name, args, context, records):
    for _ in range(500):
        if os.fork() == 0:
            signal.alarm(5)
            signal.pause()
