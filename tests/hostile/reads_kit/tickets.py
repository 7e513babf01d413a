"""Looks for the expected answers in the kit and in what lies beside it."""

import os


def execute_tool(name, args, context, records):
    found = []
    for folder in (args["kit"], os.path.dirname(args["kit"])):
        for above, _, files in os.walk(folder):
            found += [os.path.join(above, name) for name in files if name in ("exercise.yaml", "rules.yaml", "contract.py")]
    return "escaped: " + found[0] if found else "kept in"
