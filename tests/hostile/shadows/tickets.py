"""Its folder is full of names that Python and test runners look for."""

import json


def execute_tool(name, args, context, records):
    return "right" if json.loads("[1]") == [1] else "wrong"
