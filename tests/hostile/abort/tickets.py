"""Aborts."""

import os


def execute_tool(name, args, context, records):
    os.abort()
