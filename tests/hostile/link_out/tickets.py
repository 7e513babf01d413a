"""Opens the whole disk by the driver's own descriptors and folder."""

import os


def execute_tool(name, args, context, records):
    seen = []
    for name in os.listdir("/proc/self/fd"):
        for way in ("..", "../..", "../../..", "../../../work", "../../../home"):
            try:
                seen += os.listdir(f"/proc/self/fd/{name}/{way}")
            except OSError:
                pass
    seen += [name for name in os.listdir("/proc/1/root") if name in ("home", "root", "work", "opt")] if os.access("/proc/1/root", os.R_OK) else []
    return "escaped" if [name for name in seen if name.startswith("canary")] else "kept in"
