"""Leaves by the front door."""

import sys


def execute_tool(name, args, context, records):
    sys.exit(0)
