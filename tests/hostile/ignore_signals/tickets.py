"""Ignores every signal that can be ignored, and hangs."""

import signal
import time


def execute_tool(name, args, context, records):
    for number in range(1, 32):
        try:
            signal.signal(number, signal.SIG_IGN)
        except OSError:
            pass
    time.sleep(60)
