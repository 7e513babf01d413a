"""Kills itself."""

import os


def execute_tool(name, args, context, records):
    os.kill(os.getpid(), 9)
