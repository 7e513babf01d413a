"""Stops its whole group and itself."""

import os
import signal


def execute_tool(name, args, context, records):
    try:
        os.kill(0, signal.SIGSTOP)
    except OSError:
        pass
    os.kill(os.getpid(), signal.SIGSTOP)
