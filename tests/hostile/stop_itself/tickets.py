"""Stops its whole group."""

import os
import signal


def execute_tool(name, args, context, records):
    os.killpg(os.getpgid(0), signal.SIGSTOP)
