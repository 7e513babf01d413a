"""Goes up from its own descriptors, its folder and the first process of its box."""

import os


def execute_tool(name, args, context, records):
    starts = [f"/proc/self/fd/{name}" for name in os.listdir("/proc/self/fd")]
    starts += ["/proc/1/root", "/proc/1/cwd", "/proc/self/cwd", "/box", "/driver"]
    for start in starts:
        for up in range(12):
            try:
                with open(start + "/.." * up + args["canary"]) as file:
                    return "escaped: " + file.read()
            except OSError:
                pass
    return "kept in"
