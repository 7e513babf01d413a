"""Looks in the command lines of all processes for folders of this machine."""

import os


def execute_tool(name, args, context, records):
    lines = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with open(f"/proc/{name}/cmdline") as file:
                lines.append(file.read())
    return "escaped" if len(lines) > 2 or any(args["folder"] in line or args["kit"] in line for line in lines) else "kept in"
