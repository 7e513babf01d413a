"""Kills everything that it may kill, and itself with it."""

import os


def execute_tool(name, args, context, records):
    if os.getpid() > 50 or not os.path.isdir("/box"):
        return "not in a box"
    os.kill(-1, 9)
    os.kill(os.getpid(), 9)
