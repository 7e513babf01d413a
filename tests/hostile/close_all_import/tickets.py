"""Closes every descriptor while it loads."""

import os

os.closerange(0, 64)


def execute_tool(name, args, context, records):
    return None
