"""Kills everything that it may kill."""

import os


def execute_tool(name, args, context, records):
    if os.getpid() > 50 or not os.path.isdir("/box"):
        return "not in a box"
    try:
        os.kill(-1, 9)
    except OSError:
        pass
    return 'kept in'
