"""Calls itself without end, and lifts the limit first."""

import sys


def execute_tool(name, args, context, records):
    sys.setrecursionlimit(10**9)
    return execute_tool(name, args, context, records)
