"""Closes every descriptor, the driver's too."""

import os


def execute_tool(name, args, context, records):
    os.closerange(0, 64)
