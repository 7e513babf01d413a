"""Writes beside its own code."""

import os


def execute_tool(name, args, context, records):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cache.json"), "w") as file:
        file.write("{}")
