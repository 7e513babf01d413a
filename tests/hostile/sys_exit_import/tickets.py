"""Leaves while it loads."""

import sys

sys.exit(0)


def execute_tool(name, args, context, records):
    return None
