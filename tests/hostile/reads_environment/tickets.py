"""Reads the environment of every process that it can see."""

import os


def execute_tool(name, args, context, records):
    seen = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/environ") as file:
                    seen += [part for part in file.read().split("\0") if "CANARY" in part]
            except OSError:
                pass
    return "escaped: " + seen[0] if seen else "kept in"
