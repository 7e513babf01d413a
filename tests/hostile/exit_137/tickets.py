"""Ends with the status of a killed program."""

import os


def execute_tool(name, args, context, records):
    os._exit(137)
