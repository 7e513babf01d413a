"""Sleeps."""

import time


def execute_tool(name, args, context, records):
    time.sleep(60)
