"""A pattern that backtracks without end."""

import re


def execute_tool(name, args, context, records):
    return re.match(r"(a+)+$", "a" * 64 + "b")
